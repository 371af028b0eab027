import { durationHistogram, type Host } from "@parley/runtime";
import type { FastifyRequest } from "fastify";
import { idsOf } from "../credentials/credential.ts";
import { operations } from "../operations/index.ts";
import { pathsOf } from "../operations/operation.ts";
import { agentRoute } from "./agent-route.ts";
import { pathOf } from "./request-head.ts";

/**
 * Writes a log line and a measurement for every request that has ended. Only the path of its address: a query may contain secrets by
 * mistake.
 */
export function requestRecord(host: Host): (request: FastifyRequest, status: number, durationMs: number) => void {
  const durations = durationHistogram(host.metrics, "parley_http_request_duration_seconds", "Requests answered, by operation and status.", [
    "operation",
    "status",
  ]);
  const paths = new Set<string>([...operations, agentRoute].flatMap(pathsOf));
  return (request, status, durationMs) => {
    const path = pathOf(request);
    durations.observe({ operation: paths.has(path) ? path : "other", status: String(status) }, durationMs / 1000);
    host.log.info(
      {
        requestId: request.id,
        method: request.method,
        path: path.slice(0, 200),
        ...(request.credential === undefined ? {} : idsOf(request.credential)),
        status,
        durationMs: Math.round(durationMs * 10) / 10,
      },
      "request",
    );
  };
}
