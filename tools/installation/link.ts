import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/**
 * `delay`: everything is late; `hold`: nothing moves; `reset`: all connections are reset; `half-open`: the client does not notice that the
 * server is gone.
 */
export type LinkFault = "delay" | "hold" | "reset" | "half-open";

const delayMs = 80;

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * A TCP connection's path to programs on this machine, which can be disturbed: everything is late, nothing moves, all connections are
 * reset, or clients believe that they are connected when they are not. Several programs may be behind it; a connection goes to the next one
 * that accepts it.
 */
export class Link {
  readonly #ports: readonly number[];
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  readonly #open = new Set<Socket>();
  /** Clients that do not know that the other end is gone. */
  readonly #deserted = new Set<Socket>();
  #next = 0;
  #fault: LinkFault | undefined;
  #moving: PromiseWithResolvers<void> | undefined;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => void this.#accept(client));
  }

  static async open(ports: readonly number[]): Promise<Link> {
    const link = new Link(ports);
    link.#server.listen(0, "127.0.0.1");
    await once(link.#server, "listening");
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  disturb(fault: LinkFault): void {
    this.#fault = fault;
    if (fault === "hold") this.#moving = Promise.withResolvers();
    if (fault === "reset") this.#resetAll();
    if (fault === "half-open") this.#desertAll();
  }

  calm(): void {
    this.#fault = undefined;
    this.#moving?.resolve();
    this.#moving = undefined;
    // The reset that a peer without the connection would send.
    for (const client of this.#deserted) client.resetAndDestroy();
    this.#deserted.clear();
  }

  close(): void {
    this.calm();
    this.#resetAll();
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  async #accept(client: Socket): Promise<void> {
    client.on("error", () => client.destroy());
    this.#open.add(client);
    client.once("close", () => this.#open.delete(client));
    if (this.#fault === "reset") return void client.resetAndDestroy();
    if (this.#fault === "half-open") return this.#desert(client);
    const server = await this.#connectOn();
    if (server === undefined) return void client.resetAndDestroy();
    // The client has disconnected meanwhile.
    if (client.destroyed) return void server.destroy();
    const connection = { client, server };
    this.#connections.add(connection);
    server.on("error", () => server.destroy());
    client.once("close", () => this.#forget(connection));
    server.once("close", () => this.#forget(connection));
    this.#pump(client, server);
    this.#pump(server, client);
  }

  async #connectOn(): Promise<Socket | undefined> {
    const first = this.#next++;
    for (let tried = 0; tried < this.#ports.length; tried++) {
      const socket = connect({
        port: this.#ports[(first + tried) % this.#ports.length] ?? 0,
        host: "127.0.0.1",
        allowHalfOpen: true,
        noDelay: true,
      });
      try {
        await once(socket, "connect");
        return socket;
      } catch {
        socket.destroy();
      }
    }
    return undefined;
  }

  #pump(from: Socket, to: Socket): void {
    from.on("data", async (chunk: Buffer) => {
      from.pause();
      await this.#moving?.promise;
      if (this.#fault === "delay") await delay(delayMs);
      if (!to.destroyed && !this.#deserted.has(to) && !to.write(chunk))
        await Promise.race([once(to, "drain"), once(to, "close")]).catch(() => undefined);
      from.resume();
    });
    from.once("end", () => to.end());
  }

  #forget(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    connection.server.destroy();
    if (!this.#deserted.has(connection.client)) connection.client.destroy();
  }

  #resetAll(): void {
    for (const { client, server } of this.#connections) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  #desertAll(): void {
    for (const { client, server } of this.#connections) {
      this.#desert(client);
      server.resetAndDestroy();
    }
  }

  #desert(client: Socket): void {
    this.#deserted.add(client);
    client.once("close", () => this.#deserted.delete(client));
    client.resume();
  }
}
