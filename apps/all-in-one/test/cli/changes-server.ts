import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A gateway with a feed of a number of changes, which answers `changes.get`. A cursor is the number of changes before it. */
export class ChangesServer implements AsyncDisposable {
  readonly asked: Record<string, unknown>[] = [];
  readonly #server = createServer(async (request, response) => {
    const { data } = (await json(request)) as { readonly data: Record<string, unknown> };
    this.asked.push(data);
    response.setHeader("content-type", "application/json").end(JSON.stringify({ result: this.#pageBehind(String(data.cursor)) }));
  });
  readonly #pageSize: number;
  readonly #count: number;

  private constructor(count: number, pageSize: number) {
    this.#count = count;
    this.#pageSize = pageSize;
  }

  static async start(count: number, pageSize: number): Promise<ChangesServer> {
    const server = new ChangesServer(count, pageSize);
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #pageBehind(cursor: string): object {
    const begin = cursor === "start" ? 0 : Number(cursor);
    const end = Math.min(begin + this.#pageSize, this.#count);
    const data = Array.from({ length: end - begin }, (_, index) => ({ changeId: `chg_${begin + index}`, filler: "x".repeat(200) }));
    return { status: "success", message: "Changes retrieved.", data, nextCursor: String(end), upToDate: end === this.#count };
  }
}
