import type { Client } from "@connectrpc/connect";
import type { AuditService } from "@parley/contracts/workspace";
import { RevalidatingCache } from "@parley/runtime";
import type { HttpRoute } from "../http/http-route.ts";

// Frequent requests are answered from memory.
const freshness = { max: 1, maxAgeMs: 60_000, revalidateAfterMs: 30_000 };
const cacheControl = "public, max-age=300";

/** The public keys that verify checkpoints of audit logs, open to everyone. */
export function keySetRoute(audit: Client<typeof AuditService>): HttpRoute {
  const cache = new RevalidatingCache<string>(freshness);
  return {
    method: "GET",
    path: "/.well-known/jwks.json",
    openTo: "everyone",
    bodyBytes: 0,
    handle: async (_request, reply) => {
      const keySet = await cache.get("keys", async () => (await audit.getAuditKeys({})).keySetJson);
      return reply.header("cache-control", cacheControl).header("content-type", "application/json; charset=utf-8").send(keySet);
    },
  };
}
