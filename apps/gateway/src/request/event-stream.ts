import type { StreamEvent } from "../operations/stream-shape.ts";

const done = { done: true, value: undefined } as const;

/** The responses of an RPC as the text of server-sent events. Never fails: a failure is its last event. */
export class EventStream implements AsyncIterableIterator<string> {
  readonly #answers: AsyncIterator<object>;
  readonly #event: (answer: object) => StreamEvent;
  readonly #failed: (error: unknown) => StreamEvent;
  #first: IteratorResult<object> | undefined;
  #ended = false;
  #onEnd: (() => void) | undefined;

  constructor(
    first: IteratorResult<object>,
    answers: AsyncIterator<object>,
    event: (answer: object) => StreamEvent,
    failed: (error: unknown) => StreamEvent,
  ) {
    this.#first = first;
    this.#answers = answers;
    this.#event = event;
    this.#failed = failed;
  }

  /** Calls the listener when the stream has ended, whether or not it was read to its end. */
  onEnd(listener: () => void): void {
    this.#onEnd = listener;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#ended) return done;
    try {
      const next = this.#first ?? (await this.#answers.next());
      this.#first = undefined;
      if (next.done !== true) return { value: frame(this.#event(next.value)) };
      this.#end();
      return done;
    } catch (error) {
      this.#end();
      return { value: frame(this.#failed(error)) };
    }
  }

  /** Called when the reader stops: the RPC is read to its end, which is near, because it is aborted. */
  async return(): Promise<IteratorResult<string>> {
    if (this.#ended) return done;
    this.#end();
    try {
      while ((await this.#answers.next()).done !== true);
    } catch {
      // Nobody is left to report to.
    }
    return done;
  }

  #end(): void {
    this.#ended = true;
    this.#onEnd?.();
  }
}

function frame({ event, data }: StreamEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
