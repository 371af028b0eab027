import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Certificate } from "@parley/testing";

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly atMs: number;
}

type Answer = (response: ServerResponse, received: Received, count: number) => void | Promise<void>;

/** A customer's server: records the requests, and answers as a test wants. */
export class Endpoint implements AsyncDisposable {
  readonly received: Received[] = [];
  /** Connections that were made, and those that are open. */
  connections = 0;
  open = 0;
  /** The server names that TLS clients asked for; empty for a client that asked for none. */
  readonly askedNames: string[] = [];
  answer: Answer = (response) => void response.end("thank you");
  readonly #server: Server;

  private constructor(certificate: Certificate | undefined) {
    const handle = (request: IncomingMessage, response: ServerResponse) => void this.#handle(request, response);
    this.#server = certificate === undefined ? createServer(handle) : createSecureServer(certificate, handle);
    this.#server.on("connection", (socket: Socket) => {
      this.connections++;
      this.open++;
      socket.on("close", () => this.open--);
    });
    this.#server.on("secureConnection", ({ servername }: TLSSocket) => this.askedNames.push(servername || ""));
  }

  /** With https if a certificate is given. */
  static async start(host = "127.0.0.1", certificate?: Certificate): Promise<Endpoint> {
    const endpoint = new Endpoint(certificate);
    await new Promise<void>((resolve) => endpoint.#server.listen(0, host, resolve));
    return endpoint;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path = "/hook"): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  bodies(path = "/hook"): Record<string, unknown>[] {
    return this.received.filter((received) => received.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const received = { path: request.url ?? "", headers, body: Buffer.concat(chunks).toString("utf8"), atMs: performance.now() };
    this.received.push(received);
    await this.answer(response, received, this.received.length);
  }
}
