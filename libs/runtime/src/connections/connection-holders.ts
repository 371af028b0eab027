import type { Socket } from "node:net";

/** Open connections by holder of valid credentials; the key `undefined` stands for strangers. */
export class ConnectionHolders {
  readonly #most: number;
  /** Each holder's sockets, oldest first. */
  readonly #sockets = new Map<string | undefined, Set<Socket>>();

  /** @param most Most connections at the same time. */
  constructor(most: number) {
    this.#most = most;
  }

  enter(socket: Socket, holder: string | undefined): void {
    const sockets = this.#sockets.get(holder);
    if (sockets === undefined) this.#sockets.set(holder, new Set([socket]));
    else sockets.add(socket);
  }

  leave(socket: Socket, holder: string | undefined): void {
    const sockets = this.#sockets.get(holder);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#sockets.delete(holder);
  }

  strangers(): number {
    return this.#sockets.get(undefined)?.size ?? 0;
  }

  /**
   * The connection to replace when a new one arrives and all places are taken: the oldest of the strangers'; else an idle one of the holder
   * with the most connections; else the oldest of a holder with more than half of all places; undefined if there is none. Without the rule
   * for idle connections, two holders with half of the places each, such as two API keys of one customer, would shut out everybody else.
   */
  yielding(isIdle: (socket: Socket) => boolean): Socket | undefined {
    const [stranger] = this.#sockets.get(undefined) ?? [];
    if (stranger !== undefined) return stranger;
    const sockets = [...this.#sockets.values()].reduce((most, each) => (each.size > most.size ? each : most));
    const idle = sockets.size > 1 ? [...sockets].find(isIdle) : undefined;
    const [oldest] = sockets.size > this.#most / 2 ? sockets : [];
    return idle ?? oldest;
  }
}
