import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../installation/caller.ts";
import type { Workspace } from "../installation/workspace.ts";

interface LoadReport {
  readonly requests: number;
  /** A sentence for each failed request. */
  readonly failed: readonly string[];
  /** The number of events with webhooks. */
  readonly events: number;
}

const everyMs = 10;
const answeredWithinMs = 60_000;
const place = { organizationId: "acme", documentId: "welcome" };

/** A customer who reads, opens secrets and causes webhooks during the rotations. */
export class RotationLoad {
  /** The customer with the newest credentials. */
  workspace: Workspace;
  readonly #running = new Set<Promise<void>>();
  readonly #failed: string[] = [];
  readonly #asking: Promise<void>;
  #isOver = false;
  #requests = 0;
  #events = 0;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.#asking = this.#askOn();
  }

  /** Resolves when no request with the former credentials is open. */
  async use(workspace: Workspace): Promise<void> {
    this.workspace = workspace;
    await Promise.all(this.#running);
  }

  async end(): Promise<LoadReport> {
    this.#isOver = true;
    await this.#asking;
    await Promise.all(this.#running);
    return { requests: this.#requests, failed: this.#failed, events: this.#events };
  }

  async #askOn(): Promise<void> {
    for (; !this.#isOver; await delay(everyMs)) {
      const asked = this.#ask(this.#requests++).finally(() => this.#running.delete(asked));
      this.#running.add(asked);
    }
  }

  async #ask(n: number): Promise<void> {
    const [caller, path, data] = this.#requestOf(n);
    try {
      const { status, text } = await caller.post(path, data, answeredWithinMs, { "idempotency-key": `rotation-${n}` });
      if (status !== 200) this.#failed.push(`${path} answered ${status}: ${text.slice(0, 200)}`);
    } catch (error) {
      this.#failed.push(`${path} was not answered: ${error}`);
    }
  }

  #requestOf(n: number): [caller: Caller, path: string, data: object] {
    const { apiKey, customer, owner } = this.workspace;
    if (n % 4 === 0) return [customer, "/v2/organizations/get", {}];
    if (n % 4 === 1) return [owner, "/v2/workspace/authtokens/get", { apiKey }];
    if (n % 4 === 2) return [customer, "/v2/workspace/webhooksecret/get", {}];
    this.#events++;
    const commentData = [{ commentId: "first", from: { userId: "ada" }, commentText: `Comment ${n}` }];
    return [customer, "/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: `rotation-${n}`, commentData }] }];
  }
}
