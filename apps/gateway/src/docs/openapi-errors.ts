type Json = Record<string, unknown>;

/** The forms of the error response: `status` and `message`, the request id, and further keys for some operations. */
export const errorSchemas: Json = {
  Error: {
    type: "object",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        description: "What went wrong.",
        required: ["message", "requestId"],
        properties: {
          status: { type: "string", description: "Status word; absent where `code` replaces it (delete folder)." },
          message: { type: "string", description: "What went wrong, in a sentence." },
          code: {
            oneOf: [{ type: "integer" }, { type: "string" }],
            description: "HTTP status (get all user data, delete status) or `not-found` (delete folder).",
          },
          details: {
            description: "Every violated rule of an INVALID_ARGUMENT; for domains, the lists of changed and skipped ones.",
            oneOf: [
              {
                type: "array",
                items: {
                  type: "object",
                  required: ["field", "message"],
                  properties: {
                    field: { type: "string", description: "The field, as it was sent; `data` for all of it." },
                    message: { type: "string", description: "The violated rule, in a sentence." },
                  },
                },
              },
              {
                type: "object",
                required: ["domainsAdded", "skippedDomains"],
                properties: {
                  domainsAdded: { type: "array", items: { type: "string" }, description: "The domains that were added." },
                  skippedDomains: { type: "array", items: { type: "string" }, description: "The domains that existed." },
                },
              },
              {
                type: "object",
                required: ["domainsRemoved", "skippedDomains"],
                properties: {
                  domainsRemoved: { type: "array", items: { type: "string" }, description: "The domains that were removed." },
                  skippedDomains: { type: "array", items: { type: "string" }, description: "The domains that were unknown." },
                },
              },
            ],
          },
          requestId: { type: "string", description: "The id of the request, also in the logs." },
        },
      },
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
    "A collision with another request (ABORTED), something exists already (ALREADY_EXISTS), or domains were skipped: added ones that existed, removed ones that were unknown (INTERNAL, as specified).",
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

function response(description: string, status: string, message: string, details?: Json[]): Json {
  const example = {
    error: { status, message, ...(details === undefined ? {} : { details }), requestId: "6f1c0c1e-9d0b-4f0e-8a55-5d0f4a3c2b1a" },
  };
  return { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, example } } };
}
