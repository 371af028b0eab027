import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "./fences.ts";

test("each of the ten things to do first leads to a section with a program or call that a test runs", async () => {
  const page = await readFile(join(repository, "libs/customers.md"), "utf8");
  const first = [...page.matchAll(/^\d+\. \[[^\]]+\]\(#([\w-]+)\)$/gm)].map(([, anchor]) => anchor);
  const sections = page.split(/^## /m).slice(1);
  const run = sections.filter((text) => /^```(?:sh|js|py|go)(?! no-test)/m.test(text)).map((text) => anchorOf(text.split("\n")[0] ?? ""));

  expect(first).toHaveLength(10);
  expect(first.filter((anchor) => !run.includes(anchor ?? ""))).toEqual([]);
});

/** The anchor that a heading has on a page. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
}
