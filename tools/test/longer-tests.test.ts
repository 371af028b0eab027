import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { workspaceRoot } from "../workspace-root.ts";
import { longerTests } from "./longer-tests.ts";

test("each entry of the longer tests names test files, so that none is left out of both commands", () => {
  for (const entry of longerTests) {
    const files = globSync(entry.endsWith("/") ? `${entry}**/*.test.ts` : entry, { cwd: workspaceRoot });
    expect(files, entry).not.toEqual([]);
  }
});
