import { randomText } from "@parley/kernel";
import { LRUCache } from "lru-cache";
import type { Role } from "../credentials/rights.ts";

const goodForMs = 10 * 60_000;
const mostCodes = 1_000;

/** What is presented to sign in, and the wanted role. */
export interface Presented {
  readonly workspaceId: string;
  /** A token of the workspace. */
  readonly token: string;
  readonly role: Role;
}

/** Codes that sign a browser in once, within ten minutes, at this gateway. */
export class SignInCodes {
  readonly #codes: LRUCache<string, Presented>;

  constructor(now: () => number = () => performance.now()) {
    this.#codes = new LRUCache({ max: mostCodes, ttl: goodForMs, ttlResolution: 0, perf: { now } });
  }

  create(presented: Presented): string {
    const code = randomText(32);
    this.#codes.set(code, presented);
    return code;
  }

  /** What a code stands for; undefined when it is unknown, too old, or has been used. */
  redeem(code: string): Presented | undefined {
    const presented = this.#codes.get(code);
    this.#codes.delete(code);
    return presented;
  }
}
