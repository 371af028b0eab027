import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every form
export type Body = any;

/** A receiver of the customer that stores what it is sent. */
export class Receiver {
  readonly authorizations: (string | undefined)[] = [];
  readonly #bodies: { path: string; body: Body }[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      this.#bodies.push({ path: request.url ?? "", body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
      this.authorizations.push(request.headers.authorization);
      response.end();
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  of(path: string, annotationId: string): Body[] {
    const bodies = this.#bodies.filter((received) => received.path === path).map(({ body }) => body);
    return bodies.filter((body) => (body.targetAnnotationId ?? body.commentAnnotation?.annotationId) === annotationId);
  }

  /** All bodies received at a path. */
  at(path: string): Body[] {
    return this.#bodies.filter((received) => received.path === path).map(({ body }) => body);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
