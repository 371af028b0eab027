import { setTimeout as delay } from "node:timers/promises";
import { until } from "../../libs/testing/src/until.ts";
import { newWorkspace, type Workspace } from "../installation/workspace.ts";
import { FeedReader } from "../promises/changes/feed-reader.ts";

/** What readers of the feed received. */
interface Followed {
  readonly written: number;
  /** Changes that a reader did not receive, received in another order, or received again without a reconnect. */
  readonly wrong: number;
  /** How often a stream broke without an announced end. */
  readonly broken: number;
}

const pauseMs = 100;
const organizationId = "acme";
const toldWithinMs = 30_000;

/** Writes records of activity one after another, while one reader follows by stream and one by pages. */
export class FollowedChanges {
  readonly #workspace: Workspace;
  readonly #readers: readonly FeedReader[];
  readonly #stopping = new AbortController();
  readonly #written: string[] = [];
  readonly #writing: Promise<void>;

  private constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#readers = [true, false].map(
      (isStream) => new FeedReader(workspace.customer, { from: "start", isStream, onCursor: () => undefined }),
    );
    for (const reader of this.#readers) void reader.read();
    this.#writing = this.#write();
  }

  static async start(url: string, adminToken: string): Promise<FollowedChanges> {
    const workspace = await newWorkspace(url, adminToken);
    await workspace.customer.arrange("/v2/organizations/add", { organizations: [{ organizationId, organizationName: "Acme" }] });
    return new FollowedChanges(workspace);
  }

  async end(): Promise<Followed> {
    this.#stopping.abort();
    await this.#writing;
    const last = this.#written.at(-1);
    // Changes that are still missing then are counted.
    await until(() => this.#readers.every(({ lastTold }) => lastTold === last), toldWithinMs).catch(() => undefined);
    for (const reader of this.#readers) reader.stop();
    await this.#workspace.customer.close();
    const wrong = this.#readers.reduce((sum, { told, refusals }) => sum + wrongIn(told, this.#written) + refusals.length, 0);
    return {
      written: this.#written.length,
      wrong,
      broken: this.#readers.reduce((sum, { isStream, broken }) => sum + (isStream ? broken : 0), 0),
    };
  }

  // Each write waits for its acknowledgement, so that the order is known.
  async #write(): Promise<void> {
    for (let n = 0; !this.#stopping.signal.aborted; n++) {
      const id = `change-${n}`;
      const activities = [{ id, featureType: "proof", actionType: "proof.write" }];
      const write = () =>
        this.#workspace.customer.post("/v2/activities/add", { organizationId, activities }, 10_000, { "idempotency-key": id });
      while ((await write().catch(() => undefined))?.status !== 200) await delay(pauseMs);
      this.#written.push(id);
      await delay(pauseMs);
    }
  }
}

/** Counts the changes at a wrong position, ignoring repeats after a reconnect. */
function wrongIn(told: readonly string[], written: readonly string[]): number {
  const once = [...new Set(told)];
  const length = Math.max(once.length, written.length);
  return Array.from({ length }).filter((_, place) => once[place] !== written[place]).length;
}
