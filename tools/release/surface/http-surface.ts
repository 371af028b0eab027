import { defaultDocument } from "@parley/gateway/openapi";
import { membersOf, nameOf, type Schema } from "./forms.ts";
import type { Things } from "./surface.ts";

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Described {
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
  readonly parameters?: readonly { readonly name?: string; readonly required?: boolean; readonly $ref?: string }[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface HttpSurface {
  readonly operations: Things;
  readonly requests: Things;
  readonly answers: Things;
  readonly webhooks: Things;
}

/**
 * The operations, the forms of their requests and responses, and the bodies of webhooks, from the OpenAPI document of an installation with
 * default settings.
 */
export function httpSurface(document = defaultDocument() as unknown as Document): HttpSurface {
  const described = operationsIn(document.paths);
  const sent = described.map(({ name, operation }) => [name, schemasIn(operation.requestBody)] as const);
  const read = described.map(({ name, operation }) => [name, Object.values(operation.responses ?? {}).flatMap(schemasIn)] as const);
  const hooks = operationsIn(document.webhooks).map(({ name, operation }) => [name, schemasIn(operation.requestBody)] as const);
  return {
    operations: Object.fromEntries(described.map(({ name, operation }) => [name, statusesOf(operation)])),
    requests: formsOf(document, sent, "sent"),
    answers: formsOf(document, read, "read"),
    webhooks: formsOf(document, hooks, "read"),
  };
}

function operationsIn(paths: Document["paths"]): { readonly name: string; readonly operation: Described }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
}

// Only the statuses of success are promised.
function statusesOf({ responses = {} }: Described): Record<string, string> {
  return Object.fromEntries(
    Object.keys(responses)
      .filter((status) => status.startsWith("2"))
      .map((status) => [`answers ${status}`, "success"]),
  );
}

function schemasIn(body: Content | undefined): Schema[] {
  return Object.values(body?.content ?? {}).flatMap(({ schema }) => schema ?? []);
}

/** The members of each body, and of every named form that it refers to. */
function formsOf(
  document: Document,
  bodies: readonly (readonly [name: string, schemas: readonly Schema[]])[],
  direction: "sent" | "read",
): Things {
  const things: Record<string, Record<string, string>> = {};
  const reached = new Set<string>();
  const follow = (part: unknown) => {
    if (typeof part !== "object" || part === null) return;
    if ("$ref" in part && typeof part.$ref === "string" && !reached.has(nameOf(part.$ref))) {
      reached.add(nameOf(part.$ref));
      follow(document.components.schemas[nameOf(part.$ref)]);
    }
    for (const [key, inner] of Object.entries(part)) if (key !== "example" && key !== "examples") follow(inner);
  };
  for (const [name, schemas] of bodies) {
    things[name] = Object.assign(
      {},
      ...schemas.map((schema) => ({ ...membersOf({ type: "object", required: ["body"], properties: { body: schema } }, direction) })),
    );
    follow(schemas);
  }
  for (const name of reached) things[name] = membersOf(document.components.schemas[name] ?? {}, direction);
  return things;
}
