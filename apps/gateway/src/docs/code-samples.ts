import type { Operation } from "../operations/operation.ts";
import { goSamples } from "./gen/go-samples.ts";

/** How the operation's example is sent with our clients, for the reference (`x-codeSamples`). */
export function codeSamples({ sdk, paged, stream, example, bodyCredentials }: Operation): object[] {
  if (sdk === undefined) return [];
  const { apiKey: _key, authToken: _token, ...rest } = example.request;
  const request = bodyCredentials ? rest : example.request;
  return [
    { lang: "typescript", label: "TypeScript", source: typescript(sdk, request, { paged: paged === true, stream: stream !== undefined }) },
    { lang: "python", label: "Python", source: python(sdk, request, { paged: paged === true, stream: stream !== undefined }) },
    { lang: "go", label: "Go", source: goSamples[sdk] ?? "" },
  ];
}

interface Reading {
  readonly paged: boolean;
  readonly stream: boolean;
}

function typescript(sdk: string, request: object, { paged, stream }: Reading): string {
  const call = `parley.${sdk}(${asJavaScript(request)})`;
  if (paged) return `for await (const item of ${call}) {\n  console.log(item);\n}\n`;
  if (stream) return `for await (const event of await ${call}) {\n  if (event.type === "text") process.stdout.write(event.text);\n}\n`;
  return `const answer = await ${call};\n`;
}

function asJavaScript(value: object): string {
  return JSON.stringify(value, null, 2).replace(/^( *)"([A-Za-z_]\w*)":/gm, "$1$2:");
}

function python(sdk: string, request: object, { paged, stream }: Reading): string {
  const named = Object.entries(request).map(([key, value]) => `    ${argument(key)}=${asPython(value)},\n`);
  const call = `parley.${snake(sdk)}(${named.length === 0 ? "" : `\n${named.join("")}`})`;
  if (paged) return `for item in ${call}:\n    print(item)\n`;
  if (stream) return `for event in ${call}:\n    if event.type == "text":\n        print(event.text, end="")\n`;
  return `answer = ${call}\n`;
}

function asPython(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(asPython).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}: ${asPython(part)}`)
    .join(", ")}}`;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

// Python's keywords.
function argument(name: string): string {
  return name === "from" ? "from_" : snake(name);
}
