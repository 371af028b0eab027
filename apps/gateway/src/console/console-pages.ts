import { Failure } from "@parley/kernel";
import type { FastifyReply, FastifyRequest } from "fastify";
import { takesCoding } from "../docs/page-response.ts";
import type { HttpRoute } from "../http/http-route.ts";
import { type ConsoleFile, consoleFiles } from "./console-files.ts";

// Scripts come only from this server, and none inline; inline styles are allowed because components position themselves with them.
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors ";
const portal = "portal/";
const yearSeconds = 31_536_000;

/** Serves the console's files, and its one page at every other address, which the page routes itself. */
export function consolePages({ frameAncestors }: { frameAncestors: (path: string) => string }): HttpRoute[] {
  let kept: ReadonlyMap<string, ConsoleFile> | undefined;
  const files = () => {
    kept ??= consoleFiles();
    if (kept === undefined) throw new Failure("not_found", "The console has not been built: run `npm run build`.");
    return kept;
  };
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    const name = (request.params as { "*"?: string })["*"] ?? "";
    if (name.startsWith("assets/")) return send(request, reply, files().get(name));
    const page = files().get("index.html");
    return name.startsWith(portal) ? send(request, reply, page, frameAncestors(name.slice(portal.length))) : send(request, reply, page);
  };
  return ["/console", "/console/*"].map((path) => ({ method: "GET", path, openTo: "everyone", bodyBytes: 0, handle }));
}

function send(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile | undefined, framedBy = "'none'"): FastifyReply {
  if (file === undefined) throw new Failure("not_found", "The console has no such file.");
  reply
    .header("content-security-policy", contentPolicy + framedBy)
    .header("referrer-policy", "no-referrer")
    .header("cross-origin-opener-policy", "same-origin")
    .header("cross-origin-resource-policy", "same-origin")
    .header("cache-control", file.immutable ? `public, max-age=${yearSeconds}, immutable` : "no-cache")
    .header("vary", "accept-encoding")
    .header("etag", file.etag);
  // `x-frame-options` is older and cannot name domains.
  if (framedBy === "'none'") reply.header("x-frame-options", "DENY");
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  reply.header("content-type", file.contentType);
  if (file.brotli !== undefined && takesCoding(request, "br")) return reply.header("content-encoding", "br").send(file.brotli);
  if (file.gzip !== undefined && takesCoding(request, "gzip")) return reply.header("content-encoding", "gzip").send(file.gzip);
  return reply.send(file.plain);
}
