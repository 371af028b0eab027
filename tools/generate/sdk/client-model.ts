import type { Property, Schema } from "./json-schema.ts";
import { type Struct, structsOf, type Type, typeOf } from "./types.ts";

/** What an operation answers, as a client hands it on. */
export type Answer =
  | { readonly kind: "nothing" }
  | { readonly kind: "value"; readonly type: Type }
  /** The only item of a list. */
  | { readonly kind: "single"; readonly type: Type }
  /** An entry for each item of the request. */
  | { readonly kind: "batch"; readonly entry: Type }
  /** `item` is what a page has many of; a page whose data is no list is an item itself. */
  | { readonly kind: "pages"; readonly data: Type; readonly item: Type }
  /** Server-sent events. */
  | { readonly kind: "stream" };

/** A method of a client. */
export interface Method {
  /** `users.list` */
  readonly sdk: string;
  readonly resource: string;
  readonly name: string;
  readonly path: string;
  readonly auth: "apiKey" | "workspace" | "admin";
  readonly mutates: boolean;
  readonly bodyCredentials: boolean;
  /** Its answer holds a secret, or a link that opens one. */
  readonly showsSecret: boolean;
  /** Longest time in ms that the gateway takes, where it is not the usual one. */
  readonly timeoutMs: number | undefined;
  readonly summary: string;
  readonly description: string;
  /** Name of the struct of the request. */
  readonly request: string;
  /** The form of the request, with all that it refers to in it. */
  readonly form: Schema;
  readonly example: unknown;
  readonly answer: Answer;
  /** Set when it reads one thing: the client's field for its id, and the list of ids in which it is sent. */
  readonly single?: { readonly id: string; readonly ids: string };
  /** Fields that the method sets itself. */
  readonly sets: Readonly<Record<string, unknown>>;
}

/** What generators of clients write down, whatever the language. */
export interface ClientModel {
  readonly resources: readonly { readonly name: string; readonly text: string; readonly methods: readonly Method[] }[];
  readonly structs: readonly Struct[];
  readonly version: string;
}

interface Single {
  readonly name: string;
  readonly ids: string;
  readonly id: string;
  readonly needs: readonly string[];
  readonly takes: readonly string[];
}

