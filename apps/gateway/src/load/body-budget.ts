import { HttpFailure } from "../errors/http-failure.ts";
import type { GiveBack } from "./in-flight.ts";

// No holder fills the budget: the others still find room.
const partOfHolder = 0.25;

/** Bytes of bodies that are in memory at the same time, from before they are read until their request has ended. */
export class BodyBudget {
  readonly #most: number;
  readonly #ofHolders = new Map<string, number>();
  #total = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  /**
   * Takes room for a body. Fails with UNAVAILABLE when there is none, with RESOURCE_EXHAUSTED when the holder has a quarter of it; the connection
   * is closed then, so that nothing of the body needs to be read.
   */
  take(holder: string, bytes: number): GiveBack {
    const held = this.#ofHolders.get(holder) ?? 0;
    const close = { headers: { connection: "close" } };
    // One body always fits, however small the budget is.
    if (this.#total > 0 && this.#total + bytes > this.#most) {
      throw new HttpFailure("unavailable", "There is no room for the body of this request right now. Try again.", close);
    }
    if (held > 0 && held + bytes > this.#most * partOfHolder) {
      throw new HttpFailure("resource_exhausted", `The bodies of requests of ${holder} take as much room as they may. Try again.`, close);
    }
    this.#add(holder, bytes);
    return () => this.#add(holder, -bytes);
  }

  #add(holder: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#ofHolders.get(holder) ?? 0) + bytes;
    if (held === 0) this.#ofHolders.delete(holder);
    else this.#ofHolders.set(holder, held);
  }
}
