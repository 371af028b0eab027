import { durationHistogram, type Host } from "@parley/runtime";
import type { FastifyRequest } from "fastify";
import { idsOf, scopeOf } from "../credentials/credential.ts";
import { pathsOf, type Route } from "../operations/operation.ts";
import { pathOf } from "./request-head.ts";

/** The parts of a request that are recorded or decide how. */
export type SeenRequest = Pick<FastifyRequest, "id" | "method" | "url" | "headers" | "credential" | "isShed">;

interface RecordOptions {
  /** Each route is measured by itself; all other paths, and what strangers are refused, together. */
  readonly routes: readonly Pick<Route, "path" | "alias">[];
  /** Called with each request, for the customers' own view of their traffic. */
  readonly count: (request: SeenRequest, status: number, durationMs: number) => void;
}

const lineEveryMs = 1_000;

/**
 * Logs and measures requests that have ended. Only the path of an address is logged: a query may contain secrets by mistake. Overload sheds
 * thousands of requests a second: each is measured, but those of a caller at one path share one log line a second.
 */
export class RequestRecord {
  readonly #host: Host;
  readonly #durations: ReturnType<typeof durationHistogram<"operation" | "status">>;
  readonly #paths: ReadonlySet<string>;
  readonly #count: RecordOptions["count"];
  readonly #shed = new Map<string, { readonly line: object; requests: number }>();

  constructor(host: Host, { routes, count }: RecordOptions) {
    this.#host = host;
    this.#paths = new Set(routes.flatMap(pathsOf));
    this.#count = count;
    this.#durations = durationHistogram(
      host.metrics,
      "parley_http_request_duration_seconds",
      "Requests answered, by operation and status. A stream is measured up to its first part.",
      ["operation", "status"],
    );
    host.onStop(async () => this.#tellShed());
  }

  /** A stream is measured up to its first part: it lasts as long as its reader wants, however fast the gateway is. */
  ended(request: SeenRequest, status: number, durationMs: number, measuredMs = durationMs): void {
    this.#measure(request, status, measuredMs);
    this.#count(request, status, measuredMs);
    if (request.isShed) this.#addShed(request, status);
    else
      this.#host.log.info({ requestId: request.id, ...lineOf(request, status), durationMs: Math.round(durationMs * 10) / 10 }, "request");
  }

  #addShed(request: SeenRequest, status: number): void {
    if (this.#shed.size === 0) setTimeout(() => this.#tellShed(), lineEveryMs).unref();
    const name = `${request.credential === undefined ? "" : scopeOf(request.credential)} ${this.#knownPathOf(request)}`;
    const known = this.#shed.get(name);
    if (known === undefined) this.#shed.set(name, { line: lineOf(request, status), requests: 1 });
    else known.requests++;
  }

  #measure(request: SeenRequest, status: number, durationMs: number): void {
    // What strangers are refused is measured together. Otherwise they could make each scrape carry every operation with every status.
    const isStrangers = request.credential === undefined && status >= 400;
    const operation = isStrangers ? "other" : this.#knownPathOf(request);
    this.#durations.observe({ operation, status: String(status) }, durationMs / 1000);
  }

  #knownPathOf(request: SeenRequest): string {
    const path = pathOf(request);
    return this.#paths.has(path) ? path : "other";
  }

  #tellShed(): void {
    for (const { line, requests } of this.#shed.values()) this.#host.log.info({ ...line, requests }, "requests shed");
    this.#shed.clear();
  }
}

function lineOf({ method, url, credential }: SeenRequest, status: number) {
  return { method, path: pathOf({ url }).slice(0, 200), ...(credential === undefined ? {} : idsOf(credential)), status };
}
