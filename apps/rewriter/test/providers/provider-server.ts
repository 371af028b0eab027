import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Behaviour, succeed } from "./behaviours.ts";
import type { Dialect, Received } from "./dialect.ts";
import { dialects } from "./dialects.ts";
import { responsesDialect } from "./responses-dialect.ts";

/** One request with its outcome. */
interface Exchange {
  readonly dialect: Dialect;
  readonly received: Received;
  /** Settles when the connection has closed; true if the response was not complete. */
  readonly cutOff: Promise<boolean>;
}

/** A local server with all three providers' wire formats, which behaves as told. */
export class ProviderServer implements AsyncDisposable {
  readonly exchanges: Exchange[] = [];
  readonly #server: Server;
  #behaviours: Behaviour[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<ProviderServer> {
    const server = new ProviderServer();
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a rewriter that calls this server. */
  get settings(): Record<string, string> {
    return { PARLEY_OPENAI_BASE_URL: `${this.url}/v1`, PARLEY_ANTHROPIC_BASE_URL: this.url, PARLEY_GOOGLE_BASE_URL: this.url };
  }

  /** Sets the behaviour for the next requests, in order; the last one applies to all further requests. */
  behave(...behaviours: Behaviour[]): void {
    this.#behaviours = behaviours;
    this.exchanges.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    const dialect = [...dialects, responsesDialect].find((candidate) => candidate.reads(path));
    if (dialect === undefined || request.method !== "POST") {
      response.writeHead(404).end();
      return;
    }
    const cutOff = once(response, "close").then(() => !response.writableFinished);
    const received = { path, headers: request.headers, body: JSON.parse(await text(request)) };
    this.exchanges.push({ dialect, received, cutOff });
    const behaviour = (this.#behaviours.length > 1 ? this.#behaviours.shift() : this.#behaviours[0]) ?? succeed();
    await behaviour({ dialect, received, response });
  }
}
