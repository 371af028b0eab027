import { setImmediate as nextTurn } from "node:timers/promises";
import type { StreamEvent } from "../operations/stream-shape.ts";

/** The texts of a stream: its events, and what precedes and ends them. */
interface EventTexts {
  /** Sent before the first event. */
  readonly opening: string;
  readonly events: (answer: object) => Iterable<StreamEvent>;
  /** The last event of a failed stream. */
  readonly failed: (error: unknown) => StreamEvent;
  /** The last event of a successful stream, unless the RPC itself sends it. */
  readonly closing: StreamEvent | undefined;
  /** Aborted when the client has disconnected: a failure after that is not a fault. */
  readonly gone: AbortSignal;
}

const done = { done: true, value: undefined } as const;
// The most text to produce at once, while other requests wait.
const partLength = 64 * 1024;

/**
 * The responses of an RPC as the text of server-sent events. Never fails: a failure becomes its last event. It requests no further response
 * than its reader has taken, so a stalled reader costs one response.
 */
export class EventStream implements AsyncIterableIterator<string> {
  readonly #answers: AsyncIterator<object>;
  readonly #texts: EventTexts;
  #first: IteratorResult<object> | undefined;
  #opening: string;
  /** The remaining events of the current response. */
  #events: Iterator<StreamEvent> | undefined;
  /** The last event, set when the stream has been ended from outside. */
  #last: StreamEvent | undefined;
  #giveUp: (() => void) | undefined;
  #ended = false;
  readonly #onEnd: (() => void)[] = [];

  constructor(first: IteratorResult<object>, answers: AsyncIterator<object>, texts: EventTexts) {
    this.#first = first;
    this.#answers = answers;
    this.#texts = texts;
    this.#opening = texts.opening;
  }

  /** Calls the listener when the stream has ended, read to its end or not. */
  onEnd(listener: () => void): void {
    this.#onEnd.push(listener);
  }

  /** Ends the stream once its reader has taken the pending text: with the closing event, or with a failure. */
  end(error?: unknown): void {
    this.#last ??= error === undefined ? this.#texts.closing : this.#texts.failed(error);
    this.#giveUp?.();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#ended) return done;
    try {
      if (this.#events === undefined) {
        const answer = await this.#answer();
        if (answer === undefined) return this.#finish(this.#last);
        if (answer.done === true) return this.#finish(this.#texts.closing);
        this.#events = this.#texts.events(answer.value)[Symbol.iterator]();
      } else {
        await nextTurn();
        if (this.#last !== undefined) return this.#finish(this.#last);
      }
      return { value: this.#part() };
    } catch (error) {
      return this.#finish(this.#texts.gone.aborted ? undefined : this.#texts.failed(error));
    }
  }

  /** Called when the reader stops. The RPC has been aborted, so waiting for its end is short. */
  async return(): Promise<IteratorResult<string>> {
    if (this.#ended) return done;
    this.#end();
    await this.#readOut();
    return done;
  }

  /** The next response; undefined when the stream is to end. */
  #answer(): Promise<IteratorResult<object> | undefined> {
    const first = this.#first;
    this.#first = undefined;
    if (first !== undefined) return Promise.resolve(first);
    if (this.#last !== undefined) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const giveUp = () => resolve(undefined);
      this.#giveUp = giveUp;
      this.#answers.next().then(resolve, reject);
    });
  }

  #part(): string {
    let text = this.#opening;
    this.#opening = "";
    while (text.length < partLength) {
      const next = this.#events?.next();
      if (next === undefined || next.done === true) {
        this.#events = undefined;
        break;
      }
      text += frame(next.value);
    }
    return text;
  }

  #finish(last: StreamEvent | undefined): IteratorResult<string> {
    this.#end();
    void this.#readOut();
    return last === undefined ? done : { value: `${this.#opening}${frame(last)}` };
  }

  #end(): void {
    this.#ended = true;
    this.#events = undefined;
    for (const listener of this.#onEnd) listener();
  }

  async #readOut(): Promise<void> {
    try {
      while ((await this.#answers.next()).done !== true);
    } catch {
      // Nobody is left to report the failure to.
    }
  }
}

function frame({ id, event, data }: StreamEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
