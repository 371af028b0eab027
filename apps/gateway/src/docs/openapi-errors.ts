import type { Json, SchemaCatalogue } from "./schema-catalogue.ts";

const text = (description: string): Json => ({ type: "string", description });

/** The body of an error response, with the form of its `details`. */
function errorBody(details: Json): Json {
  return {
    type: "object",
    required: ["message", "requestId"],
    properties: {
      status: text("Status word; absent where `code` replaces it (delete folder)."),
      message: text("What went wrong, in a sentence."),
      code: {
        oneOf: [{ type: "integer", minimum: 400, maximum: 599 }, { type: "string" }],
        description: "HTTP status (get all user data, delete status) or `not-found` (delete folder).",
      },
      details,
      requestId: text("The id of the request, also in the logs."),
    },
  };
}

function errorOf(body: string): Json {
  return {
    type: "object",
    required: ["error"],
    properties: { error: { $ref: `#/components/schemas/${body}`, description: "What went wrong." } },
  };
}

/** The forms of the error response: `status` and `message`, the request id, and further keys for some operations. */
export const errorSchemas: Record<string, Json> = {
  Error: errorOf("ErrorBody"),
  ErrorBody: errorBody({
    type: "array",
    items: { $ref: "#/components/schemas/Violation" },
    description: "Every violated rule of an INVALID_ARGUMENT, and the right that is missing for a PERMISSION_DENIED.",
  }),
  Violation: {
    type: "object",
    required: ["field", "message"],
    properties: {
      field: text("The field, as it was sent; `data` for all of it."),
      message: text("The violated rule, in a sentence."),
    },
  },
};

/** One response for each HTTP status of an error; its name ends with the status. */
export const errorResponses: Json = {
  Invalid_400: response(
    "The request breaks a rule (INVALID_ARGUMENT), or the current state does not allow it (FAILED_PRECONDITION).",
    "INVALID_ARGUMENT",
    "organizationId is required.",
    [{ field: "organizationId", message: "organizationId is required." }],
  ),
  Unauthenticated_401: response(
    "The credentials are missing, unknown, wrong, revoked, expired or of another level.",
    "UNAUTHENTICATED",
    "The credentials are missing or invalid.",
  ),
  PermissionDenied_403: response("The caller lacks the rights for this operation.", "PERMISSION_DENIED", "The operation is closed."),
  NotFound_404: response(
    "Something that the request names does not exist.",
    "NOT_FOUND",
    "There is no document missing in organization acme.",
  ),
  MethodNotAllowed_405: response("Another method than POST; `allow` names it.", "UNIMPLEMENTED", "/v2/users/get takes POST only."),
  Conflict_409: response(
    "A collision with another request (ABORTED), or something exists already (ALREADY_EXISTS).",
    "ABORTED",
    "A request with this idempotency key is still running. Try again.",
  ),
  TooLarge_413: response("The body is too large.", "RESOURCE_EXHAUSTED", "The body is larger than 1048576 bytes."),
  UnsupportedType_415: response(
    "A content type other than application/json, or a compressed body.",
    "INVALID_ARGUMENT",
    "The content type must be application/json.",
  ),
  ExpectationFailed_417: response(
    "The header `expect` has a value other than `100-continue`.",
    "INVALID_ARGUMENT",
    "The expectation x cannot be met.",
  ),
  HeadersTooLarge_431: response(
    "The headers are too large.",
    "INVALID_ARGUMENT",
    "The request could not be read (Request Header Fields Too Large).",
  ),
  Overloaded_429: response(
    "Too many requests at once; `retry-after` says when to try again.",
    "RESOURCE_EXHAUSTED",
    "The service is busy. Try again.",
  ),
  Internal_500: response(
    "A fault on the server's side; the request id identifies it in the logs.",
    "INTERNAL",
    "Something went wrong on our side. The request id identifies this request in the logs.",
  ),
  Unavailable_503: response(
    "A part of the service is not available, or this address or API key has sent too many wrong credentials and the present ones were not looked up. Try again; `retry-after` says when.",
    "UNAVAILABLE",
    "The database is not available. Try again.",
  ),
  DeadlineExceeded_504: response("The request took too long.", "DEADLINE_EXCEEDED", "The deadline of this request has passed."),
};

/** The response of an operation's own error, whose `details` have another form; its schemas are named after the operation. */
export function ownErrorResponse(name: string, description: string, details: Json, catalogue: SchemaCatalogue): Json {
  catalogue.put(`${name}ErrorBody`, errorBody(details));
  const schema = catalogue.put(`${name}Error`, errorOf(`${name}ErrorBody`));
  return { description, content: { "application/json": { schema } } };
}

function response(description: string, status: string, message: string, details?: Json[]): Json {
  const example = {
    error: { status, message, ...(details === undefined ? {} : { details }), requestId: "6f1c0c1e-9d0b-4f0e-8a55-5d0f4a3c2b1a" },
  };
  return { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, example } } };
}
