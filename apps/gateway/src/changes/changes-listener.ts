import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@connectrpc/connect";
import type { ActivityService } from "@parley/contracts/activity";
import type { ChangesNews } from "@parley/contracts/changes-news";
import { runWithContext } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import type { OutageLog } from "@parley/runtime";

/** A stream that follows the changes of an API key. */
interface Follower {
  /** Called when there may be changes, also for changes that do not concern the follower. News without places may be about any place. */
  hear(news: ChangesNews): void;
  /** The service is stopping. */
  end(): void;
}

interface ListenerOptions {
  readonly client: Pick<Client<typeof ActivityService>, "listenForChanges">;
  readonly apiKeyId: string;
  readonly outage: OutageLog;
  /** Called when the last follower has gone. */
  readonly onEnd: () => void;
}

// ms for which one call listens before the next begins.
const longestMs = 600_000;
const pauseMs = 1_000;
const anything: ChangesNews = { places: [], isAnywhere: true };

/** Listens for the changes of one API key on behalf of all its followers at this gateway, for as long as there are any. */
export class ChangesListener {
  readonly #options: ListenerOptions;
  readonly #followers = new Set<Follower>();
  readonly #ending = new AbortController();
  #isHearing = false;
  #heard = 0;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Whether the call is open; while it is not, followers have to poll. */
  get isHearing(): boolean {
    return this.#isHearing;
  }

  /** Counts the received announcements. Pages that are read while the count is the same have the same content. */
  get heard(): number {
    return this.#heard;
  }

  add(follower: Follower): void {
    this.#followers.add(follower);
    if (this.#followers.size === 1) void this.#listen();
  }

  /** Ends listening with the last follower. */
  remove(follower: Follower): void {
    if (!this.#followers.delete(follower) || this.#followers.size > 0) return;
    this.#ending.abort();
    this.#options.onEnd();
  }

  async #listen(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        await this.#hearUntilItEnds();
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.#isHearing = false;
        this.#tell(anything);
        if (isExpected(error)) continue;
        this.#options.outage.failed({ err: error }, "Listening for changes failed and will be tried again: until then streams poll.");
        await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Listens until the service stops, which ends all followers. */
  async #hearUntilItEnds(): Promise<void> {
    const { signal } = this.#ending;
    const call = { requestId: randomUUID(), deadlineMs: performance.now() + longestMs, signal, traced: false };
    const { client, apiKeyId, outage } = this.#options;
    const news = runWithContext(call, () => client.listenForChanges({ apiKeyId }, { signal, timeoutMs: longestMs }));
    for await (const each of news) {
      // Before the first announcement there may have been changes that were not announced.
      this.#tell(this.#isHearing ? each : anything);
      this.#isHearing = true;
      outage.over({}, "Listening for changes works again.");
    }
    for (const follower of [...this.#followers]) follower.end();
  }

  #tell(news: ChangesNews): void {
    this.#heard++;
    for (const follower of [...this.#followers]) follower.hear(news);
  }
}

// The call has reached its deadline.
function isExpected(error: unknown): boolean {
  return error instanceof RemoteFailure && error.failure?.kind === "deadline_exceeded";
}
