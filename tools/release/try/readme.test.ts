import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "../../workspace-root.ts";
import { blockOf, firstProgramOf } from "./readme.ts";

test.each([
  ["typescript", "node first.mjs", "npm install <release>/npm/"],
  ["python", "python first.py", "pip install <release>/python/"],
  ["go", "go mod tidy && go run .", "GOPROXY=file://<release>/go "],
])("the README of the client for %s installs it from a release, and its first program adds a thread", (name, command, installs) => {
  const readme = readFileSync(join(workspaceRoot, `libs/sdk-${name}/README.md`), "utf8");
  const program = firstProgramOf(readme);

  expect(blockOf(readme, "install")).toContain(installs);
  expect(program.command).toBe(command);
  expect(program.text).toMatch(/threads\.create\(/i);
  expect(program.text).toContain("PARLEY_AUTH_TOKEN");
});

test("the README of the command line installs it from a release and adds a thread", () => {
  const readme = readFileSync(join(workspaceRoot, "apps/cli/package-readme.md"), "utf8");

  expect(blockOf(readme, "install")).toMatch(
    /^npx --yes --package <release>\/npm\/\S+-cli-<version>\.tgz \S+ --version\nnpm install --global /,
  );
  expect(blockOf(readme, "first")).toContain("call threads.add");
});

test("a README without an installation or a program is refused", () => {
  expect(() => blockOf("```sh\nnpm install x\n```\n", "install")).toThrow("no block that is marked `install`");
  expect(() => firstProgramOf("```js first\nconsole.log(1);\n```\n")).toThrow("does not say how it is run");
});
