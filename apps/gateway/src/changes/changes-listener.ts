import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@connectrpc/connect";
import type { ActivityService } from "@parley/contracts/activity";
import type { ChangesNews } from "@parley/contracts/changes-news";
import { runWithContext } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import type { OutageLog } from "@parley/runtime";

/** Who follows the changes of an API key. */
interface Follower {
  /** There is something new, maybe of no concern; without saying what, there may be anything. */
  hear(news: ChangesNews): void;
  /** The service stops. */
  end(): void;
}

interface ListenerOptions {
  readonly client: Pick<Client<typeof ActivityService>, "listenForChanges">;
  readonly apiKeyId: string;
  readonly outage: OutageLog;
  /** Called when nobody follows any more. */
  readonly onEnd: () => void;
}

// Then the next one begins.
const longestMs = 600_000;
const pauseMs = 1_000;
const anything: ChangesNews = { places: [], isAnywhere: true };

/** Listens for the changes of one API key, for all who follow them at this gateway, as long as there is any. */
export class ChangesListener {
  readonly #options: ListenerOptions;
  readonly #followers = new Set<Follower>();
  readonly #ending = new AbortController();
  #isHearing = false;
  #heard = 0;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Whether what is new is heard; while it is not, a follower has to look for itself. */
  get isHearing(): boolean {
    return this.#isHearing;
  }

  /** How often there was anything: what is read after the same number of times is the same. */
  get heard(): number {
    return this.#heard;
  }

  add(follower: Follower): void {
    this.#followers.add(follower);
    if (this.#followers.size === 1) void this.#listen();
  }

  /** With the last follower it ends. */
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
        this.#options.outage.failed(
          { err: error },
          "Listening for changes failed and will be tried again: until then streams look for them.",
        );
        await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Ends when the service stops, and everybody who follows with it. */
  async #hearUntilItEnds(): Promise<void> {
    const { signal } = this.#ending;
    const call = { requestId: randomUUID(), deadlineMs: performance.now() + longestMs, signal, traced: false };
    const { client, apiKeyId, outage } = this.#options;
    const news = runWithContext(call, () => client.listenForChanges({ apiKeyId }, { signal, timeoutMs: longestMs }));
    for await (const each of news) {
      // Before the first one something may have happened that nobody was told of.
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

// Its time is over.
function isExpected(error: unknown): boolean {
  return error instanceof RemoteFailure && error.failure?.kind === "deadline_exceeded";
}
