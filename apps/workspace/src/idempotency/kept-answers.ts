import { LRUCache } from "lru-cache";
import { idempotencyRetentionMs } from "./idempotency.ts";

interface Hour {
  readonly number: number;
  bytes: number;
}

const hourMs = 3_600_000;
const keptCallers = 50_000;
// Shares of the API key's bytes: users in browsers cannot take the room of the customer's own requests, nor one user that of the others.
const partOfUsers = 1 / 2;
const partOfUser = 1 / 100;
const nameOfUser = /^user-[\w-]{43}/;

/**
 * The bytes of responses that this process stores for each caller's idempotency keys, in a sliding window of a day, by hours; older
 * responses have been deleted. Keys of users in their browsers begin with `user-` and the user, and may take only a part of their API key's. Nothing is counted in the database, so each process has this limit of its own, and starts anew when it
 * restarts.
 */
export class KeptAnswers {
  readonly #mostBytes: number;
  readonly #nowMs: () => number;
  readonly #hoursOf = new LRUCache<string, Hour[]>({ max: keptCallers });

  constructor(mostBytes: number, nowMs: () => number = Date.now) {
    this.#mostBytes = mostBytes;
    this.#nowMs = nowMs;
  }

  /** Whether there is room for a response of this many bytes to the request with this key. If so, it is counted from now on. */
  admits(scopeId: string, key: string, bytes: number): boolean {
    const number = Math.floor(this.#nowMs() / hourMs);
    const shares = sharesOf(scopeId, key).map(({ name, part }) => ({ name, part, hours: this.#hours(name, number) }));
    const isFull = shares.some(({ part, hours }) => hours.reduce((sum, hour) => sum + hour.bytes, bytes) > this.#mostBytes * part);
    if (isFull) return false;
    for (const { name, hours } of shares) {
      const last = hours.at(-1);
      if (last?.number === number) last.bytes += bytes;
      else hours.push({ number, bytes });
      this.#hoursOf.set(name, hours);
    }
    return true;
  }

  // The hour in which the retention ends counts whole.
  #hours(name: string, number: number): Hour[] {
    const first = number - idempotencyRetentionMs / hourMs;
    return (this.#hoursOf.get(name) ?? []).filter((hour) => hour.number >= first);
  }
}

/** The counters of a response, each with its share of the API key's bytes. */
function sharesOf(scopeId: string, key: string) {
  const all = { name: scopeId, part: 1 };
  const user = nameOfUser.exec(key)?.[0];
  if (user === undefined) return [all];
  return [all, { name: `${scopeId}\0user`, part: partOfUsers }, { name: `${scopeId}\0${user}`, part: partOfUser }];
}
