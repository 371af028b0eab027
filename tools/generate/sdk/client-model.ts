import { type Document, type Operation, type Property, refName, requestName, type Schema, type Single, selfContained } from "./document.ts";
import { withTexts } from "./form-texts.ts";
import { type Answer, type Method, typesOf, type Watch, watchOf } from "./method.ts";
import { type Struct, structsOf, typeOf } from "./types.ts";

/** The input of the generators of clients, for all languages. */
export interface ClientModel {
  readonly resources: readonly { readonly name: string; readonly text: string; readonly methods: readonly Method[] }[];
  readonly structs: readonly Struct[];
  /** The client for browsers: the operations that a page calls for its user. */
  readonly user: { readonly methods: readonly Method[]; readonly structs: readonly Struct[] };
  /** Methods that follow a feed, which each client implements by hand. */
  readonly watches: readonly Watch[];
  readonly version: string;
}

/** The bodies of webhooks, which no method answers. */
const webhookBodies = ["WebhookRaw", "WebhookProcessed", "WebhookThin", "WebhookEndpointEvent", "WebhookRemovalEvent"] as const;

/**
 * Reads the model from two OpenAPI documents, one of the operations for servers and one of the operations that pages call for their users.
 */
export function clientModel(document: Document, ofUsers: Document): ClientModel {
  const { schemas } = document.components;
  const named = Object.entries(document.paths).filter(([, { post }]) => post["x-sdk-name"] !== undefined);
  const operations = named.filter(([, { post }]) => post["x-sdk-by-hand"] === undefined);
  const methods = operations.flatMap(([path, { post }]) => methodsOf(path, post, schemas));
  const texts = new Map(document.tags.map(({ name, description }) => [name, description]));
  const tags = new Map(operations.map(([, { post }]) => [String(post["x-sdk-name"]).split(".")[0] ?? "", post.tags[0] ?? ""]));
  const resources = [...tags].map(([name, tag]) => ({
    name,
    text: texts.get(tag) ?? "",
    methods: methods.filter(({ resource }) => resource === name),
  }));
  const ownForms = Object.fromEntries(
    operations.flatMap(([, { post }]) => [...singleForm(post, schemas), ...oneItemForm(post, schemas), ...feedForm(post, schemas)]),
  );
  const roots = [...methods.flatMap(({ request, answer }) => [request, ...typesOf(answer)]), ...webhookBodies];
  const structs = withTexts(structsOf(roots, { ...schemas, ...ownForms }), methods);
  const user = userModel(ofUsers, new Set(structs.map(({ name }) => name)));
  return { resources, structs, user, watches: named.flatMap(([, { post }]) => watchOf(post)), version: document.info.version };
}

/** The model of the client for browsers. It leaves out the structs that the clients for servers already have (`known`). */
function userModel({ paths, components: { schemas } }: Document, known: ReadonlySet<string>): ClientModel["user"] {
  const methods = Object.entries(paths).flatMap(([path, { post }]) => methodsOf(path, post, schemas));
  const roots = methods.flatMap(({ request, answer }) => [request, ...typesOf(answer)]);
  const structs = withTexts(structsOf(roots, schemas), methods).filter(({ name }) => !known.has(name));
  return { methods, structs };
}

function descriptionOf({ description = "", "x-notes": notes }: Operation): string {
  return notes === undefined ? description : description.split("\n\n").slice(0, -1).join("\n\n");
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
  const named = (name: string, sets: Readonly<Record<string, unknown>>, form: Schema | undefined): Method => ({
    ...base,
    sets,
    sdk: name,
    resource: name.split(".")[0] ?? "",
    name: name.split(".")[1] ?? "",
    answer: answerOf(operation, form),
  });
  const list = named(sdk, {}, operation["x-no-data"] ? undefined : (entriesOf(operation, sdk, schemas) ?? dataOf(operation, sdk, schemas)));
  const variants = variant === undefined ? [] : [named(variant.name, variant.sets, dataOf(operation, variant.name, schemas))];
  return [list, ...variants, ...singleMethod(operation, list), ...oneItemMethod(operation, list)];
}

/** The method that reads one item of the list. */
function singleMethod(operation: Operation, list: Method): Method[] {
  const single = operation["x-sdk-single"];
  if (single === undefined || list.answer.kind !== "pages") return [];
  const { id, ids } = single;
  const [resource = "", name = ""] = single.name.split(".");
  const answer = { kind: "single", type: list.answer.item } as const;
  return [
    {
      ...list,
      sdk: single.name,
      resource,
      name,
      summary: summaryOf(single),
      request: requestName(single.name),
      answer,
      single: { id, ids },
    },
  ];
}

/** The method that sends one item of the list. */
function oneItemMethod(operation: Operation, list: Method): Method[] {
  const one = operation["x-sdk-one-item"];
  if (one === undefined || list.answer.kind !== "batch") return [];
  const { item, items } = one;
  const [resource = "", name = ""] = one.name.split(".");
  const answer = { kind: "entry", type: list.answer.entry } as const;
  const summary = `Add one ${item}; fails with BATCH_FAILED when it could not be added.`;
  return [{ ...list, sdk: one.name, resource, name, summary, request: requestName(one.name), answer, oneItem: { item, items } }];
}

