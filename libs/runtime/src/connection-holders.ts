import type { Socket } from "node:net";

/** Whose connections are open: of each holder of valid credentials, and of strangers, who are `undefined` here. */
export class ConnectionHolders {
  readonly #most: number;
  /** The oldest of each first. */
  readonly #sockets = new Map<string | undefined, Set<Socket>>();

  /** @param most How many connections there may be. */
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
   * The connection in whose place a new one comes when there are as many as may be: the oldest of strangers, else an idle one of whoever has most, else the
   * oldest of a holder that has more than half of all; undefined when there is none. Of these alone, holders that have half each, as two API keys of one
   * customer may, would shut out everybody else.
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
