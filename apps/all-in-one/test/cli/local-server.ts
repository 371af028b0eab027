import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A developer's server on this machine. It stores requests byte for byte. */
export class LocalServer implements AsyncDisposable {
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      this.requests.push({ headers: request.headers, body: await text(request) });
      response.end();
    });
  }

  static async start(): Promise<LocalServer> {
    const local = new LocalServer();
    await new Promise<void>((resolve) => local.#server.listen(0, "127.0.0.1", resolve));
    return local;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
