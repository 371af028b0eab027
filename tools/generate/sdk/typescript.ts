import { actionTypes, webhookTriggers } from "@parley/contracts/workspace";
import type { ClientModel } from "./client-model.ts";
import { type Method, typesOf } from "./method.ts";
import { ownKeysInterfaces, ownKeysOf } from "./own-keys.ts";
import type { Field, Struct, Type } from "./types.ts";

const header = "// Made by `npm run generate` from the list of operations.\n";

/** Resources whose classes have further methods written by hand, with the modules of these classes. */
const extended: Readonly<Record<string, string>> = { changes: "../changes/changes-watch.ts", webhooks: "../webhooks/unwrap.ts" };

/** The files of the TypeScript client, by name below `src/gen`. */
export function typescriptFiles(model: ClientModel): Record<string, string> {
  return {
    "types.ts": `${header}\n${ownKeysInterfaces}\n${[...model.structs, ...model.user.structs].map(struct).join("\n")}`,
    "browser.ts": browser(model),
    "resources.ts": resources(model),
    "client.ts": client(model),
    "calls.ts": calls(model),
    "operations.ts": operations(model),
    "requests.ts": requests(model),
    "triggers.ts": triggers(),
  };
}

function triggers(): string {
  const list = `export const webhookTriggers = ${JSON.stringify(webhookTriggers, null, 2)} as const;`;
  const types = webhookTriggers.map((trigger) => `  ${JSON.stringify(trigger)}: ${JSON.stringify(actionTypes[trigger])};`);
  return [
    header,
    "/** The nine events. */",
    `${list}\n`,
    "/** The action of each trigger. */",
    `export interface ActionTypes {\n${types.join("\n")}\n}\n`,
  ].join("\n");
}

function struct({ name, description, fields, open, alias }: Struct): string {
  if (alias !== undefined) return `${doc(description)}export type ${name} = ${typeText(alias)};\n`;
  const lines = fields.map(field);
  const own = open ? ownKeysOf(name) : undefined;
  if (open && own?.isSent !== true) lines.push("  /** Your own keys. */\n  [key: string]: unknown;");
  const heritage = own?.name === undefined ? "" : ` extends ${own.name}`;
  return `${doc(description)}export interface ${name}${heritage} {\n${lines.join("\n")}\n}\n`;
}

function field({ name, type, required, nullable, description }: Field): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  const value = `${typeText(type)}${nullable ? " | null" : ""}`;
  return `${doc(description, "  ")}  ${key}${required ? "" : "?"}: ${value}${required ? "" : " | undefined"};`;
}

function typeText(type: Type): string {
  switch (type.kind) {
    case "integer":
      return "number";
    case "any":
      return "unknown";
    case "literal":
      return type.values.map((value) => JSON.stringify(value)).join(" | ");
    case "array":
      return `readonly ${elementText(type.of)}[]`;
    case "map":
      return `{ readonly [key: string]: ${typeText(type.of)} }`;
    case "struct":
      return type.name;
    case "union":
      return type.of.map(typeText).join(" | ");
    default:
      return type.kind;
  }
}

function elementText(type: Type): string {
  const text = typeText(type);
  return text.includes(" ") && type.kind !== "map" ? `(${text})` : text;
}

/** The operations of the client for browsers. Streams are left out: they are read by code written by hand. */
function browser({ user }: ClientModel): string {
  const methods = user.methods.filter(({ answer }) => answer.kind !== "stream");
  const text = "The operations that a page may call for its user.";
  return `${header}
import type { Batch } from "../calls/batch.ts";
import type { CallOptions, Client } from "../calls/client.ts";
import type { Pages } from "../calls/pages.ts";
import * as calls from "./calls.ts";
import type * as types from "./types.ts";

${classOf("Me", text, methods, new Set())}`;
}

function classOf(name: string, text: string, methods: readonly Method[], optional: ReadonlySet<string>): string {
  const body = methods.map((one) => method(one, optional.has(one.request))).join("\n\n");
  return `${doc(text)}export class ${name} {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

${body}
}
`;
}

function resources({ resources: all, structs }: ClientModel): string {
  const optional = new Set(structs.filter(({ fields }) => fields.every(({ required }) => !required)).map(({ name }) => name));
  const classes = all.map(({ name, text, methods }) => classOf(className(name), text, methods, optional));
  return `${header}
import type { AskAiStream } from "../ai/ask-ai-stream.ts";
import type { Batch } from "../calls/batch.ts";
import type { CallOptions, Client, Done } from "../calls/client.ts";
import type { Pages } from "../calls/pages.ts";
import * as calls from "./calls.ts";
import type * as types from "./types.ts";

${classes.join("\n")}`;
}

function className(resource: string): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1) + (resource in extended ? "Operations" : "");
}

