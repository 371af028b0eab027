import type { Headers } from "../credentials/credential-check.ts";
import { HttpFailure } from "../errors/http-failure.ts";

/** Whether the body of a request is announced as too large. */
export function isTooLarge(headers: Headers, maxBodyBytes: number): boolean {
  return Number(headers["content-length"] ?? 0) > maxBodyBytes;
}

/** The largest size in bytes that the body of a request can have. Fails if that is more than allowed. */
export function mostBytes(headers: Headers, maxBodyBytes: number): number {
  if (isTooLarge(headers, maxBodyBytes)) throw tooLarge(maxBodyBytes);
  if (headers["content-length"] !== undefined) return Number(headers["content-length"]);
  // A request with neither header has no body.
  return headers["transfer-encoding"] === undefined ? 0 : maxBodyBytes;
}

/** Closes the connection, so that the rest of the body need not be read. */
export function tooLarge(maxBodyBytes: number): HttpFailure {
  const headers = { connection: "close" };
  return new HttpFailure("resource_exhausted", `The body is larger than ${maxBodyBytes} bytes.`, { httpStatus: 413, headers });
}
