import type { ClientModel } from "./client-model.ts";
import { exported, goType } from "./go-names.ts";
import type { Method, Watch } from "./method.ts";
import type { Field, Struct, Type } from "./types.ts";

/** Each operation's example for the Go client, by method name, for the reference page, which has no types. */
export function goSamples(model: ClientModel): Record<string, string> {
  const structs = new Map(model.structs.map((struct) => [struct.name, struct]));
  const samples = model.resources.flatMap(({ methods }) =>
    methods
      .filter(({ single, oneItem }) => single === undefined && oneItem === undefined)
      .map((method) => [method.sdk, sampleOf(method, structs)]),
  );
  const watches = model.watches.map((watch) => [watch.sdk, watchOf(watch, structs)]);
  const text = `// Made by \`npm run generate\` from the examples of the operations.\nexport const goSamples: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries([...samples, ...watches]), null, 2)};\n`;
  return { "go-samples.ts": text };
}

type Structs = ReadonlyMap<string, Struct>;

function sampleOf({ resource, name, request, example, answer, bodyCredentials }: Method, structs: Structs): string {
  const { apiKey: _key, authToken: _token, ...rest } = example as Record<string, unknown>;
  const sent = writtenAs(bodyCredentials ? rest : example, { kind: "struct", name: request }, structs);
  const call = `client.${exported(resource)}.${exported(name)}(ctx, ${sent})`;
  const failing = "if err != nil {\n\treturn err\n}\n";
  if (answer.kind === "pages")
    return `for item, err := range ${call}.All() {\n\tif err != nil {\n\t\treturn err\n\t}\n\tfmt.Println(item)\n}\n`;
  if (answer.kind === "stream")
    return `stream, err := ${call}\n${failing}defer stream.Close()\nfor event, err := range stream.Events() {\n\tif err != nil {\n\t\treturn err\n\t}\n\tfmt.Print(event.Text)\n}\n`;
  return `answer, err := ${call}\n${failing}fmt.Println(answer)\n`;
}

function watchOf({ resource, name, request, example }: Watch, structs: Structs): string {
  const sent = writtenAs(example, { kind: "struct", name: request }, structs);
  const read = "\tif err != nil {\n\t\treturn err\n\t}\n\tfmt.Println(change)\n";
  return `for change, err := range client.${exported(resource)}.${exported(name)}(ctx, ${sent}).All() {\n${read}}\n`;
}

/** A value of the type, written in Go. */
function writtenAs(value: unknown, type: Type, structs: Structs): string {
  if (type.kind === "array" && Array.isArray(value))
    return listOf(
      typeText(type, structs),
      value.map((each) => writtenAs(each, type.of, structs)),
    );
  if (type.kind === "map") return mapOf(typeText(type, structs), value as object, (each) => writtenAs(each, type.of, structs));
  if (type.kind !== "struct") return anyOf(value);
  const struct = structs.get(type.name);
  if (struct?.alias !== undefined) return writtenAs(value, struct.alias, structs);
  return struct === undefined ? anyOf(value) : structValue(value as Record<string, unknown>, struct, structs);
}

function structValue(value: Readonly<Record<string, unknown>>, { name, fields, open }: Struct, structs: Structs): string {
  const known = fields.filter((field) => Object.hasOwn(value, field.name));
  const extra = Object.entries(value).filter(([key]) => !fields.some((field) => field.name === key));
  const lines = known.map((field) => `${exported(field.name)}: ${fieldValue(value[field.name], field, structs)}`);
  if (open && extra.length > 0) lines.push(`Extra: ${mapOf("map[string]any", Object.fromEntries(extra), anyOf)}`);
  return block(`parley.${exported(name)}`, lines);
}

function fieldValue(value: unknown, { type, required, nullable }: Field, structs: Structs): string {
  const text = typeText(type, structs);
  if (text === "any") return anyOf(value);
  if (nullable && value === null) return required ? "nil" : `parley.Null[${text}]()`;
  const written = writtenAs(value, type, structs);
  if (nullable && !required) return `parley.Value(${typed(written, text)})`;
  if (required ? !nullable : type.kind === "array" || type.kind === "map") return written;
  return type.kind === "struct" ? `&${written}` : `parley.Ptr(${typed(written, text)})`;
}

// An untyped number is an `int` in Go.
function typed(written: string, text: string): string {
  return text === "int64" || text === "float64" ? `${text}(${written})` : written;
}

function anyOf(value: unknown): string {
  if (value === null) return "nil";
  if (Array.isArray(value)) return listOf("[]any", value.map(anyOf));
  return typeof value === "object" ? mapOf("map[string]any", value, anyOf) : JSON.stringify(value);
}

function listOf(type: string, values: readonly string[]): string {
  return values.every((value) => !value.includes("\n")) ? `${type}{${values.join(", ")}}` : block(type, values);
}

function mapOf(type: string, value: object, of: (value: unknown) => string): string {
  return block(
    type,
    Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${of(each)}`),
  );
}

function block(opening: string, lines: readonly string[]): string {
  if (lines.length === 0) return `${opening}{}`;
  return `${opening}{\n${lines.map((line) => `\t${line.replaceAll("\n", "\n\t")},\n`).join("")}}`;
}

// A name that stands for another type is written as that type, because the page has no declarations.
function typeText(type: Type, structs: Structs): string {
  return goType(type, (name) => {
    const alias = structs.get(name)?.alias;
    return alias === undefined ? `parley.${exported(name)}` : typeText(alias, structs);
  });
}
