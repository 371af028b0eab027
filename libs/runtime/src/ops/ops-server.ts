import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "@parley/kernel";
import { BoundedConnections, mostUnfinished } from "../connections/bounded-connections.ts";
import { readAheadBytes } from "../connections/parse-in-turn.ts";
import { LeakyBucket } from "../limits/leaky-bucket.ts";
import type { Logger } from "../logs/logging.ts";
import type { Health } from "../module/health.ts";
import type { OpsHandler, OpsOptions, OpsRecorder, OpsRequest } from "../module/module.ts";
import type { Metrics } from "../telemetry/metrics.ts";
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
// Operators, their Prometheus and the probes of Kubernetes need a handful. With few places, thousands of strangers would replace each other
// all the time, and each comes back: new connections cost more than open ones.
const mostConnections = 4_096;
// Most responses to operators that are written and unread, over all connections: metrics have a hundred kilobytes.
const mostUnread = 16;
// The pace of each connection, operators' included: they and their tools send one request after another.
const pace = { strangersPerSecond: 10, pacesCallers: true } as const;
// The pace of operators' requests over all connections: one in this many ms, after a burst. Metrics take milliseconds to write, and where
// no token is set, anyone who reaches the port may ask for them on every connection. The probes are not paced.
const turnMs = 20;
const turnsAtOnce = 5;
const unreadTimeoutMs = 30_000;
const receiveTimeoutMs = 10_000;
const bounds = { requestTimeout: receiveTimeoutMs, connectionsCheckingInterval: 1_000 };

/** A request that the ops port serves. */
interface OpsRoute {
  readonly openTo: "everyone" | "operators";
  /** Most bytes of its body; 0 means that it takes none. */
  readonly bodyBytes: number;
  readonly handle: (request: OpsRequest, response: ServerResponse) => Promise<void>;
  /** Whether it is recorded in the audit log. */
  readonly recorded: boolean;
}

/** The operators' port: `/livez`, `/readyz`, `/metrics`, the routes of modules, and at `/` the list of all of them with their bounds. */
export class OpsServer {
  readonly #options: OpsServerOptions;
  readonly #routes = new Map<string, OpsRoute>();
  readonly #server = createServer({ ...bounds, highWaterMark: readAheadBytes, requireHostHeader: false }, (request, response) => {
    if (!this.#connections.begin(request, response)) return;
    // Nobody waits for a response once the client has disconnected in the middle of its body.
    this.#answer(request, response).catch((error: unknown) => request.socket.destroyed || this.#fail(response, error));
  });
  readonly #turns = new LeakyBucket(turnsAtOnce * turnMs);
  /** Written responses to operators that are not sent yet, oldest first. */
  readonly #unread = new Set<ServerResponse>();
  #recorder: OpsRecorder | undefined;
  readonly #connections = new BoundedConnections(this.#server, { most: mostConnections, unreadTimeoutMs, ...pace });

  constructor(options: OpsServerOptions) {
    // A request that is unreadable or too slow gets no response.
    this.#options = options;
    const { health, metrics } = options;
    this.#routes.set("GET /livez", {
      openTo: "everyone",
      bodyBytes: 0,
      recorded: false,
      handle: async (_, response) => send(response, 200, { status: "ok" }),
    });
    this.#routes.set("GET /readyz", {
      openTo: "everyone",
      bodyBytes: 0,
      recorded: false,
      handle: async (_, response) => send(response, health.ready() ? 200 : 503, health.report()),
    });
    this.#routes.set("GET /metrics", {
      openTo: "operators",
      bodyBytes: 0,
      recorded: false,
      handle: async (_, response) => void response.setHeader("content-type", metrics.contentType).end(await metrics.metrics()),
    });
    this.add("GET", "/", async () => ({ routes: this.#list() }));
  }

  /** Sets the recorder; later calls are ignored. */
  recordWith(recorder: OpsRecorder): void {
    this.#recorder ??= recorder;
  }

  add(method: "GET" | "POST", path: string, handle: OpsHandler, { recorded = method === "POST" }: OpsOptions = {}): void {
    this.#routes.set(`${method} ${path}`, {
      openTo: "operators",
      bodyBytes: method === "POST" ? maxBodyBytes : 0,
      recorded,
      handle: async (request, response) => send(response, 200, await handle(request)),
    });
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
    if (url === null) return send(response, 404, { error: "The path is invalid." });
    // HEAD is handled as GET; Node sends only the head of the response.
    const name = `${request.method === "HEAD" ? "GET" : request.method} ${url.pathname}`;
    const route = this.#routes.get(name);
    const refusal = refusalOf(request, { isOpen: route?.openTo === "everyone" }, this.#options.access);
    if (refusal !== undefined) {
      if (refusal.status === 401) response.setHeader("www-authenticate", "Bearer");
      return send(response, refusal.status, { error: refusal.error });
    }
    if (route === undefined) return send(response, 404, { error: `There is no route ${name}.` });
    if (route.openTo === "operators") {
      this.#connections.hold(request.socket, "operators");
      const waitMs = this.#turns.queue(turnMs);
      if (waitMs > 0) await delay(waitMs);
      if (request.socket.destroyed) return;
    }
    const tooLarge = route.bodyBytes === 0 ? `${name} takes no body.` : `The body of ${name} may have at most ${route.bodyBytes} bytes.`;
    if (announcedBytes(request.headers) > route.bodyBytes) {
      response.setHeader("connection", "close");
      return send(response, 413, { error: tooLarge });
    }
    const asked = { url, body: await readJson(request, route.bodyBytes) };
    const work = () => route.handle(asked, response);
    await (route.recorded ? this.#recorded(name, request, asked, work) : work());
    if (route.openTo === "operators") this.#holdUnread(response);
  }

  #holdUnread(response: ServerResponse): void {
    if (response.closed) return;
    this.#unread.add(response);
    response.once("close", () => this.#unread.delete(response));
    const [oldest] = this.#unread;
    if (this.#unread.size > mostUnread) oldest?.destroy();
  }

  async #recorded(
    route: string,
    { socket, headers }: IncomingMessage,
    { url, body }: OpsRequest,
    work: () => Promise<void>,
  ): Promise<void> {
    if (this.#recorder === undefined) return work();
    const named = body ?? Object.fromEntries(url.searchParams);
    const end = await this.#recorder({
      route,
      body: named,
      address: socket.remoteAddress ?? "",
      userAgent: headers["user-agent"] ?? "",
    });
    try {
      await work();
    } catch (error) {
      await end(error instanceof Failure ? "refused" : "failed");
      throw error;
    }
    await end("success");
  }

  #list() {
    return [...this.#routes].map(([route, { openTo, bodyBytes }]) => ({
      route,
      openTo,
      bodyBytes,
      unreadTimeoutMs,
      unfinishedRequests: mostUnfinished,
    }));
  }

  #fail(response: ServerResponse, error: unknown): void {
    if (error instanceof Failure) {
      send(response, statusOf(error), { error: error.message, reason: error.reason });
      return;
    }
    this.#options.log.error({ err: error }, "An ops request failed.");
    send(response, 500, { error: "The request failed; the reason is in the log." });
  }
}

function statusOf({ kind }: Failure): number {
  if (kind === "unavailable") return 503;
  return kind === "not_found" ? 404 : 400;
}

async function readJson(request: IncomingMessage, maxBodyBytes: number): Promise<unknown> {
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

/** The least number of body bytes that the head of a request announces: its `content-length`, or 1 for a chunked body. */
export function announcedBytes(headers: IncomingHttpHeaders): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : 1;
}