function summaryOf({ id }: Single): string {
  return `Read one by its ${id}; fails with NOT_FOUND when it does not exist.`;
}

/** The schema of its request: the id, and some of the fields of the list's request. */
function singleForm(operation: Operation, schemas: Readonly<Record<string, Schema>>): [string, Schema][] {
  const single = operation["x-sdk-single"];
  if (single === undefined) return [];
  const { properties = {} } = schemas[requestOf(operation)] ?? {};
  const { id, ids, needs, takes } = single;
  const own = Object.entries(properties).filter(([key]) => [...needs, ...takes].includes(key));
  const idForm = properties[ids]?.items;
  if (idForm === undefined) throw new Error(`${single.name} has no list ${ids}.`);
  const { description = "" } = itemOf(operation, schemas).properties?.[id] ?? {};
  const form = { type: "object", properties: { ...Object.fromEntries(own), [id]: { ...idForm, description } }, required: [...needs, id] };
  return [[requestName(single.name), form]];
}

/** The schema of an item of the list. */
function itemOf(operation: Operation, schemas: Readonly<Record<string, Schema>>): Schema {
  return schemas[refName(dataOf(operation, operation["x-sdk-name"] ?? "", schemas)?.items?.$ref ?? "")] ?? {};
}

/** The schema of the request with one item: the schema of the list's request, with the item in place of the list. */
function oneItemForm(operation: Operation, schemas: Readonly<Record<string, Schema>>): [string, Schema][] {
  const one = operation["x-sdk-one-item"];
  if (one === undefined) return [];
  const { properties = {}, required = [] } = schemas[requestOf(operation)] ?? {};
  const { [one.items]: list, ...place } = properties;
  if (list?.items === undefined) throw new Error(`${one.name} has no list ${one.items}.`);
  const item = { ...list.items, description: `The ${one.item}; an existing one is changed.` };
  const needed = required.filter((key) => key !== one.items);
  return [[requestName(one.name), { type: "object", properties: { ...place, [one.item]: item }, required: [...needed, one.item] }]];
}

/** The schema of a feed's page: its result without status and message. */
function feedForm(operation: Operation, schemas: Readonly<Record<string, Schema>>): [string, Schema][] {
  if (operation["x-feed"] === undefined) return [];
  const { status, message, ...properties } = resultOf(operation, operation["x-sdk-name"] ?? "", schemas)?.properties ?? {};
  return [[feedName(operation), { type: "object", properties, required: Object.keys(properties) }]];
}

/** `changes.get` returns a `ChangesPage`. */
function feedName({ "x-sdk-name": sdk = "" }: Operation): string {
  return `${sdk.charAt(0).toUpperCase()}${sdk.slice(1, sdk.indexOf("."))}Page`;
}

function requestOf({ requestBody }: Operation): string {
  const data = requestBody.content["application/json"].schema.properties?.data as Property;
  if (data.$ref === undefined) throw new Error(`The schema of a request has no name: ${JSON.stringify(data).slice(0, 200)}`);
  return refName(data.$ref);
}

/** The schema of a method's result; undefined when there is only a message. */
function dataOf(operation: Operation, sdk: string, schemas: Readonly<Record<string, Schema>>): Schema | undefined {
  const envelope = resultOf(operation, sdk, schemas);
  // The whole result, if the operation has its own.
  if (envelope?.properties?.status === undefined || envelope.properties.message === undefined) return refOfResult(operation);
  return envelope.properties.data;
}

/** The schema of the entries of a batch that has them next to its data. */
function entriesOf(operation: Operation, sdk: string, schemas: Readonly<Record<string, Schema>>): Schema | undefined {
  return operation["x-batch"]?.results === "result.items" ? resultOf(operation, sdk, schemas)?.properties?.items : undefined;
}

/** The schema of the result for a client's method; where the operation has two results, each is named after its method. */
function resultOf(operation: Operation, sdk: string, schemas: Readonly<Record<string, Schema>>): Schema | undefined {
  const result = refOfResult(operation);
  const own = result?.anyOf?.find(({ $ref = "" }) => refName($ref) === requestName(sdk).replace(/Request$/, "Result")) ?? result;
  return own?.$ref === undefined ? undefined : schemas[refName(own.$ref)];
}

function refOfResult({ responses }: Operation): Schema | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content?.["application/json"]?.schema;
  return success?.properties?.result;
}

function answerOf(operation: Operation, data: Schema | undefined): Answer {
  if (operation.responses["200"]?.content?.["text/event-stream"] !== undefined) return { kind: "stream" };
  if (operation["x-feed"] !== undefined) return { kind: "feed", type: { kind: "struct", name: feedName(operation) } };
  if (data === undefined) return { kind: "nothing" };
  const type = typeOf(data);
  if (operation["x-batch"] !== undefined && type.kind === "map") return { kind: "batch", entry: type.of };
  if (operation["x-paged"] === undefined) return { kind: "value", type };
  return { kind: "pages", data: type, item: type.kind === "array" ? type.of : type };
}

function authOf({ security }: Operation): Method["auth"] {
  const schemes = Object.keys(security[0] ?? {});
  if (schemes.includes("userToken")) return "user";
  if (schemes.includes("adminToken")) return "admin";
  return schemes.includes("workspaceId") ? "workspace" : "apiKey";
}
