import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import settings from "../../nx.json" with { type: "json" };
import { workspaceRoot } from "../workspace-root.ts";

test("results with other servers or images are not reused: nx knows each variable that selects them", () => {
  const sources = globSync("libs/testing/src/**/*.ts", { cwd: workspaceRoot }).map((path) =>
    readFileSync(join(workspaceRoot, path), "utf8"),
  );
  const read = new Set(sources.flatMap((text) => [...text.matchAll(/process\.env\.(\w+)/g)].map(([, name = ""]) => name)));
  const known = settings.namedInputs.testEnvironment.map(({ env }) => env);

  expect([...read].filter((name) => /^PARLEY_TEST_|^DOCKER_/.test(name)).sort()).toEqual([...known].sort());
  expect(settings.targetDefaults.test.inputs).toContain("testEnvironment");
  expect(settings.targetDefaults["check-tests"].inputs).toContain("testEnvironment");
  expect(settings.targetDefaults["check-longer-tests"].inputs).toContain("testEnvironment");
});
