import type { UserCredentials } from "../credentials/user-credentials.ts";
import type { Operation } from "../operations/operation.ts";
import type { HttpRoute } from "./http-route.ts";
import { requestRoutes } from "./request-routes.ts";

interface ServedBy extends Omit<Parameters<typeof requestRoutes>[1], "headersFor"> {
  readonly users: Pick<UserCredentials, "mayRead">;
}

// It names no API key, since a preflight shows no token: it is the same for every page, so that a browser may keep it. What it lets through is refused by the
// request itself when the page is none of the key's.
const preflight = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "authorization, content-type, idempotency-key, last-event-id, x-request-id",
  "access-control-max-age": "600",
};

const exposed = "x-request-id, retry-after, ratelimit, ratelimit-policy, idempotent-replayed";

/** The routes of users in their browsers: the only ones that pages of other origins may call, and only those of the API key's allowed domains. */
export function userRoutes(operations: readonly Operation[], { users, ...by }: ServedBy): HttpRoute[] {
  return [
    ...requestRoutes(operations, {
      ...by,
      async headersFor({ headers }) {
        const { origin } = headers;
        const mayRead = await users.mayRead(headers);
        return mayRead && origin !== undefined
          ? { "access-control-allow-origin": origin, "access-control-expose-headers": exposed, vary: "origin" }
          : { vary: "origin" };
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
