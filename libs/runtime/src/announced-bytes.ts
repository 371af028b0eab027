import type { IncomingHttpHeaders } from "node:http";

/** How many bytes of a body the head of a request announces, at least: 1 when it says only that a body follows. */
export function announcedBytes(headers: IncomingHttpHeaders): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : 1;
}
