import type { HttpRoute } from "./http-route.ts";

/** Whether the process is alive, and whether it is ready for requests. */
export function probeRoutes(ready: () => boolean): HttpRoute[] {
  const open = { method: "GET", openTo: "everyone", bodyBytes: 0 } as const;
  return [
    { ...open, path: "/livez", handle: (_request, reply) => reply.send({ status: "ok" }) },
    { ...open, path: "/readyz", handle: (_request, reply) => reply.code(ready() ? 200 : 503).send({ ready: ready() }) },
  ];
}
