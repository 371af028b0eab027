import type { ConnectError } from "@connectrpc/connect";
import { Failure } from "@parley/kernel";
import { failureError } from "./answer-error.ts";
import { abortError } from "./exchange/abort-reason.ts";

interface ConnectionSharesOptions {
  /** How many calls may run at a time on all connections to the service; it changes with the addresses. */
  readonly capacity: () => number;
  /** How many calls may wait, of all holders together. */
  readonly mostWaiting: number;
}

// A holder takes one more while it has less than this part of what is free.
const partOfFree = 1 / 3;
// What waits for longer has hardly time left to be served.
const longestWaitPart = 1 / 2;

/**
 * How many of the connections to one service each holder (an API key, a workspace) takes, so that the slow calls of one do not delay those of
 * another. A holder has less than a third of what is free: alone it ends at a quarter of all, and the more holders take as much as they may, the
 * less each of them has, so that some stay free for whoever comes (dynamic thresholds, Choudhury and Hahne 1998). One call of each always runs.
 * Those beyond wait, first come, first served; the room in which they wait is shared by the same rule.
 */
export class ConnectionShares {
  readonly #options: ConnectionSharesOptions;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();
  #taken = 0;
  #waitingCount = 0;

  constructor(options: ConnectionSharesOptions) {
    this.#options = options;
  }

  /** Running calls of all holders. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes a connection if the holder may have one now; the empty name always may. */
  tryTake(holder: string): boolean {
    if (holder !== "" && (this.#waiting.has(holder) || !this.#mayTake(holder))) return false;
    this.#take(holder);
    return true;
  }

  /**
   * Waits until the holder may have a connection, and takes it. Fails with RESOURCE_EXHAUSTED when half of the call's time is over, or at once when
   * as many wait as may, and as a call does when the signal is aborted.
   */
  wait(holder: string, timeMs: number, signal: AbortSignal | undefined): Promise<void> {
    const line = this.#waiting.get(holder) ?? new Set();
    if (!isBelowThreshold(line.size, this.#options.mostWaiting - this.#waitingCount)) return Promise.reject(tooMany(holder));
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        line.delete(begin);
        if (line.size === 0) this.#waiting.delete(holder);
        this.#waitingCount--;
      };
      const begin = () => {
        leave();
        this.#take(holder);
        resolve();
      };
      const onAbort = () => {
        leave();
        reject(abortError(signal?.reason));
      };
      const onLate = () => {
        leave();
        reject(tooMany(holder));
      };
      const timer = setTimeout(onLate, timeMs * longestWaitPart);
      line.add(begin);
      this.#waiting.set(holder, line);
      this.#waitingCount++;
      signal?.addEventListener("abort", onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
    });
  }

  /** To be called once for each connection that was taken. */
  giveBack(holder: string): void {
    this.#taken--;
    const running = this.#running.get(holder) ?? 0;
    if (running > 1) this.#running.set(holder, running - 1);
    else this.#running.delete(holder);
    this.#beginWaiting();
  }

  // In turn: whoever began one goes behind the others, and is looked at again after them.
  #beginWaiting(): void {
    for (const [holder, line] of this.#waiting) {
      const [begin] = line;
      if (begin === undefined || !this.#mayTake(holder)) continue;
      this.#waiting.delete(holder);
      this.#waiting.set(holder, line);
      begin();
    }
  }

  #mayTake(holder: string): boolean {
    const running = this.#running.get(holder) ?? 0;
    return running === 0 || isBelowThreshold(running, this.#options.capacity() - this.#taken);
  }

  #take(holder: string): void {
    this.#taken++;
    if (holder !== "") this.#running.set(holder, (this.#running.get(holder) ?? 0) + 1);
  }
}

/**
 * Whose call it is: the API key, workspace or scope that its request names, and the empty name for none. A principal whose credentials are still to
 * be checked is not meant: it would take from the share of whom it claims to be.
 */
export function holderOf(request: object): string {
  const { apiKeyId, workspaceId, scopeId } = request as { apiKeyId?: string; workspaceId?: string; scopeId?: string };
  return apiKeyId || workspaceId || scopeId || "";
}

function isBelowThreshold(held: number, free: number): boolean {
  return held < Math.max(1, free * partOfFree);
}

function tooMany(holder: string): ConnectError {
  const message = `So many calls of ${holder} are running in this part of the service that no further one may begin. Try again when some have ended.`;
  return failureError(new Failure("resource_exhausted", message, { reason: "too_many_calls" }));
}
