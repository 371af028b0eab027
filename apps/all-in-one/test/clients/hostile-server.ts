import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a server does with one request. */
export interface ScriptedAnswer {
  readonly fault?: "reset" | "half" | "half-without-length" | "silence" | "trickle";
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

/** A request as received. */
export interface Attempt {
  readonly atMs: number;
  readonly headers: IncomingMessage["headers"];
  readonly path: string;
  readonly body: unknown;
}

/** A server that behaves as scripted, in every way in which networks and overloaded servers fail. */
export class HostileServer implements AsyncDisposable {
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #scripts = new Map<string, { readonly answers: readonly ScriptedAnswer[]; readonly attempts: Attempt[] }>();

  static async start(): Promise<HostileServer> {
    const hostile = new HostileServer();
    hostile.#server.listen(0, "127.0.0.1");
    await once(hostile.#server, "listening");
    return hostile;
  }

  /** A separate base URL for a script. The attempts are added as they arrive. */
  script(answers: readonly ScriptedAnswer[]): { readonly baseUrl: string; readonly attempts: readonly Attempt[] } {
    const name = `script-${this.#scripts.size}`;
    const attempts: Attempt[] = [];
    this.#scripts.set(name, { answers, attempts });
    return { baseUrl: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}`, attempts };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = "", ...path] = (request.url ?? "").split("/");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const script = this.#scripts.get(name);
    const body = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
    script?.attempts.push({ atMs: performance.now(), headers: request.headers, path: `/${path.join("/")}`, body });
    const answer = script?.answers[script.attempts.length - 1] ?? { status: 500, text: "The script has no further answer." };
    perform(answer, request, response);
  }
}

function perform(
  { fault, status = 200, headers = {}, json, text }: ScriptedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const body = text ?? JSON.stringify(json ?? { result: { status: "success", message: "Never read." } });
  const type = { "content-type": json === undefined && text !== undefined ? "text/html" : "application/json", ...headers };
  switch (fault) {
    case undefined:
      response.writeHead(status, type).end(body);
      return;
    case "reset":
      request.socket.resetAndDestroy();
      return;
    case "half":
      response.writeHead(200, { ...type, "content-length": Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => request.socket.destroy());
      return;
    case "half-without-length":
      // Like a proxy of HTTP/1.0, where the end of the connection is the end of the body.
      request.socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${body.slice(0, body.length / 2)}`);
      return;
    case "trickle": {
      response.writeHead(200, type);
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
      return;
    }
    case "silence":
  }
}
