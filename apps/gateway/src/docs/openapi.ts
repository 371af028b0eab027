import * as z from "zod";
import type { HeaderNames } from "../credentials/credential-check.ts";
import type { AuthLevel, Operation } from "../operations/operation.ts";
import { httpStatuses } from "../request/error-answer.ts";
import { clientHints } from "./client-hints.ts";
import { errorResponses, errorSchemas } from "./openapi-errors.ts";

interface OpenApiOptions {
  readonly operations: readonly Operation[];
  readonly names: HeaderNames;
  readonly maxBodyBytes: number;
  readonly maxJsonDepth: number;
}

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the whole interface, made from the same declarations that serve it. */
export function openApiDocument({ operations, names, maxBodyBytes, maxJsonDepth }: OpenApiOptions): Json {
  return {
    openapi: "3.1.0",
    info: { title: "Parley administration API", version: "1.0.0", description: introduction(names, maxBodyBytes, maxJsonDepth) },
    servers: [{ url: "/" }],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(operations.map((operation) => [operation.path, { post: pathItem(operation) }])),
    components: { securitySchemes: securitySchemes(names), schemas: errorSchemas, responses: errorResponses },
  };
}

function pathItem(operation: Operation): Json {
  return {
    operationId: operationIdOf(operation),
    ...clientHints(operation),
    tags: [tagOf(operation)],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    security: security[operation.auth],
    parameters: [parameters.requestId, ...(operation.mutates ? [parameters.idempotencyKey] : [])],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["data"],
            additionalProperties: false,
            properties: { data: jsonSchema(operation.request, "input") },
          },
          example: { data: operation.example.request },
        },
      },
    },
    responses: {
      [operation.successStatus ?? 200]: {
        description: "Success.",
        headers: { "x-request-id": { schema: { type: "string" }, description: "The id of this request, also in the logs." } },
        content: {
          "application/json": { schema: envelopeSchema(operation), example: exampleAnswer(operation) },
          ...(operation.stream === undefined
            ? {}
            : { "text/event-stream": { schema: { type: "string" }, example: operation.stream.example } }),
        },
      },
      ...Object.fromEntries(Object.keys(errorResponses).map((name) => [statusOf(name), { $ref: `#/components/responses/${name}` }])),
    },
  };
}

function statusOf(responseName: string): string {
  return responseName.slice(responseName.lastIndexOf("_") + 1);
}

function envelopeSchema(operation: Operation): Json {
  const data = operation.response === undefined ? { type: "null" } : jsonSchema(operation.response, "output");
  if (operation.resultShape === "bare") return object({ result: data });
  const result: Json = { status: { const: "success" }, message: { type: "string" } };
  if (operation.resultShape !== "none") result.data = data;
  if (operation.paged) result.nextPageToken = { type: ["string", "null"], description: "Token of the next page; null on the last one." };
  return object({ result: { ...object(result), additionalProperties: true } });
}

function exampleAnswer(operation: Operation): Json {
  if (operation.resultShape === "bare") return { result: operation.example.response };
  const message = typeof operation.message === "string" ? operation.message : "Done.";
  return {
    result: {
      status: "success",
      message,
      ...(operation.resultShape === "none" ? {} : { data: operation.example.response ?? null }),
      ...(operation.paged ? { nextPageToken: null } : {}),
    },
  };
}

function object(properties: Json): Json {
  return { type: "object", required: Object.keys(properties), properties };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
}

/** `/v2/users/data/get` becomes `usersDataGetV2`: unique, and a usable name in generated clients. */
export function operationIdOf({ path }: Pick<Operation, "path">): string {
  const [version = "", ...words] = path.slice(1).split("/");
  return [...words.map((word, index) => (index === 0 ? word : capital(word))), capital(version)]
    .join("")
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function tagOf({ path }: Operation): string {
  const [, , first = "", second = ""] = path.split("/");
  return first === "organizations" && ["folders", "documents", "usergroups"].includes(second) ? second : first;
}

const security: Record<AuthLevel, Json[]> = {
  apiKey: [{ apiKey: [], authToken: [] }],
  workspace: [{ workspaceId: [], authToken: [] }],
  admin: [{ adminToken: [] }],
};

function securitySchemes(names: HeaderNames): Json {
  const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });
  return {
    apiKey: header(names.apiKey, "Public identifier of an API key (`pk_…`)."),
    workspaceId: header(names.workspaceId, "Id of a workspace."),
    authToken: header(names.authToken, "Secret token (`sk_…`) of the API key or of the workspace."),
    adminToken: header(names.adminToken, "The installation's admin token."),
  };
}

const parameters = {
  requestId: {
    name: "x-request-id",
    in: "header",
    required: false,
    description: "Your id of this request (letters, digits, `.`, `_`, `-`; up to 128). One is made when it is absent.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
  },
  idempotencyKey: {
    name: "idempotency-key",
    in: "header",
    required: false,
    description: "Makes a repeat within 24 hours answer what the first request answered, with header `idempotent-replayed: true`.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
} as const;

function introduction(names: HeaderNames, maxBodyBytes: number, maxJsonDepth: number): string {
  return `Parley stores the comments, reactions, recordings, notifications and activity of your application
(workspace > API key > organization > folder > document > location). Your server administers all of it with the operations below.

**Every operation** is a \`POST\` with \`content-type: application/json\` and a body \`{"data": {…}}\`. A success answers
\`{"result": {"status": "success", "message": …, "data": …}}\`, a failure \`{"error": {"status": …, "message": …, "requestId": …}}\`.

**Credentials** travel in headers: \`${names.apiKey}\` and \`${names.authToken}\` for most operations, \`${names.workspaceId}\` and
\`${names.authToken}\` for those of the workspace.

**Batches** answer 200 with one entry per item, keyed by the item's id; \`success: false\` marks the items that failed, with a permanent \`code\`.

**Unknown fields are refused**, so that a misspelt filter is never ignored. INVALID_ARGUMENT lists every violation in \`details\`.

**Limits**: body ${maxBodyBytes} bytes, nesting ${maxJsonDepth} levels, 1,000 items per array, ids 1 to 256 characters without control
characters (case-sensitive), names 1,000 characters, metadata of one thing 16 KiB of JSON, further keys of a user or an attachment 8 KiB; the operator
of an installation may have set the limits of bodies, nesting and metadata otherwise. Times are milliseconds since the epoch.

**Statuses**: ${Object.entries(httpStatuses)
    .map(([word, status]) => `\`${word}\` ${status}`)
    .join(" · ")}.`;
}
