import type { AuthLevel } from "../credentials/credential.ts";
import type { HeaderNames } from "../credentials/credential-check.ts";
import type { Operation } from "../operations/operation.ts";
import { type ResourceName, resourceGroups, resources } from "../operations/resources.ts";
import { clientHints } from "./client-hints.ts";
import { codeSamples } from "./code-samples.ts";
import { guides } from "./guides.ts";
import { errorResponses, errorSchemas, ownErrorResponse } from "./openapi-errors.ts";
import { webhooksOf, webhookTag } from "./openapi-webhooks.ts";
import { envelopeSchema, exampleAnswer } from "./result-schema.ts";
import { type Json, pascal, SchemaCatalogue } from "./schema-catalogue.ts";

interface OpenApiOptions {
  readonly operations: readonly Operation[];
  readonly names: HeaderNames;
  readonly maxBodyBytes: number;
  readonly maxJsonDepth: number;
}

/** The OpenAPI 3.1 document of the whole interface, generated from the declarations that serve it. */
export function openApiDocument({ operations, names, maxBodyBytes, maxJsonDepth }: OpenApiOptions): Json {
  const catalogue = new SchemaCatalogue();
  const paths = Object.fromEntries(
    operations.flatMap((operation) => pathItems(operation, resources[operation.resource].title, { catalogue, names })),
  );
  const shown = new Set(operations.map(({ resource }) => resource));
  const groups = resourceGroups.map(({ name, resources: all }) => ({ name, tags: all.filter((each) => shown.has(each)) }));
  return {
    openapi: "3.1.0",
    info: {
      title: "Parley administration API",
      version: "1.0.0",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      description: guides({ names, maxBodyBytes, maxJsonDepth }),
    },
    servers: [{ url: "/" }],
    tags: [
      ...Object.entries(resources)
        .filter(([name]) => shown.has(name as ResourceName))
        .map(([, { title, text }]) => ({ name: title, description: text })),
      webhookTag,
    ],
    "x-tagGroups": [
      ...groups.filter(({ tags }) => tags.length > 0).map(({ name, tags }) => ({ name, tags: tags.map((each) => resources[each].title) })),
      { name: "Events", tags: [webhookTag.name] },
    ],
    paths,
    webhooks: webhooksOf(catalogue),
    components: { securitySchemes: securitySchemes(names), schemas: { ...errorSchemas, ...catalogue.schemas }, responses: errorResponses },
  };
}

/** The document for generators of clients: they would make calls of the webhooks, which Parley sends and nobody calls. */
export function withoutWebhooks({ webhooks: _sent, tags, "x-tagGroups": groups, ...document }: Json): Json {
  const isKept = ({ name }: Json) => name !== webhookTag.name;
  const ofOperations = (groups as { readonly tags: readonly string[] }[]).filter((group) => !group.tags.includes(webhookTag.name));
  return { ...document, tags: (tags as Json[]).filter(isKept), "x-tagGroups": ofOperations };
}

interface Making {
  readonly catalogue: SchemaCatalogue;
  readonly names: HeaderNames;
}

/** The operation under its path and under its alias. The reference leaves the alias out and names it in the description. */
function pathItems(operation: Operation, tag: string, making: Making): [string, Json][] {
  const { path, alias } = operation;
  const post = pathItem(operation, tag, making);
  if (alias === undefined) return [[path, { post }]];
  const { "x-sdk-name": _name, ...rest } = post;
  const aliased = {
    ...rest,
    operationId: operationIdOf({ path: alias }),
    summary: `${withoutStop(operation.summary)} (${alias.slice(1, 3)})`,
    description: `Alias of \`${path}\`: the same operation under the other version.`,
    "x-alias-of": path,
    "x-scalar-ignore": true,
  };
  return [
    [path, { post }],
    [alias, { post: aliased }],
  ];
}

function pathItem(operation: Operation, tag: string, { catalogue, names }: Making): Json {
  const name = pascal(operation.sdk);
  return {
    operationId: operationIdOf(operation),
    ...clientHints(operation),
    tags: [tag],
    summary: withoutStop(operation.summary),
    "x-codeSamples": codeSamples(operation, names),
    ...described(operation),
    security: operation.orAdmin ? [...security[operation.auth], { workspaceId: [], adminToken: [] }] : security[operation.auth],
    parameters: [parameters.requestId, ...(operation.mutates ? [parameters.idempotencyKey] : [])],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["data"],
            additionalProperties: false,
            properties: { data: requestSchema(operation, name, catalogue) },
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
          ...(isAlwaysStream(operation)
            ? {}
            : { "application/json": { schema: envelopeSchema(operation, name, catalogue), example: exampleAnswer(operation) } }),
          ...(operation.stream === undefined
            ? {}
            : { "text/event-stream": { schema: { type: "string" }, example: operation.stream.example } }),
        },
      },
      ...Object.fromEntries(Object.keys(errorResponses).map((each) => [statusOf(each), { $ref: `#/components/responses/${each}` }])),
      ...ownErrors(operation, name, catalogue),
    },
  };
}

