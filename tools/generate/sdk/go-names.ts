import type { Type } from "./types.ts";

/** Words that Go writes in capitals anywhere in a name. */
const initialisms: Readonly<Record<string, string>> = {
  Ai: "AI",
  Api: "API",
  Dns: "DNS",
  Html: "HTML",
  Http: "HTTP",
  Id: "ID",
  Ids: "IDs",
  Tls: "TLS",
  Url: "URL",
  Urls: "URLs",
};

/** `organizationId` becomes `OrganizationID`, `apiKeys` `APIKeys`, as Go writes them. */
export function exported(name: string): string {
  const pascal = name
    .replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^\w/, (letter) => letter.toUpperCase());
  return pascal.replace(/[A-Z][a-z0-9]*/g, (word) => initialisms[word] ?? word);
}

const plain = { string: "string", integer: "int64", number: "float64", boolean: "bool", any: "any", null: "any", union: "any" } as const;

/** A type in Go; `named` writes the name of a struct. */
export function goType(type: Type, named: (struct: string) => string): string {
  if (type.kind === "literal")
    return typeof type.values[0] === "string" ? "string" : typeof type.values[0] === "boolean" ? "bool" : "float64";
  if (type.kind === "array") return `[]${goType(type.of, named)}`;
  if (type.kind === "map") return `map[string]${goType(type.of, named)}`;
  return type.kind === "struct" ? named(type.name) : plain[type.kind];
}
