import type { AuthLevel } from "../credentials/credential.ts";
import type { HeaderNames } from "../credentials/credential-check.ts";
import type { Operation } from "../operations/operation.ts";
import { goSamples } from "./gen/go-samples.ts";
import { ownKeysApart, spreadKey } from "./own-keys-apart.ts";

/** The operation's example as sent by each client and by curl, for the reference (`x-codeSamples`), which shows the first one first. */
export function codeSamples(operation: Operation, names: HeaderNames): object[] {
  const { sdk, sdkByHand, paged, stream, example, bodyCredentials, request: form } = operation;
  const reading = { paged: paged === true, stream: stream !== undefined, watch: sdkByHand !== undefined };
  const { apiKey: _key, authToken: _token, ...rest } = example.request;
  const request = bodyCredentials ? rest : example.request;
  const plain = { lang: "shell", label: "curl", source: curl(operation, request, names) };
  if (operation.auth === "user") return [plain];
  return [
    { lang: "typescript", label: "TypeScript", source: typescript(sdk, ownKeysApart(request, form), reading) },
    { lang: "python", label: "Python", source: python(sdk, request, reading) },
    { lang: "go", label: "Go", source: goSamples[sdk] ?? "" },
    plain,
  ];
}

// The sample uses the shell variables that a start prints, and this installation's header names.
function curl({ path, auth, stream }: Operation, request: object, names: HeaderNames): string {
  const headers = [
    "-H 'content-type: application/json'",
    ...(auth === "user" ? [`-H "authorization: Bearer $PARLEY_USER_TOKEN"`] : []),
    ...credentials[auth].map(([header, variable]) => `-H "${names[header]}: $${variable}"`),
    `-d '${JSON.stringify({ data: request }).replaceAll("'", String.raw`'\\''`)}'`,
  ];
  return `curl -s${stream === undefined ? "" : "N"} "$PARLEY_BASE_URL${path}" \\\n${headers.map((each) => `  ${each}`).join(" \\\n")}\n`;
}

const credentials: Readonly<Record<AuthLevel, readonly (readonly [keyof HeaderNames, string])[]>> = {
  apiKey: [
    ["apiKey", "PARLEY_API_KEY"],
    ["authToken", "PARLEY_AUTH_TOKEN"],
  ],
  workspace: [
    ["workspaceId", "PARLEY_WORKSPACE_ID"],
    ["authToken", "PARLEY_WORKSPACE_TOKEN"],
  ],
  admin: [["adminToken", "PARLEY_ADMIN_TOKEN"]],
  user: [],
};

interface Reading {
  readonly paged: boolean;
  readonly stream: boolean;
  readonly watch: boolean;
}

function typescript(sdk: string, request: object, { paged, stream, watch }: Reading): string {
  const call = `parley.${sdk}(${asJavaScript(request)})`;
  if (watch) return `for await (const change of ${call}) {\n  console.log(change);\n}\n`;
  if (paged) return `for await (const item of ${call}) {\n  console.log(item);\n}\n`;
  if (stream) return `for await (const event of await ${call}) {\n  if (event.type === "text") process.stdout.write(event.text);\n}\n`;
  return `const answer = await ${call};\n`;
}

function asJavaScript(value: object): string {
  const named = JSON.stringify(value, null, 2).replace(/^( *)"([A-Za-z_]\w*)":/gm, "$1$2:");
  return named.replaceAll(`"${spreadKey}": `, spreadKey);
}

function python(sdk: string, request: object, { paged, stream, watch }: Reading): string {
  const named = Object.entries(request).map(([key, value]) => `    ${argument(key)}=${asPython(value)},\n`);
  const call = `parley.${snake(sdk)}(${named.length === 0 ? "" : `\n${named.join("")}`})`;
  if (watch) return `for change in ${call}:\n    print(change)\n`;
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

// `from` is a keyword of Python.
function argument(name: string): string {
  return name === "from" ? "from_" : snake(name);
}
