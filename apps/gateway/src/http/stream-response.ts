import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { EventStream } from "../request/event-stream.ts";

/**
 * Writes a stream as fast as its client reads it, calls `onFirst` at its first part, and cuts it off after `cutMs`. Writes straight to the connection: a Node readable stream
 * in between would, with its buffers and listeners, take more memory than the connection itself for as long as the stream lasts.
 */
export function sendStream(reply: FastifyReply, stream: EventStream, cutMs: number, onFirst: () => void): FastifyReply {
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  void new StreamResponse(raw, stream, onFirst).write(cutMs);
  return reply;
}

class StreamResponse {
  readonly #response: ServerResponse;
  readonly #stream: EventStream;
  readonly #onFirst: () => void;
  /** Set while the client has not read the written bytes. */
  #goOn: (() => void) | undefined;

  constructor(response: ServerResponse, stream: EventStream, onFirst: () => void) {
    this.#response = response;
    this.#stream = stream;
    this.#onFirst = onFirst;
    response.on("drain", () => this.#goOn?.());
    response.once("close", () => {
      this.#goOn?.();
      void stream.return();
    });
  }

  async write(cutMs: number): Promise<void> {
    const cut = setTimeout(() => this.#response.destroy(), cutMs);
    let isFirst = true;
    try {
      for await (const part of this.#stream) {
        if (this.#response.destroyed) break;
        if (isFirst) this.#onFirst();
        isFirst = false;
        if (!this.#response.write(part)) await this.#drained();
      }
      this.#response.end();
    } finally {
      clearTimeout(cut);
    }
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve;
      if (this.#response.destroyed) resolve();
    });
  }
}
