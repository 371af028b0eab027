import { durationHistogram, type Host } from "@parley/runtime";
import type { FastifyRequest } from "fastify";
import { idsOf, scopeOf } from "../credentials/credential.ts";
import { pathsOf, type Route } from "../operations/operation.ts";
import { pathOf } from "./request-head.ts";

/** What is recorded of a request, and what its record depends on. */
export type SeenRequest = Pick<FastifyRequest, "id" | "method" | "url" | "headers" | "credential">;

interface RecordOptions {
  /** Each is measured by itself, all other paths together. */
  readonly routes: readonly Pick<Route, "path" | "alias">[];
  /** Called with each request, for the customers' own view of their traffic. */
  readonly count: (request: SeenRequest, status: number, durationMs: number) => void;
}

const lineEveryMs = 1_000;

/**
 * The log and the measurements of requests that have ended. Only the path of an address: a query may contain secrets by mistake. Of those that are refused
 * at once, of which there are thousands under overload, each is measured, and all of a caller at one path have a line together, every second.
 */
export class RequestRecord {
  readonly #host: Host;
  readonly #durations: ReturnType<typeof durationHistogram<"operation" | "status">>;
  readonly #paths: ReadonlySet<string>;
  readonly #count: RecordOptions["count"];
  readonly #refused = new Map<string, { readonly line: object; requests: number }>();

  constructor(host: Host, { routes, count }: RecordOptions) {
    this.#host = host;
    this.#paths = new Set(routes.flatMap(pathsOf));
    this.#count = count;
    this.#durations = durationHistogram(
      host.metrics,
      "parley_http_request_duration_seconds",
      "Requests answered, by operation and status.",
      ["operation", "status"],
    );
    host.onStop(async () => this.#tellRefused());
  }

  ended(request: SeenRequest, status: number, durationMs: number): void {
    this.#measure(request, status, durationMs);
    this.#count(request, status, durationMs);
    this.#host.log.info({ requestId: request.id, ...lineOf(request, status), durationMs: Math.round(durationMs * 10) / 10 }, "request");
  }

  refusedAtOnce(request: SeenRequest, status: number): void {
    this.#measure(request, status, 0);
    this.#count(request, status, 0);
    if (this.#refused.size === 0) setTimeout(() => this.#tellRefused(), lineEveryMs).unref();
    const name = `${request.credential === undefined ? "" : scopeOf(request.credential)} ${request.url}`;
    const told = this.#refused.get(name);
    if (told === undefined) this.#refused.set(name, { line: lineOf(request, status), requests: 1 });
    else told.requests++;
  }

  #measure(request: SeenRequest, status: number, durationMs: number): void {
    const path = pathOf(request);
    this.#durations.observe({ operation: this.#paths.has(path) ? path : "other", status: String(status) }, durationMs / 1000);
  }

  #tellRefused(): void {
    for (const { line, requests } of this.#refused.values()) this.#host.log.info({ ...line, requests }, "requests refused at once");
    this.#refused.clear();
  }
}

function lineOf({ method, url, credential }: SeenRequest, status: number) {
  return { method, path: pathOf({ url }).slice(0, 200), ...(credential === undefined ? {} : idsOf(credential)), status };
}
