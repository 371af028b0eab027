import type { Headers } from "../credentials/credential-check.ts";
import { HttpFailure } from "../errors/http-failure.ts";

/** The largest size in bytes that the body of a request can have. Fails if that is more than allowed. */
export function mostBytes(headers: Headers, maxBodyBytes: number): number {
  const announced = headers["content-length"] === undefined ? maxBodyBytes : Number(headers["content-length"]);
  if (announced > maxBodyBytes) throw tooLarge(maxBodyBytes);
  // A request with neither header has no body.
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined ? 0 : announced;
}

/** Closes the connection, so that the rest of the body need not be read. */
export function tooLarge(maxBodyBytes: number): HttpFailure {
  const headers = { connection: "close" };
  return new HttpFailure("resource_exhausted", `The body is larger than ${maxBodyBytes} bytes.`, { httpStatus: 413, headers });
}
