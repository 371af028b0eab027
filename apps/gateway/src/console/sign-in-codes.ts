import { randomText } from "@parley/kernel";
import { LRUCache } from "lru-cache";
import type { Session } from "./session/session.ts";

const goodForMs = 10 * 60_000;
const mostCodes = 1_000;

/** Codes that sign a browser in once, within ten minutes, at this gateway. */
export class SignInCodes {
  readonly #sessions: LRUCache<string, Session>;

  constructor(now: () => number = () => performance.now()) {
    this.#sessions = new LRUCache({ max: mostCodes, ttl: goodForMs, ttlResolution: 0, perf: { now } });
  }

  create(session: Session): string {
    const code = randomText(32);
    this.#sessions.set(code, session);
    return code;
  }

  /** The session of a code; undefined when it is unknown or has been used. */
  redeem(code: string): Session | undefined {
    const session = this.#sessions.get(code);
    this.#sessions.delete(code);
    return session;
  }
}
