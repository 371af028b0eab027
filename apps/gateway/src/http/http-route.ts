import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OpenTo } from "../credentials/challenges.ts";
import type { Route } from "../operations/operation.ts";

/** The bounds of a route, enforced before its handler sees a request. */
interface RouteBounds {
  readonly openTo: OpenTo;
  /** Most bytes of a body; 0 for no body. */
  readonly bodyBytes: number;
}

/** A route of the gateway. Only declared routes are served. */
export interface HttpRoute extends RouteBounds {
  /** A GET route also serves HEAD. */
  readonly method: "GET" | "POST" | "DELETE" | "OPTIONS";
  /** A path with `*` at its end matches everything that begins with the rest. */
  readonly path: string;
  /** Accepts a body of any content type as text: forms of browsers and mail clients. */
  readonly isForm?: true;
  /** The shape of its errors. */
  readonly errorCode?: Route["errorCode"];
  /** Called before any of the body is read. */
  readonly before?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Called when the body has been read. Required unless `serve` is given. */
  readonly handle?: (request: FastifyRequest, reply: FastifyReply) => unknown;
  /** Called instead of both as soon as the head has arrived; reads the body itself. */
  readonly serve?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

declare module "fastify" {
  interface FastifyContextConfig {
    bounds?: RouteBounds;
  }
}

/** Adds the routes; throws for a route without bounds. To be called once, before any other routes are added. */
export function addRoutes(server: FastifyInstance, routes: readonly HttpRoute[]): void {
  server.addHook("onRoute", ({ method, url, config }) => {
    if (config?.bounds === undefined) throw new Error(`${method} ${url} has no bounds.`);
  });
  for (const route of routes) if (!route.isForm) add(server, route);
  // Forms have a scope of their own, so that their content types are accepted nowhere else.
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    for (const route of routes) if (route.isForm) add(scope, route);
  });
}

function add(server: FastifyInstance, { method, path, openTo, bodyBytes, before, handle, serve }: HttpRoute): void {
  const first = serve ?? before;
  const then = handle ?? notServed;
  server.route({
    method,
    url: path,
    // Fastify accepts no 0; without a body none is read.
    bodyLimit: Math.max(1, bodyBytes),
    config: { bounds: { openTo, bodyBytes } },
    ...(first === undefined ? {} : { onRequest: first }),
    handler: then as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  });
}

function notServed({ method, url }: FastifyRequest): never {
  throw new Error(`${method} ${url} got no response.`);
}

/** The allowed methods of each path, for the header `allow`. */
export function methodsByPath(routes: readonly HttpRoute[]): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const { method, path } of routes) {
    const named = method === "GET" ? "GET, HEAD" : method;
    const before = methods.get(path);
    methods.set(path, before === undefined ? named : `${before}, ${named}`);
  }
  return methods;
}
