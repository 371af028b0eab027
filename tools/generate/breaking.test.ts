import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workspaceRoot } from "../workspace-root.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-protos-"));
  cpSync(join(workspaceRoot, "proto"), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check() {
  const PATH = [join(workspaceRoot, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, PARLEY_PROTO_FOLDER: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["tools/generate/breaking.ts"], {
    cwd: workspaceRoot,
    env,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

function change(file: string, pattern: RegExp, replacement: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(pattern);
  writeFileSync(path, text.replace(pattern, replacement));
}

test("the protos break no caller of the last release", { timeout: 60_000 }, () => {
  expect(check()).toEqual({ status: 0, output: "" });
});

test("deleting an RPC and renaming a field are reported", { timeout: 60_000 }, () => {
  change("parley/users/v1/users_service.proto", /rpc GetUserProfile\([\s\S]*?\n {2}\}\n/, "");
  change("parley/common/v1/failure.proto", /string reason = 1;/, "string cause = 1;");

  const { status, output } = check();

  expect(status).not.toBe(0);
  expect(output).toContain('Previously present RPC "GetUserProfile"');
  expect(output).toContain('changed name from "reason" to "cause"');
});
