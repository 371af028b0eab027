import { timingSafeEqual } from "node:crypto";

/** The tokens that services present to each other. A list, so that one can be replaced while both are in use. */
export class ServiceTokens {
  readonly #accepted: readonly Buffer[];

  constructor(tokens: readonly string[]) {
    if (tokens.includes("")) throw new Error("A service token must not be empty.");
    this.#accepted = tokens.map((token) => Buffer.from(bearer(token)));
  }

  /** Compares with every token in constant time; only the length of a token can be learnt from how long it takes. */
  accept(authorization: string | undefined): boolean {
    if (authorization === undefined) return false;
    const given = Buffer.from(authorization);
    let found = false;
    for (const expected of this.#accepted) {
      if (given.length === expected.length && timingSafeEqual(given, expected)) found = true;
    }
    return found;
  }
}

/** The value of the `authorization` header that presents the token. */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}
