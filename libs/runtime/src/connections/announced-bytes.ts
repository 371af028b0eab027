import type { IncomingHttpHeaders } from "node:http";

/** The least number of body bytes that the head of a request announces: its `content-length`, or 1 for a chunked body. */
export function announcedBytes(headers: IncomingHttpHeaders): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : 1;
}
