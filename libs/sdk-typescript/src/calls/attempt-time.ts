import { connectionError, ParleyError, timeoutError } from "../errors/errors.ts";
import type { AbortTarget } from "../sending/fetch.ts";

interface Bounds {
  readonly path: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * The time limit of one attempt: it is aborted when its time is over, or when the caller aborts. An `AbortSignal` is created only when one
 * is read: for a request of undici it would cost a tenth of the call, and undici accepts any object with an `abort` event.
 */
export class AttemptTime implements AbortTarget {
  aborted = false;
  reason: unknown;
  readonly #bounds: Bounds;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #abandon: (() => void) | undefined;
  #controller: AbortController | undefined;
  #listener: (() => void) | undefined;
  #isOver = false;

  constructor(bounds: Bounds) {
    const { signal, timeoutMs } = bounds;
    signal?.throwIfAborted();
    this.#bounds = bounds;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#abort(undefined);
    }, timeoutMs);
    if (signal === undefined) return;
    // A named function: V8 allocates a function literal that is assigned to a property in the old generation, and keeps everything that it
    // references there.
    const abandon = () => this.#abort(signal.reason);
    this.#abandon = abandon;
    signal.addEventListener("abort", abandon, { once: true });
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.aborted) this.#controller.abort(this.reason);
    return this.#controller.signal;
  }

  addEventListener(_event: "abort", listener: () => void): void {
    this.#listener = listener;
  }

  removeEventListener(): void {
    this.#listener = undefined;
  }

  #abort(reason: unknown): void {
    this.aborted = true;
    this.reason = reason;
    this.#controller?.abort(reason);
    this.#listener?.();
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#abandon !== undefined) this.#bounds.signal?.removeEventListener("abort", this.#abandon);
  }

  /** The failure of the attempt: the caller's own reason, a time-out, the response's error, or a lost connection. */
  failureOf(error: unknown): unknown {
    const { signal, timeoutMs, path } = this.#bounds;
    if (signal?.aborted) return signal.reason;
    if (this.#isOver) return timeoutError(timeoutMs, path);
    if (error instanceof ParleyError) return error;
    return connectionError(`${path}: the connection failed: ${causeOf(error)}.`, error);
  }
}

// `fetch` says only "fetch failed", with the reason in its cause.
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
