import type { UserCredentials } from "../credentials/user-credentials.ts";
import type { Operation } from "../operations/operation.ts";
import type { HttpRoute } from "./http-route.ts";
import { requestRoutes } from "./request-routes.ts";

interface ServedBy extends Omit<Parameters<typeof requestRoutes>[1], "headersFor"> {
  readonly users: Pick<UserCredentials, "readableBy">;
}

// A preflight carries no token, so the response cannot depend on the API key and is the same for every page. Browsers may therefore cache
// it. The request itself fails if the page is not on an allowed domain of the key.
const preflight = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "authorization, content-type, idempotency-key, last-event-id, x-request-id",
  "access-control-max-age": "600",
};

const exposed = "x-request-id, retry-after, ratelimit, ratelimit-policy, idempotent-replayed";

/**
 * The routes of users in their browsers. Only these may be called by pages of other origins, and only by pages on allowed domains of the
 * API key.
 */
export function userRoutes(operations: readonly Operation[], { users, ...by }: ServedBy): HttpRoute[] {
  return [
    ...requestRoutes(operations, {
      ...by,
      async headersFor({ headers }) {
        const origin = await users.readableBy(headers);
        return origin === undefined
          ? { vary: "origin" }
          : { "access-control-allow-origin": origin, "access-control-expose-headers": exposed, vary: "origin" };
      },
    }),
    {
      method: "OPTIONS",
      path: "/v2/me/*",
      openTo: "everyone",
      bodyBytes: 0,
      handle: (_request, reply) => reply.code(204).headers(preflight).send(),
    },
  ];
}
