import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Failure } from "@parley/kernel";
import type { Health } from "./health.ts";
import type { Logger } from "./logging.ts";
import type { Metrics } from "./metrics.ts";
import type { OpsHandler } from "./module.ts";
import { type OpsAccess, refusalOf } from "./ops-guard.ts";

interface OpsServerOptions {
  readonly host: string;
  readonly port: number;
  readonly access: OpsAccess;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly log: Logger;
}

const maxBodyBytes = 64 * 1024;

/** The operators' port: `/livez`, `/readyz`, `/metrics`, and the routes of modules. */
export class OpsServer {
  readonly #options: OpsServerOptions;
  readonly #routes = new Map<string, OpsHandler>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => this.#fail(response, error));
  });

  constructor(options: OpsServerOptions) {
    this.#options = options;
    this.#server.requestTimeout = 10_000;
  }

  add(method: "GET" | "POST", path: string, handle: OpsHandler): void {
    this.#routes.set(`${method} ${path}`, handle);
  }

  async listen(): Promise<number> {
    const { host, port } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once("error", reject);
    this.#server.listen(port, host, resolve);
    await promise;
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? "/", "http://ops");
    if (url === null) return send(response, 404, { error: "The path cannot be read." });
    const { health, metrics, access } = this.#options;
    const refusal = refusalOf(request, url.pathname, access);
    if (refusal !== undefined) {
      if (refusal.status === 401) response.setHeader("www-authenticate", "Bearer");
      return send(response, refusal.status, { error: refusal.error });
    }
    if (url.pathname === "/livez") return send(response, 200, { status: "ok" });
    if (url.pathname === "/readyz") return send(response, health.ready() ? 200 : 503, health.report());
    if (url.pathname === "/metrics") {
      response.setHeader("content-type", metrics.contentType);
      response.end(await metrics.metrics());
      return;
    }
    const handle = this.#routes.get(`${request.method} ${url.pathname}`);
    if (handle === undefined) return send(response, 404, { error: `There is no ${request.method} ${url.pathname} here.` });
    send(response, 200, await handle({ url, body: await readJson(request) }));
  }

  #fail(response: ServerResponse, error: unknown): void {
    if (error instanceof Failure) {
      send(response, error.kind === "not_found" ? 404 : 400, { error: error.message, reason: error.reason });
      return;
    }
    this.#options.log.error({ err: error }, "An ops request failed.");
    send(response, 500, { error: "The request failed; the log has the reason." });
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new Failure("invalid_argument", `The body is larger than ${maxBodyBytes} bytes.`);
    chunks.push(chunk);
  }
  if (bytes === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (error) {
    throw new Failure("invalid_argument", "The body is not JSON.", { cause: error });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(`${JSON.stringify(body)}\n`);
}
