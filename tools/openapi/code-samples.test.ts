import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultDocument } from "@parley/gateway/openapi";
import { expect, onTestFinished, test } from "vitest";
import { workspaceRoot } from "../workspace-root.ts";

interface Operation {
  readonly "x-sdk-name"?: string;
  readonly "x-codeSamples": readonly { readonly lang: string; readonly source: string }[];
}

const { paths } = defaultDocument() as unknown as { paths: Record<string, { post: Operation }> };
const operations = Object.values(paths).flatMap(({ post }) => (post["x-sdk-name"] === undefined ? [] : [post]));

test("the reference shows calls of each operation in TypeScript, Python, Go and with curl, in this order", () => {
  for (const { "x-codeSamples": samples } of operations) {
    expect(samples.map(({ lang }) => lang)).toEqual(["typescript", "python", "go", "shell"]);
    expect(samples.every(({ source }) => source.length > 20)).toBe(true);
  }
});

test("the samples in TypeScript keep keys of one's own separate", () => {
  const update = operations.find((operation) => operation["x-sdk-name"] === "organizations.add");

  expect(update?.["x-codeSamples"][0]?.source).toMatch(/organizationId: "\w+",[\s\S]*\.\.\.\{\n +plan: /);
});

test("the samples in Go compile with the client", { timeout: 180_000 }, async () => {
  if (spawnSync("go", ["version"]).status !== 0) return console.warn("SKIPPED: the samples in Go, because there is no Go on the PATH.");
  const folder = await mkdtemp(join(tmpdir(), "parley-samples-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const client = "github.com/parley/parley-go";
  const samples = operations.flatMap(({ "x-codeSamples": all }) => all.filter(({ lang }) => lang === "go"));
  const functions = samples.map(
    ({ source }, index) => `func sample${index}(ctx context.Context, client *parley.Client) error {\n${source}return nil\n}\n`,
  );
  await writeFile(
    join(folder, "go.mod"),
    `module samples\n\ngo 1.24\n\nrequire ${client} v0.0.0\n\nreplace ${client} => ${workspaceRoot}/libs/sdk-go\n`,
  );
  await writeFile(
    join(folder, "samples.go"),
    `package main\n\nimport (\n"context"\n"fmt"\n\nparley "${client}"\n)\n\n${functions.join("\n")}\nfunc main() {}\n`,
  );

  execFileSync("go", ["vet", "./..."], { cwd: folder, stdio: "inherit" });
});
