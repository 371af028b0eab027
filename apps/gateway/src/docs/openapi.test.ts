import { expect, test } from "vitest";
import { headerNames } from "../credentials/credential-check.ts";
import { meOperations, operations } from "../operations/index.ts";
import { openApiDocument } from "./openapi.ts";
import type { Json } from "./schema-catalogue.ts";

const all = [...operations, ...meOperations];
const document = openApiDocument({ operations: all, names: headerNames("x-svc-"), maxBodyBytes: 1_048_576, maxJsonDepth: 32 });
const { schemas } = document.components as { schemas: Record<string, Json> };

/** Every schema within a value, with its path. */
function* schemasIn(value: unknown, path: string): Generator<readonly [string, Json]> {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value || "properties" in value || "$ref" in value) yield [path, value as Json];
  // The parts of `allOf` are conditions, not forms.
  for (const [key, part] of Object.entries(value)) if (key !== "allOf") yield* schemasIn(part, `${path}.${key}`);
}

test("every property of every schema has a description", () => {
  const silent = [...schemasIn(schemas, "schemas")].flatMap(([path, { properties = {} }]) =>
    Object.entries(properties as Record<string, Json>).flatMap(([name, { description }]) =>
      typeof description === "string" && description.length > 3 ? [] : [`${path}.${name}`],
    ),
  );

  expect(silent).toEqual([]);
});

test("every number of the interface is whole except ids and distances on a page, so that no client counts in fractions", () => {
  const numbers = [...schemasIn(schemas, "schemas")].filter(([, { type }]) => type === "number").map(([path]) => path);

  const ids = /(?:(?:location|comment|attachment)Ids?|Location(?:Input|RefInput|)\.properties\.id)\b/i;
  const distances = /\.properties\.(?:position[XY]|screen(?:Width|Height|ScrollHeight|ScrollTop))$/;
  expect(numbers.filter((path) => !ids.test(path) && !distances.test(path))).toEqual([]);
});

test("every reference leads to a schema, and every object of a request or response has a name", () => {
  const refs = [...schemasIn(document, "document")].flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : []));
  const unnamed = Object.entries(schemas)
    .filter(([name]) => name !== "Error")
    .flatMap(([name, schema]) => [...schemasIn(schema.properties ?? {}, name)])
    .filter(([, schema]) => schema.type === "object" && schema.properties !== undefined);

  expect(refs.filter((ref) => ref.startsWith("#/components/schemas/") && !(ref.slice(21) in schemas))).toEqual([]);
  expect(unnamed.map(([path]) => path)).toEqual([]);
});

test("names of schemas are short, and a schema used in many places has one name", () => {
  const nameless = Object.keys(schemas).filter((name) => name.length > 36);
  const users = Object.values(schemas).filter(({ properties = {} }) => Object.keys(properties as Json).join() === "userId,name,email");

  expect(nameless).toEqual([]);
  // `NamedUserInput` and `NamedUser` of requests and responses that name users.
  expect(users.length).toBe(2);
});

test("every tag is described and in one group of the menu, and every operation has a tag", () => {
  const tags = document.tags as { name: string; description: string }[];
  const grouped = (document["x-tagGroups"] as { tags: string[] }[]).flatMap((group) => group.tags);
  const sections = [document.paths, document.webhooks] as Record<string, { post: { tags: string[] } }>[];
  const used = sections.flatMap((section) => Object.values(section)).flatMap(({ post }) => post.tags);

  expect(tags.every(({ description }) => description.endsWith("."))).toBe(true);
  expect([...grouped].sort()).toEqual(tags.map(({ name }) => name).sort());
  expect(new Set(used)).toEqual(new Set(grouped));
});

interface Documented {
  readonly description?: string;
  readonly "x-alias"?: string;
  readonly "x-alias-of"?: string;
  readonly "x-scalar-ignore"?: boolean;
  readonly "x-codeSamples": readonly { readonly lang: string; readonly source: string }[];
}

const paths = Object.entries(document.paths as Record<string, { post: Documented }>);

test("the reference shows each operation once, with its other path named in it", () => {
  const shown = paths.filter(([, { post }]) => post["x-scalar-ignore"] !== true);
  const hidden = paths.filter(([, { post }]) => post["x-scalar-ignore"] === true);
  const subjects = shown.map(([path]) => path.replace(/^\/v\d/, ""));

  expect(hidden.length).toBeGreaterThan(10);
  for (const [path, { post }] of hidden) expect(post["x-alias-of"], path).toBeDefined();
  for (const [path, { post }] of hidden) {
    const [, operation] = shown.find(([, each]) => each.post["x-alias"] === path) ?? [];
    expect(operation?.post.description, path).toContain(`The same operation is at \`${path}\`.`);
    expect(post["x-alias-of"]).toBe(shown.find(([, each]) => each.post["x-alias"] === path)?.[0]);
  }
  expect(new Set(subjects).size).toBe(subjects.length);
});

test("curl sends the credentials in the headers of the installation, from the shell variables that a start prints", () => {
  const { paths: own } = openApiDocument({ operations, names: headerNames("x-acme-"), maxBodyBytes: 1_048_576, maxJsonDepth: 32 });
  const curl = (path: string) =>
    (own as Record<string, { post: Documented }>)[path]?.post["x-codeSamples"].find(({ lang }) => lang === "shell")?.source ?? "";

  expect(curl("/v2/users/get")).toContain('-H "x-acme-api-key: $PARLEY_API_KEY"');
  expect(curl("/v2/users/get")).toContain('-H "x-acme-auth-token: $PARLEY_AUTH_TOKEN"');
  expect(curl("/v2/workspace/get")).toContain('-H "x-acme-workspace-id: $PARLEY_WORKSPACE_ID"');
  expect(curl("/v2/workspace/create")).toContain('-H "x-acme-admin-token: $PARLEY_ADMIN_TOKEN"');
});
