import { randomText } from "@parley/kernel";
import { LRUCache } from "lru-cache";
import type { Role } from "../credentials/rights.ts";

const goodForMs = 10 * 60_000;
const mostCodes = 1_000;

/** The presented token, and the requested role. */
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

  /** The token of a code; undefined for a code that is unknown, expired or used. */
  redeem(code: string): Presented | undefined {
    const presented = this.#codes.get(code);
    this.#codes.delete(code);
    return presented;
  }
}
