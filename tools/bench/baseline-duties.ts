import { createHash, timingSafeEqual } from "node:crypto";
import { createMetrics, durationHistogram } from "@parley/runtime";
import type { FastifyInstance } from "fastify";

/** Checks credentials and measures every request. The log line per request is fastify's own. */
export function takeDuties(server: FastifyInstance, apiKeyId: string, token: string): void {
  const known = digestOf(token);
  const durations = durationHistogram(createMetrics(), "baseline_request_duration_seconds", "Requests answered.", ["path", "status"]);
  server.addHook("onRequest", async ({ headers }, reply) => {
    const given = headers["x-svc-auth-token"];
    const isKnown = headers["x-svc-api-key"] === apiKeyId && typeof given === "string" && timingSafeEqual(digestOf(given), known);
    if (!isKnown) await reply.code(401).send({ error: { status: "UNAUTHENTICATED" } });
  });
  server.addHook("onResponse", async ({ url }, reply) => {
    durations.observe({ path: url, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
  });
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const id = { type: "string", minLength: 1, maxLength: 128 };
const ids = { type: "array", maxItems: 1_000, items: id };
const organization = {
  type: "object",
  additionalProperties: false,
  required: ["organizationId"],
  properties: { organizationId: id, organizationName: { type: "string", maxLength: 1_000 } },
};
const data = {
  type: "object",
  additionalProperties: false,
  properties: {
    organizationId: id,
    pageSize: { type: "integer", minimum: 1, maximum: 1_000 },
    organizations: { type: "array", maxItems: 1_000, items: organization },
    organizationIds: ids,
    disabled: { type: "boolean" },
  },
};
/** The limits on the bodies of the three requests. */
export const requestSchema = { body: { type: "object", additionalProperties: false, required: ["data"], properties: { data } } };