function method(one: Method, mayBeAbsent: boolean): string {
  const { summary, name, sets, answer } = one;
  const left = [...Object.keys(sets), ...(one.bodyCredentials ? ["apiKey", "authToken"] : [])];
  const request =
    left.length === 0 ? `types.${one.request}` : `Omit<types.${one.request}, ${left.map((key) => JSON.stringify(key)).join(" | ")}>`;
  const data = Object.keys(sets).length === 0 ? "data" : `{ ...data, ...${JSON.stringify(sets)} }`;
  const call = `this.#client.${answer.kind === "nothing" ? "done" : answer.kind}(calls.${constant(one)}, ${data}, options)`;
  return `${doc(summary, "  ")}  ${name}(data: ${request}${mayBeAbsent ? " = {}" : ""}, options?: CallOptions): ${resultOf(answer)} {\n    return ${call};\n  }`;
}

function resultOf(answer: Method["answer"]): string {
  if (answer.kind === "nothing") return "Promise<Done>";
  if (answer.kind === "stream") return "Promise<AskAiStream>";
  if (answer.kind === "pages") return `Pages<${qualified(answer)}>`;
  return answer.kind === "batch" ? `Promise<Batch<${qualified(answer)}>>` : `Promise<${qualified(answer)}>`;
}

function qualified(answer: Method["answer"]): string {
  const within = (type: Type) => typeText(prefixed(type));
  if (answer.kind === "pages") return `${within(answer.data)}, ${within(answer.item)}`;
  return typesOf(answer).map(within).join();
}

function prefixed(type: Type): Type {
  if (type.kind === "struct") return { kind: "struct", name: `types.${type.name}` };
  if (type.kind === "array" || type.kind === "map") return { ...type, of: prefixed(type.of) };
  return type.kind === "union" ? { kind: "union", of: type.of.map(prefixed) } : type;
}

function calls({ resources: all, user }: ClientModel): string {
  const lines = [...all, user].flatMap(({ methods }) =>
    methods.map((one) => `export const ${constant(one)}: Operation = ${JSON.stringify(operation(one))};\n`),
  );
  return `${header}\nimport type { Operation } from "../calls/operation.ts";\n\n${lines.join("")}`;
}

function operation({ sdk, path, auth, mutates, bodyCredentials, timeoutMs, single, oneItem }: Method) {
  return {
    name: sdk,
    path,
    auth,
    ...(mutates && { mutates }),
    ...(bodyCredentials && { bodyCredentials }),
    ...(timeoutMs && { timeoutMs }),
    ...(single && { single }),
    ...(oneItem && { oneItem }),
  };
}

function operations({ resources: all }: ClientModel): string {
  const lines = all.flatMap(({ methods }) =>
    methods.filter(isOperation).map((one) => `  { ...calls.${constant(one)}, ${JSON.stringify(described(one)).slice(1, -1)} },\n`),
  );
  return `${header}
import type { DescribedOperation } from "../calls/operation.ts";
import * as calls from "./calls.ts";

/** Every operation of the interface, for programs that choose one at run time. */
export const operations: readonly DescribedOperation[] = [
${lines.join("")}];
`;
}

function requests({ resources: all }: ClientModel): string {
  const named = all.flatMap(({ methods }) => methods.filter(isOperation));
  const lines = named.map(({ sdk, form, example }) => `  ${JSON.stringify(sdk)}: ${JSON.stringify({ form, example })},\n`);
  return `${header}
import type { RequestForm } from "../calls/operation.ts";

/** The request of each operation, by its name. */
export const requests: Readonly<Record<string, RequestForm>> = {
${lines.join("")}};
`;
}

/** Whether it is an operation's main method, not a further one for the same operation. */
function isOperation({ sets, single, oneItem }: Method): boolean {
  return Object.keys(sets).length === 0 && single === undefined && oneItem === undefined;
}

function described({ summary, description, answer, showsSecret }: Method) {
  return { summary, description, answer: answer.kind, ...(showsSecret && { showsSecret }) };
}

function constant({ sdk }: Method): string {
  return sdk.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());
}

function client({ resources: all }: ClientModel): string {
  const own = all.filter(({ name }) => !(name in extended));
  const imports = Object.entries(extended).map(([name, module]) => `import { ${pascalOf(name)} } from "${module}";\n`);
  const fields = all.map(({ name, text }) => `${doc(text, "  ")}  readonly ${name}: ${pascalOf(name)};`);
  const made = all.map(({ name }) => `    this.${name} = new ${pascalOf(name)}(client);`);
  return `${header}
import type { Client } from "../calls/client.ts";
${imports.join("")}import { ${own.map(({ name }) => className(name)).join(", ")} } from "./resources.ts";

/** Every resource of the interface. */
export class Resources {
${fields.join("\n")}

  constructor(client: Client) {
${made.join("\n")}
  }
}
`;
}

function pascalOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function doc(text: string, indent = ""): string {
  if (text === "") return "";
  return `${indent}/** ${text.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n`;
}
