import { Refusal } from "../errors/error-answer.ts";
import { tooLarge } from "./request-body.ts";

/** Fastify's errors in the terms of this interface; any other error is returned as it is. */
export function refusalOfFastify(error: unknown, maxBodyBytes: number): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return tooLarge(maxBodyBytes);
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return unsupportedType();
    // The client disconnected in the middle of its body.
    case "ECONNRESET":
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return new Refusal("INVALID_ARGUMENT", "The body is shorter or longer than its content-length says.");
    case "FST_ERR_BAD_URL":
      return new Refusal("NOT_FOUND", "There is no operation at this path.");
    default:
      return error;
  }
}

export function unsupportedType(): Refusal {
  return new Refusal("INVALID_ARGUMENT", "The content type must be application/json.", { httpStatus: 415 });
}