/** The request; the description of each list by which it selects says what an empty one does. */
function requestSchema({ request, filters = [] }: Operation, name: string, catalogue: SchemaCatalogue): Json {
  const form = catalogue.add(`${name}Request`, request, "input");
  const properties = catalogue.schemas[`${name}Request`]?.properties as Record<string, Json>;
  for (const filter of filters) {
    const property = properties[filter];
    if (property !== undefined) properties[filter] = { ...property, description: `${property.description} An empty list matches nothing.` };
  }
  return form;
}

/** The responses of errors whose `details` have a form that only this operation has. */
function ownErrors({ ownError }: Operation, name: string, catalogue: SchemaCatalogue): Json {
  if (ownError === undefined) return {};
  const { status, description, details } = ownError;
  return { [status]: ownErrorResponse(name, description, catalogue.add(`${name}ErrorDetails`, details, "output"), catalogue) };
}

function isAlwaysStream({ stream, response }: Operation): boolean {
  return stream !== undefined && response === undefined;
}

// Notes that every operation has in the same form are a last paragraph, which generators of clients leave out.
function described(operation: Operation): Json {
  const { description, alias } = operation;
  const notes = [...neededBy(operation), ...(alias === undefined ? [] : [`The same operation is at \`${alias}\`.`])].join(" ");
  const paragraphs = [description, notes].filter((each) => each !== undefined && each !== "");
  return {
    ...(paragraphs.length === 0 ? {} : { description: paragraphs.join("\n\n") }),
    ...(notes === "" ? {} : { "x-notes": notes }),
    ...(alias === undefined ? {} : { "x-alias": alias }),
  };
}

function neededBy({ auth, role, resource, organizations, reach, bodyCredentials }: Operation): string[] {
  if (auth === "admin") return [];
  if (auth === "user")
    return reach === undefined ? [] : [`Needs a user's token with the role \`${reach.role}\` in each place that the request names.`];
  if (auth === "workspace") return [`Needs a token of the role \`${role}\`.`];
  const reached = organizations === "none" ? ", with access to all organizations" : "";
  const rights = `Needs a token of the role \`${role}\` and the resource \`${resource}\`${reached}.`;
  return bodyCredentials ? [rights, "Needs the API key and the token twice: in the headers and in the body."] : [rights];
}

function statusOf(responseName: string): string {
  return responseName.slice(responseName.lastIndexOf("_") + 1);
}

/** `/v2/users/data/get` becomes `usersDataGetV2`: unique, and usable as a name in generated clients. */
function operationIdOf({ path }: { readonly path: string }): string {
  const [version = "", ...words] = path.slice(1).split("/");
  return [...words.map((word, index) => (index === 0 ? word : capital(word))), capital(version)]
    .join("")
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const security: Record<AuthLevel, Json[]> = {
  apiKey: [{ apiKey: [], authToken: [] }],
  workspace: [{ workspaceId: [], authToken: [] }],
  admin: [{ adminToken: [] }],
  user: [{ userToken: [] }],
};

function securitySchemes(names: HeaderNames): Json {
  const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });
  return {
    apiKey: header(names.apiKey, "Public identifier of an API key (`pk_…`)."),
    workspaceId: header(names.workspaceId, "Id of a workspace."),
    authToken: header(names.authToken, "Secret token (`sk_…`) of the API key or of the workspace."),
    adminToken: header(names.adminToken, "The installation's admin token."),
    userToken: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A user's token, made by `/v2/auth/generate_token`." },
  };
}

const parameters = {
  requestId: {
    name: "x-request-id",
    in: "header",
    required: false,
    description: "Your id of this request (letters, digits, `.`, `_`, `-`; up to 128). One is generated if it is absent or malformed.",
    schema: { type: "string" },
  },
  idempotencyKey: {
    name: "idempotency-key",
    in: "header",
    required: false,
    description:
      "A new value for each mutation, such as a UUID. Makes a repeat within 24 hours answer what the first request answered, with header `idempotent-replayed: true`. Where that is not kept (Ask AI, or " +
      "because a removal has taken it) the repeat is ABORTED with the same header: the request was done, and is not done again. When the first request was broken off, the repeat completes it: what is not there " +
      "any more counts as deleted. A repeat has the same content, whatever the order of its keys; another request with the key is FAILED_PRECONDITION. A request " +
      "that was refused as INVALID_ARGUMENT did nothing and leaves its key free for the corrected one.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
  },
} as const;

// A title has no full stop.
function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
