import type { FastifyReply, FastifyRequest } from "fastify";
import { type Credential, scopeOf } from "../credentials/credential.ts";
import { type Operation, pathsOf } from "../operations/operation.ts";
import type { IncomingRequest } from "../request/exchange.ts";
import type { OtherRoute, RequestHandler } from "../request/request-handler.ts";
import type { HttpRoute } from "./http-route.ts";
import type { HttpServer } from "./http-server.ts";
import { readBody } from "./request-body.ts";

interface ServedBy {
  readonly handler: RequestHandler;
  readonly server: HttpServer;
  readonly maxBodyBytes: number;
  /** Headers of every response to a request, whatever that will be. */
  readonly headersFor?: (request: FastifyRequest) => Promise<Readonly<Record<string, string>>>;
}

/** Adds the routes whose requests the request handler serves. */
export function requestRoutes(
  routes: readonly (Operation | OtherRoute)[],
  { handler, server, maxBodyBytes, headersFor }: ServedBy,
): HttpRoute[] {
  return routes.flatMap((route) =>
    pathsOf(route).map((path) => ({
      method: "POST",
      path,
      openTo: route.auth,
      bodyBytes: maxBodyBytes,
      errorCode: route.errorCode,
      serve: async (request, reply) => {
        if (headersFor !== undefined) reply.headers(await headersFor(request));
        return server.send(reply, await handler.serve(route, incomingRequest(request, reply, { server, maxBodyBytes })));
      },
    })),
  );
}

function seenRequest(request: FastifyRequest, server: HttpServer) {
  const onKnown = (credential: Credential) => {
    request.credential = credential;
    server.connections.hold(request.raw.socket, scopeOf(credential));
  };
  return { requestId: request.id, headers: request.headers, address: request.ip, onKnown };
}

function incomingRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { server, maxBodyBytes }: Pick<ServedBy, "server" | "maxBodyBytes">,
): IncomingRequest {
  const gone = new AbortController();
  const closed = new Promise<void>((resolve) => {
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) gone.abort();
      resolve();
    });
  });
  return {
    ...seenRequest(request, server),
    onAdmitted: (headers) => void reply.headers(headers),
    readBody: () => readBody(request, reply, maxBodyBytes),
    signal: gone.signal,
    closed,
  };
}
