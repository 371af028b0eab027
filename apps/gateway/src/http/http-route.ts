import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuthLevel } from "../credentials/credential.ts";
import type { Route } from "../operations/operation.ts";

/** Who may use a route: credentials of a level, the pages of the console, whoever has a link to the webhook pages, or everyone. */
type OpenTo = AuthLevel | "consolePages" | "portalLinks" | "everyone";

/** What a request of a route may be, held before its handler sees it. */
interface RouteBounds {
  readonly openTo: OpenTo;
  /** Most bytes of a body; 0: none is taken. */
  readonly bodyBytes: number;
}

/** A route of the gateway. What is not declared this way is not served. */
export interface HttpRoute extends RouteBounds {
  /** HEAD comes along with GET. */
  readonly method: "GET" | "POST" | "DELETE" | "OPTIONS";
  /** With `*` at its end: whatever begins so. */
  readonly path: string;
  /** The body may have any content type, and comes as text: what browsers and mail clients send from a form. */
  readonly isForm?: true;
  /** The shape of its errors. */
  readonly errorCode?: Route["errorCode"];
  /** Called before anything of the body is read. */
  readonly before?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Called when the body has been read. Needed unless `serve` is there. */
  readonly handle?: (request: FastifyRequest, reply: FastifyReply) => unknown;
  /** Called in place of both: responds to the request as soon as its head has arrived, and reads the body itself. */
  readonly serve?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

declare module "fastify" {
  interface FastifyContextConfig {
    bounds?: RouteBounds;
  }
}

/** Serves the routes, and refuses to serve any that comes without bounds. To be called once, before anything else adds routes. */
export function addRoutes(server: FastifyInstance, routes: readonly HttpRoute[]): void {
  server.addHook("onRoute", ({ method, url, config }) => {
    if (config?.bounds === undefined) throw new Error(`${method} ${url} has no bounds.`);
  });
  for (const route of routes) if (!route.isForm) add(server, route);
  // In a scope of its own: nothing else accepts form content types.
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
    // Fastify takes no 0; without a body none is read.
    bodyLimit: Math.max(1, bodyBytes),
    config: { bounds: { openTo, bodyBytes } },
    ...(first === undefined ? {} : { onRequest: first }),
    handler: then as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  });
}

function notServed({ method, url }: FastifyRequest): never {
  throw new Error(`${method} ${url} has been left without a response.`);
}

/** The allowed methods of each path, for `allow`. */
export function methodsByPath(routes: readonly HttpRoute[]): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const { method, path } of routes) {
    const named = method === "GET" ? "GET, HEAD" : method;
    const before = methods.get(path);
    methods.set(path, before === undefined ? named : `${before}, ${named}`);
  }
  return methods;
}
