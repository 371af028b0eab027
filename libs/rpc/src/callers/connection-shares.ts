import type { ConnectError } from "@connectrpc/connect";
import { Failure } from "@parley/kernel";
import { abortError } from "../exchange/abort-reason.ts";
import { failureError } from "../served/answer-error.ts";

interface ConnectionSharesOptions {
  /** The number of calls that may run at a time on all connections to the service; it changes with the addresses. */
  readonly capacity: () => number;
  /** The number of calls of all holders that may wait. */
  readonly mostWaiting: number;
}

// A holder may take one more while it has less than this part of the free connections.
const partOfFree = 1 / 3;
// A call that waits longer has hardly any time left to be served.
const longestWaitPart = 1 / 2;

/**
 * Divides the connections to one service among holders (API keys, workspaces), so that the slow calls of one do not delay another's:
 * dynamic thresholds (Choudhury and Hahne 1998). A holder may take less than a third of the free connections. A single holder thus ends at
 * a quarter of all; the more holders are busy, the less each gets, and some connections stay free for new ones. One call of each holder
 * always runs. Further calls wait, first come, first served; the places to wait are divided by the same rule.
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
   * Waits until the holder may have a connection, and takes it. Fails with RESOURCE_EXHAUSTED when half of the call's time has passed, or
   * at once when no place to wait is free; fails like an aborted call when the signal is aborted.
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

  // Round robin: a holder whose call begins goes to the end of the queue, behind the other holders.
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
 * The holder of a call: the API key, workspace or scope that its request names; the empty name for none. A principal whose credentials are
 * still unchecked does not count: its calls would take from the share of the holder it claims to be.
 */
export function holderOf(request: object): string {
  const { apiKeyId, workspaceId, scopeId } = request as { apiKeyId?: string; workspaceId?: string; scopeId?: string };
  return apiKeyId || workspaceId || scopeId || "";
}

function isBelowThreshold(held: number, free: number): boolean {
  return held < Math.max(1, free * partOfFree);
}

function tooMany(holder: string): ConnectError {
  const message = `Too many calls of ${holder} are running in this part of the service. Try again when some have ended.`;
  return failureError(new Failure("resource_exhausted", message, { reason: "too_many_calls" }));
}
