import { randomUUID } from "node:crypto";
import { runWithContext } from "./request-context.ts";

const never = new AbortController().signal;

/** Work that several ask for at the same moment is done once for all of them. */
export class SingleFlight<Result> {
  readonly #withinMs: number;
  readonly #running = new Map<string, Promise<Result>>();

  /** The work has so much time. */
  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** The result of the work of this name, which is begun unless it is under way. */
  do(name: string, work: () => Promise<Result>): Promise<Result> {
    let running = this.#running.get(name);
    if (running === undefined) {
      // A context of its own: the request that asks first may end before the others.
      const call = { requestId: randomUUID(), deadlineMs: performance.now() + this.#withinMs, signal: never, traced: false };
      running = runWithContext(call, work).finally(() => this.#running.delete(name));
      this.#running.set(name, running);
    }
    return running;
  }
}
