import { expect, test } from "vitest";
import { changesOf, headedChangelog } from "./changelog.ts";

const changelog =
  "# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0, 2026-01-01\n\nThe first.\n\n## 0.1.0-old\n\nOlder.\n";

test("the changes of a version are exactly the text below its heading", () => {
  expect(changesOf(changelog, "Unreleased")).toBe("### Added\n\n- A thing.");
  expect(changesOf(changelog, "0.1.0")).toBe("The first.");
  expect(changesOf(changelog, "0.1")).toBeUndefined();
});

test("the unreleased changes move below the heading of the version, and only once", () => {
  const headed = headedChangelog(changelog, "0.2.0", "2026-02-03");

  expect(changesOf(headed, "Unreleased")).toBe("");
  expect(changesOf(headed, "0.2.0")).toBe("### Added\n\n- A thing.");
  expect(changesOf(headed, "0.1.0")).toBe("The first.");
  expect(() => headedChangelog(headed, "0.2.0", "2026-02-03")).toThrow("already has a section 0.2.0");
  expect(() => headedChangelog("# Changelog\n", "0.2.0", "2026-02-03")).toThrow("has no section Unreleased");
});