interface Operation {
  readonly "x-sdk-name"?: string;
  readonly "x-sdk-variant"?: { readonly name: string; readonly sets: Readonly<Record<string, unknown>> };
  readonly "x-sdk-single"?: Single;
  readonly "x-paged"?: object;
  readonly "x-batch"?: object;
  readonly "x-body-credentials"?: true;
  readonly "x-shows-secret"?: true;
  readonly "x-timeout-ms"?: number;
  readonly "x-retry": { readonly idempotencyKey: boolean };
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Its other path: then the description ends with a paragraph about it. */
  readonly "x-alias"?: string;
  readonly requestBody: {
    readonly content: { readonly "application/json": { readonly schema: Schema; readonly example: { readonly data: unknown } } };
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>;
}

interface Document {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The bodies of webhooks, which no method answers. */
const webhookBodies = ["WebhookRaw", "WebhookProcessed"] as const;

/** Reads the model out of the OpenAPI document, which is made from the list of operations. */
export function clientModel(document: Document): ClientModel {
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).filter(([, { post }]) => post["x-sdk-name"] !== undefined);
  const methods = operations.flatMap(([path, { post }]) => methodsOf(path, post, schemas));
  const texts = new Map(document.tags.map(({ name, description }) => [name, description]));
  const tags = new Map(operations.map(([, { post }]) => [String(post["x-sdk-name"]).split(".")[0] ?? "", post.tags[0] ?? ""]));
  const resources = [...tags].map(([name, tag]) => ({
    name,
    text: texts.get(tag) ?? "",
    methods: methods.filter(({ resource }) => resource === name),
  }));
  const singles = Object.fromEntries(operations.flatMap(([, { post }]) => singleForm(post, schemas)));
  const roots = [...methods.flatMap(({ request, answer }) => [request, ...typesOf(answer)]), ...webhookBodies];
  return { resources, structs: structsOf(roots, { ...schemas, ...singles }), version: document.info.version };
}

function typesOf(answer: Answer): Type[] {
  if (answer.kind === "value" || answer.kind === "single") return [answer.type];
  if (answer.kind === "batch") return [answer.entry];
  return answer.kind === "pages" ? [answer.data] : [];
}

function descriptionOf({ description = "", "x-alias": alias }: Operation): string {
  return alias === undefined ? description : description.split("\n\n").slice(0, -1).join("\n\n");
}

function methodsOf(path: string, operation: Operation, schemas: Readonly<Record<string, Schema>>): Method[] {
  const sdk = operation["x-sdk-name"] ?? "";
  const variant = operation["x-sdk-variant"];
  const request = requestOf(operation);
  const base = {
    path,
    auth: authOf(operation),
    mutates: operation["x-retry"].idempotencyKey,
    bodyCredentials: operation["x-body-credentials"] === true,
    showsSecret: operation["x-shows-secret"] === true,
    timeoutMs: operation["x-timeout-ms"],
    summary: `${operation.summary}.`,
    description: descriptionOf(operation),
    request,
    form: selfContained(schemas[request], schemas),
    example: operation.requestBody.content["application/json"].example.data,
  };
  const data = dataOf(operation, schemas);
  const named = (name: string, sets: Readonly<Record<string, unknown>>, form: Schema | undefined): Method => ({
    ...{ ...base, sets, sdk: name, resource: name.split(".")[0] ?? "", name: name.split(".")[1] ?? "" },
    answer: answerOf(operation, form),
  });
  const [usual, other] = variant === undefined ? [data] : (data?.anyOf ?? []);
  const list = named(sdk, {}, usual);
  return [list, ...(variant === undefined ? [] : [named(variant.name, variant.sets, other)]), ...singleMethod(operation, list)];
}

/** The method that reads one of the list's things. */
function singleMethod(operation: Operation, list: Method): Method[] {
  const single = operation["x-sdk-single"];
  if (single === undefined || list.answer.kind !== "pages") return [];
  const { id, ids } = single;
  const [resource = "", name = ""] = single.name.split(".");
  const answer = { kind: "single", type: list.answer.item } as const;
  return [
    { ...list, sdk: single.name, resource, name, summary: summaryOf(single), request: requestName(single), answer, single: { id, ids } },
  ];
}

function summaryOf({ id }: Single): string {
  return `Read one by its ${id}; fails with NOT_FOUND when there is none.`;
}

/** `threads.retrieve` takes a `ThreadsRetrieveRequest`. */
function requestName({ name }: Single): string {
  return `${name.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Request`;
}

/** The form of its request: the id, and some of the fields of the list's. */
function singleForm(operation: Operation, schemas: Readonly<Record<string, Schema>>): [string, Schema][] {
  const single = operation["x-sdk-single"];
  if (single === undefined) return [];
  const { properties = {} } = schemas[requestOf(operation)] ?? {};
  const { id, ids, needs, takes } = single;
  const own = Object.entries(properties).filter(([key]) => [...needs, ...takes].includes(key));
  const idForm = properties[ids]?.items;
  if (idForm === undefined) throw new Error(`${single.name} has no list ${ids}.`);
  return [
    [requestName(single), { type: "object", properties: { ...Object.fromEntries(own), [id]: idForm }, required: [...needs, id] } as Schema],
  ];
}

function requestOf({ requestBody }: Operation): string {
  const data = requestBody.content["application/json"].schema.properties?.data as Property;
  if (data.$ref === undefined) throw new Error(`The form of a request has no name: ${JSON.stringify(data).slice(0, 200)}`);
  return refName(data.$ref);
}

/** A form in which each reference is replaced by what it refers to. */
function selfContained(schema: unknown, schemas: Readonly<Record<string, Schema>>): Schema {
  if (Array.isArray(schema)) return schema.map((part) => selfContained(part, schemas)) as unknown as Schema;
  if (typeof schema !== "object" || schema === null) return schema as Schema;
  const { $ref, ...rest } = schema as Schema;
  const own = Object.entries(rest).map(([key, part]) => [key, selfContained(part, schemas)]);
  return { ...($ref === undefined ? {} : selfContained(schemas[refName($ref)], schemas)), ...Object.fromEntries(own) };
}

/** The form of what a method answers; undefined when there is nothing but a message. */
function dataOf({ responses }: Operation, schemas: Readonly<Record<string, Schema>>): Schema | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content?.["application/json"]?.schema;
  const result = success?.properties?.result;
  const envelope = result?.$ref === undefined ? undefined : schemas[refName(result.$ref)];
  // The whole result, where the operation has one of its own.
  if (envelope?.properties?.status === undefined || envelope.properties.message === undefined) return result;
  const data = envelope.properties.data;
  return data === undefined || data.type === "null" ? undefined : data;
}

function answerOf(operation: Operation, data: Schema | undefined): Answer {
  if (operation.responses["200"]?.content?.["text/event-stream"] !== undefined) return { kind: "stream" };
  if (data === undefined) return { kind: "nothing" };
  const type = typeOf(data);
  if (operation["x-batch"] !== undefined && type.kind === "map") return { kind: "batch", entry: type.of };
  if (operation["x-paged"] === undefined) return { kind: "value", type };
  return { kind: "pages", data: type, item: type.kind === "array" ? type.of : type };
}

function authOf({ security }: Operation): Method["auth"] {
  const schemes = Object.keys(security[0] ?? {});
  if (schemes.includes("adminToken")) return "admin";
  return schemes.includes("workspaceId") ? "workspace" : "apiKey";
}

function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
