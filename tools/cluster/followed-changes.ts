import { setTimeout as delay } from "node:timers/promises";
import { until } from "../../libs/testing/src/until.ts";
import { newWorkspace, type Workspace } from "../installation/workspace.ts";
import { FeedReader } from "../promises/changes/feed-reader.ts";

/** What became of the changes that were written. */
interface Followed {
  readonly written: number;
  /** Of those that a reader was not told of, was told of in another order, or was told of though it had not come again. */
  readonly wrong: number;
  /** How often a stream broke without saying that it ends. */
  readonly broken: number;
}

const pauseMs = 100;
const organizationId = "acme";
const toldWithinMs = 30_000;

/** Records of activity, written one after another, which a reader by stream and one by pages follow. */
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
    // What is missing then is counted.
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

  // Each until it has been acknowledged, so that their order is known.
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

/** How many of what was told are at a wrong place, when what a reader was told again after it had come again is left out. */
function wrongIn(told: readonly string[], written: readonly string[]): number {
  const once = [...new Set(told)];
  const length = Math.max(once.length, written.length);
  return Array.from({ length }).filter((_, place) => once[place] !== written[place]).length;
}
