/** Of one connection: undefined before its first request has come, false while that waits, true from then on. */
export interface Beginning {
  hasBegun: boolean | undefined;
}

// With more, a turn of the event loop is long when each brings a large body, and a caller's request takes several turns; with fewer, a caller
// who comes with thousands of strangers waits for more turns.
const perTurn = 8;

/**
 * Lets connections begin one after the other, eight in each turn of the event loop: when thousands begin together, other work goes on between
 * them.
 */
export class BeginningTurns {
  readonly #waiting = new Map<Beginning, () => void>();
  /** How many more may begin in this turn. */
  #left = perTurn;

  /** Whether the first request of a connection may be read. Otherwise `begin` is called in its turn. */
  mayBegin(connection: Beginning, begin: () => void): boolean {
    if (connection.hasBegun !== undefined) return connection.hasBegun;
    connection.hasBegun = this.#left > 0;
    if (!connection.hasBegun) this.#waiting.set(connection, begin);
    else if (this.#left-- === perTurn) setImmediate(() => this.#turn());
    return connection.hasBegun;
  }

  /** Called when a connection is gone. */
  leave(connection: Beginning): void {
    this.#waiting.delete(connection);
  }

  #turn(): void {
    this.#left = perTurn;
    for (const [connection, begin] of this.#waiting) {
      if (this.#left === 0) break;
      this.#left--;
      this.#waiting.delete(connection);
      connection.hasBegun = true;
      begin();
    }
    if (this.#left < perTurn) setImmediate(() => this.#turn());
  }
}
