import { Failure } from "@parley/kernel";
import { tooLarge } from "../request/body-bytes.ts";
import { cutShort, unsupportedType } from "./request-body.ts";

/** Translates Fastify's errors to this interface's; returns any other error unchanged. */
export function failureOfFastify(error: unknown, maxBodyBytes: number): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return tooLarge(maxBodyBytes);
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return unsupportedType();
    // The client disconnected while sending the body.
    case "ECONNRESET":
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return cutShort();
    case "FST_ERR_BAD_URL":
      return new Failure("not_found", "There is no operation at this path.");
    default:
      return error;
  }
}
