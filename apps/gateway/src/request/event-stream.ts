import { setImmediate as nextTurn } from "node:timers/promises";
import type { StreamEvent } from "../operations/stream-shape.ts";

/** How the responses of an RPC, and what surrounds them, become text. */
interface EventTexts {
  /** Before the first event. */
  readonly opening: string;
  readonly events: (answer: object) => Iterable<StreamEvent>;
  /** The last event of a stream that has failed. */
  readonly failed: (error: unknown) => StreamEvent;
  /** The last event of one that has not, unless the RPC itself says it. */
  readonly closing: StreamEvent | undefined;
  /** Aborted when the client has gone: what fails then is nobody's fault. */
  readonly gone: AbortSignal;
}

const done = { done: true, value: undefined } as const;
// What is made at once: everybody else waits for it.
const partLength = 64 * 1024;

/**
 * The responses of an RPC as the text of server-sent events. Never fails: a failure is its last event. It reads no further than its own reader does, so a
 * reader that stands still costs one response.
 */
export class EventStream implements AsyncIterableIterator<string> {
  readonly #answers: AsyncIterator<object>;
  readonly #texts: EventTexts;
  #first: IteratorResult<object> | undefined;
  #opening: string;
  /** What is left of the response that is being read. */
  #events: Iterator<StreamEvent> | undefined;
  /** Set when somebody has ended it: the event that is to be the last. */
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

  /** Calls the listener when the stream has ended, whether or not it was read to its end. */
  onEnd(listener: () => void): void {
    this.#onEnd.push(listener);
  }

  /** Ends it as soon as its reader has what was sent: with its closing event, or as a failure. */
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

  /** Called when the reader stops: the RPC is read to its end, which is near, because it is aborted. */
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
      // Nobody is left to report to.
    }
  }
}

function frame({ id, event, data }: StreamEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
