import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultDocument } from "@parley/gateway/openapi";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { buildTypescriptSdk } from "../build/sdk-typescript.ts";
import { workspaceRoot } from "../workspace-root.ts";

const { info, paths } = defaultDocument() as unknown as {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
};

interface Operation {
  readonly "x-codeSamples"?: readonly { readonly lang: string; readonly source: string }[];
}

// Declarations for the snippets: the request over HTTP, and the surrounding program.
const given = `import type { IncomingMessage } from "node:http";
import { type Parley } from "@parley/sdk";
declare global {
  const parley: Parley;
  const request: IncomingMessage;
  const body: Buffer;
  const [newSecret, oldSecret, secret, privateKey]: readonly (string | undefined)[];
  const saved: string | undefined;
  const signal: AbortSignal;
  const keep: (what: unknown) => Promise<void>;
  const save: (cursor: string) => Promise<void>;
  const [baseUrl, apiKey, authToken, text]: readonly [string, string, string, string];
}
`;

let sdk: string;

beforeAll(() => {
  sdk = buildTypescriptSdk(mkdtempSync(join(tmpdir(), "parley-sdk-")));
}, 120_000);
afterAll(() => rmSync(sdk, { recursive: true, force: true }));

test("the guides' snippets in TypeScript and JavaScript compile in strict mode", { timeout: 120_000 }, () => {
  const pages = ["libs/sdk-typescript/README.md", "libs/customers.md", "deploy/operators.md"].map((page) =>
    readFileSync(join(workspaceRoot, page), "utf8"),
  );
  const snippets = [...pages, info.description].flatMap(snippetsOf);

  expect(snippets.length).toBeGreaterThan(8);
  expect(problemsOf(Object.fromEntries(snippets.map((text, index) => [`guide-${index}.mts`, text])))).toBe("");
});

test("the reference's samples in TypeScript compile", { timeout: 120_000 }, () => {
  const samples = Object.values(paths).flatMap(({ post }) =>
    (post["x-codeSamples"] ?? []).filter(({ lang }) => lang === "typescript").map(({ source }) => source),
  );

  expect(samples.length).toBeGreaterThan(90);
  expect(problemsOf(Object.fromEntries(samples.map((text, index) => [`sample-${index}.mts`, text])))).toBe("");
});

test("keys of one's own compile when they are declared or spread, and a misspelt known key does not", { timeout: 120_000 }, () => {
  const declared = `declare module "@parley/sdk" { interface OrganizationKeys { plan?: "free" | "gold" } }\n`;
  const update = (entry: string) => `await parley.organizations.update({ organizations: [${entry}] });\n`;
  const keys = {
    "declared.mts": `${declared}${update('{ organizationId: "acme", plan: "gold" }')}`,
    "spread.mts": update('{ organizationId: "acme", ...{ seats: 3 } }'),
  };

  expect(problemsOf(keys)).toBe("");
  expect(problemsOf({ "misspelt.mts": update('{ organizationId: "acme", organizationNam: "Acme" }') })).toMatch(
    /'organizationNam' does not exist in type 'OrganizationInput'/,
  );
  expect(
    problemsOf({
      "read.mts": `${declared}for await (const { plan } of parley.organizations.list()) plan satisfies "free" | "gold" | undefined;\n`,
    }),
  ).toBe("");
});

test("a file in CommonJS can import the client, and narrows closed sets", { timeout: 120_000 }, () => {
  const text = `import { Parley, ParleyError, type WebhookEvent } from "@parley/sdk";
export const parley = new Parley({ baseUrl: process.env.PARLEY_BASE_URL });
export const isMissing = (error: unknown) => error instanceof ParleyError && error.status === "NOT_FOUND";
export const isAdded = (event: WebhookEvent) => event.event === "comment.add" && event.actionType === "added";
`;

  expect(problemsOf({ "common.cts": text })).toBe("");
  expect(problemsOf({ "word.cts": text.replace("NOT_FOUND", "NOT_FOND") })).toMatch(/'"NOT_FOND"' have no overlap/);
});

test("the reasons of failed items, failed attempts and dropped mails are closed sets", { timeout: 120_000 }, () => {
  const text = `import type { Parley } from "@parley/sdk";
export async function words(parley: Parley): Promise<boolean[]> {
  const { failed } = await parley.users.add({ organizationId: "acme", users: [] });
  const [mail] = await parley.emails.list().all();
  const [delivery] = await parley.webhooks.listDeliveries().all();
  return [failed[0]?.code === "not_found", mail?.reason === "no_address", mail?.errorClass === "dns", delivery?.attempts[0]?.errorClass === "gone"];
}
`;

  expect(problemsOf({ "words.mts": text })).toBe("");
  for (const word of ["not_found", "no_address", "dns", "gone"])
    expect(problemsOf({ "misspelt.mts": text.replace(word, `${word}s`) })).toMatch(/have no overlap/);
});

function snippetsOf(page: string): string[] {
  return [...page.matchAll(/^```(?:ts|js)\b[^\n]*\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
}

/** The compiler's errors; empty when there are none. */
function problemsOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-guide-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "node_modules/@parley"), { recursive: true });
  symlinkSync(sdk, join(folder, "node_modules/@parley/sdk"));
  for (const name of ["@types", "undici", "undici-types"])
    symlinkSync(join(workspaceRoot, "node_modules", name), join(folder, "node_modules", name));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2022",
    lib: ["es2022", "esnext.disposable"],
    types: ["node"],
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    moduleDetection: "force",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.mts", "*.cts"] }));
  writeFileSync(join(folder, "given.mts"), given);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { stdout, stderr } = spawnSync(process.execPath, [join(workspaceRoot, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  return stdout + stderr;
}
