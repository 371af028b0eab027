import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultDocument } from "@parley/gateway/openapi";
import { GoPrograms, hasGo } from "../deploy/go-programs.ts";
import { workspaceRoot } from "../workspace-root.ts";

/** What these sources break for callers of the release in a folder: in the protos by buf, in the HTTP interface by oasdiff. */
export function surfaceProblems(release: string, now: { readonly protos: string; readonly document: object } = sources()): string[] {
  const [image] = globSync("protos/*.binpb", { cwd: release });
  if (image === undefined) throw new Error(`${release} is no release: it has no image of the protos.`);
  return [
    ...ran(join(workspaceRoot, "node_modules/.bin/buf"), ["breaking", now.protos, "--against", join(release, image)]),
    ...httpProblems(join(release, "openapi/openapi.json"), now.document),
  ];
}

function sources() {
  return { protos: join(workspaceRoot, "proto"), document: defaultDocument() };
}

function httpProblems(before: string, document: object): string[] {
  if (!hasGo()) {
    console.warn("SKIPPED: the HTTP interface, because oasdiff is built with Go, which is not installed.");
    return [];
  }
  const oasdiff = new GoPrograms("oasdiff", join(import.meta.dirname, "oasdiff")).build("oasdiff", "github.com/oasdiff/oasdiff");
  const folder = mkdtempSync(join(tmpdir(), "parley-surface-"));
  try {
    const now = join(folder, "openapi.json");
    writeFileSync(now, JSON.stringify(document));
    return ran(oasdiff, ["breaking", before, now, "--fail-on", "ERR", "--format", "singleline", "--color", "never"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ran(program: string, parameters: readonly string[]): string[] {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? [] : `${error?.message ?? ""}${stdout}${stderr}`.trim().split("\n");
}
