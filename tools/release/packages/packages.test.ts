import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "../../workspace-root.ts";
import { released } from "./documents.ts";

test("compose of a release builds nothing and starts images of its version, unless another one is named", () => {
  const text = released(readFileSync(join(workspaceRoot, "deploy/compose.yaml"), "utf8"), "1.2.3");

  expect(text.match(/parley(?:-all-in-one)?:\$\{PARLEY_IMAGE_TAG:-1\.2\.3\}/g)?.length).toBeGreaterThanOrEqual(2);
  expect(text).not.toMatch(/\bbuild\b.*:|--build|latest\}/);
  expect(() => released("services: {}", "1.2.3")).toThrow("names its images in another way");
});
