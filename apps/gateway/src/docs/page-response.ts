import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Page } from "./built-page.ts";

const gzipped = promisify(gzip);

interface Representation {
  readonly etag: string;
  readonly plain: Buffer;
  /** Only of a build: it takes seconds. */
  readonly brotli: Buffer | undefined;
  readonly gzip: Buffer;
}

// A page loads nothing from other origins, frames nothing, and submits no forms.
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const yearSeconds = 31_536_000;

/** Serves a page from memory, plain or compressed; both are kept from the first request on. */
export function pageResponse({ contentType, content }: Page): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let kept: Promise<Representation> | undefined;
  return async (request, reply) => {
    kept ??= representationOf(content);
    const { etag, plain, brotli, gzip } = await kept;
    reply
      .header("content-security-policy", contentPolicy)
      .header("x-frame-options", "DENY")
      .header("referrer-policy", "no-referrer")
      .header("cache-control", isNamedByHash(request, etag) ? `public, max-age=${yearSeconds}, immutable` : "no-cache")
      .header("vary", "accept-encoding")
      .header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    reply.header("content-type", contentType);
    if (brotli !== undefined && takesCoding(request, "br")) return reply.header("content-encoding", "br").send(brotli);
    return takesCoding(request, "gzip") ? reply.header("content-encoding", "gzip").send(gzip) : reply.send(plain);
  };
}

/** The hash of a page's content: its address contains it, so the page may be cached forever. */
export function hashOf(body: string | Buffer): string {
  return hash("sha256", body, "hex").slice(0, 16);
}

async function representationOf(content: Page["content"]): Promise<Representation> {
  const { plain, brotli, gzip } = await content();
  return { etag: `"${hashOf(plain)}"`, plain: Buffer.from(plain), brotli, gzip: gzip ?? (await gzipped(plain, { level: 9 })) };
}

/** Whether a request accepts a compressed response: it names the coding, with no quality of zero. */
export function takesCoding({ headers }: Pick<FastifyRequest, "headers">, coding: "br" | "gzip"): boolean {
  const codings = String(headers["accept-encoding"] ?? "")
    .replaceAll(" ", "")
    .toLowerCase()
    .split(",");
  const [, quality = "1"] = codings.map((given) => given.split(";q=")).find(([name]) => name === coding) ?? ["", "0"];
  return Number(quality) > 0;
}

function isNamedByHash({ url }: FastifyRequest, etag: string): boolean {
  return url.endsWith(`?v=${etag.slice(1, -1)}`);
}
