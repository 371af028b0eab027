import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultDocument } from "@parley/gateway/openapi";
import { expect, onTestFinished, test } from "vitest";
import { hasGo } from "../deploy/go-programs.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { surfaceProblems } from "./surface-problems.ts";

const protos = join(workspaceRoot, "proto");

test("sources break no caller of a release that was made of them", { timeout: 600_000 }, () => {
  expect(surfaceProblems(released(protos))).toEqual([]);
});

test("deleting an RPC and renaming a field of a proto are reported", { timeout: 600_000 }, () => {
  const changed = folder();
  cpSync(protos, changed, { recursive: true });
  change(join(changed, "parley/users/v1/users_service.proto"), /rpc GetUserProfile\([\s\S]*?\n {2}\}\n/, "");
  change(join(changed, "parley/common/v1/failure.proto"), /string reason = 1;/, "string cause = 1;");

  const problems = surfaceProblems(released(protos), { protos: changed, document: defaultDocument() }).join("\n");

  expect(problems).toContain('Previously present RPC "GetUserProfile"');
  expect(problems).toContain('changed name from "reason" to "cause"');
});

test.runIf(hasGo())("deleting an operation of the HTTP interface is reported", { timeout: 600_000 }, () => {
  const document = structuredClone(defaultDocument()) as unknown as { readonly paths: Record<string, unknown> };
  delete document.paths["/v2/users/get"];

  expect(surfaceProblems(released(protos), { protos, document }).join("\n")).toContain("/v2/users/get");
});

/** The parts of a release that are compared. */
function released(of: string): string {
  const release = folder();
  for (const name of ["protos", "openapi"]) mkdirSync(join(release, name));
  const { status, stderr } = spawnSync(join(workspaceRoot, "node_modules/.bin/buf"), ["build", of, "-o", join(release, "protos/p.binpb")]);
  expect(status, String(stderr)).toBe(0);
  writeFileSync(join(release, "openapi/openapi.json"), JSON.stringify(defaultDocument()));
  return release;
}

function change(path: string, pattern: RegExp, replacement: string): void {
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(pattern);
  writeFileSync(path, text.replace(pattern, replacement));
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "parley-surface-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
