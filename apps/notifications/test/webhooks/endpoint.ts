import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly atMs: number;
}

type Answer = (response: ServerResponse, received: Received, count: number) => void | Promise<void>;

/** A customer's server: keeps what it is sent, and answers as a test wants it to. */
export class Endpoint implements AsyncDisposable {
  readonly received: Received[] = [];
  connections = 0;
  answer: Answer = (response) => void response.end("thank you");
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response));
    this.#server.on("connection", () => this.connections++);
  }

  static async start(host = "127.0.0.1"): Promise<Endpoint> {
    const endpoint = new Endpoint();
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
