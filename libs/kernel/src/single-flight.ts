import { randomUUID } from "node:crypto";
import { runWithContext } from "./request-context.ts";

const never = new AbortController().signal;

/** Runs work once for all callers that ask for it at the same time. */
export class SingleFlight<Result> {
  readonly #withinMs: number;
  readonly #running = new Map<string, Promise<Result>>();

  /** @param withinMs Time limit of the work, in ms. */
  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** The result of the work with this name, which is started unless it is already running. */
  do(name: string, work: () => Promise<Result>): Promise<Result> {
    let running = this.#running.get(name);
    if (running === undefined) {
      // The work has its own context, because the request that starts it may end before the others.
      const call = { requestId: randomUUID(), deadlineMs: performance.now() + this.#withinMs, signal: never, traced: false };
      running = runWithContext(call, work).finally(() => this.#running.delete(name));
      this.#running.set(name, running);
    }
    return running;
  }
}
