import type { Random } from "./random.ts";

/** A writer's ids of existing items, and the numbers for new ones. */
export class OwnKeys {
  readonly #name: string;
  readonly #random: Random;
  readonly #keys: string[] = [];
  #made = 0;

  constructor(name: string, random: Random) {
    this.#name = name;
    this.#random = random;
  }

  get size(): number {
    return this.#keys.length;
  }

  /** A number that no other call receives. */
  next(): number {
    this.#made++;
    return this.#made;
  }

  add(): string {
    const key = `${this.#name}-${this.next()}`;
    this.#keys.push(key);
    return key;
  }

  any(): string {
    return this.#random.pick(this.#keys);
  }

  take(): string {
    return this.#keys.splice(this.#random.between(0, this.#keys.length - 1), 1)[0] ?? "";
  }
}
