/** The total time of one call, combined with the caller's own signal: the one that ends first aborts the call. */
export class Deadline {
  readonly #aborted = new AbortController();
  readonly #endsAtMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal;
  readonly #onAbort: () => void;
  #expired = false;

  /** `onAbort` is called once, unless the call is closed first. */
  constructor(timeoutMs: number, caller: AbortSignal, onAbort: () => void) {
    this.#onAbort = onAbort;
    this.#endsAtMs = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#expire(), timeoutMs);
    this.#caller = caller;
    if (caller.aborted) this.#leave();
    else caller.addEventListener("abort", this.#leave, { once: true });
  }

  get signal(): AbortSignal {
    return this.#aborted.signal;
  }

  /** Whether the time ran out while the caller was still waiting. */
  get expired(): boolean {
    return this.#expired;
  }

  leftMs(): number {
    return this.#endsAtMs - performance.now();
  }

  /** Call it when the call has ended. */
  close(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#leave);
  }

  #expire(): void {
    this.#expired = true;
    this.#abort(new DOMException("The deadline of the call has passed.", "TimeoutError"));
  }

  readonly #leave = (): void => this.#abort(this.#caller.reason);

  #abort(reason: unknown): void {
    if (this.#aborted.signal.aborted) return;
    this.#aborted.abort(reason);
    this.#onAbort();
  }
}
