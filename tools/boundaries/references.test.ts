import { expect, test } from "vitest";
import { referenceProblems } from "./references.ts";

const documents = new Set(["README.md", "customers.md"]);

test.each([
  ["a document by its file", "// Costs more than it saves (performance.md)."],
  ["a document in a folder", "See design/architecture.md."],
  ["the specification", `// As the ${"specification"} has it.`],
  ["decisions", `/** The same for all (${"decisions"}, section 2). */`],
  ["decisions at the beginning", `${"Decisions"}, section 6, say when.`],
])("a reference to %s that is not in the repository is reported", (_, text) => {
  expect(referenceProblems(text, documents)).toEqual([expect.stringContaining("is not in the repository; state the rule here")]);
});

test("an operation that is referred to by a number is reported", () => {
  expect(referenceProblems(`/** Operation ${13}. */`, documents)).toEqual([expect.stringContaining("by its number")]);
  expect(referenceProblems(`Only operations ${5} and ${13} may.`, documents)).toEqual([expect.stringContaining("by its number")]);
});

test("documents of the repository, public standards and counts of operations pass", () => {
  const text = "libs/customers.md and [README](../README.md); the Standard Webhooks specification; RFC 2606; 16 operations; operation a";

  expect(referenceProblems(text, documents)).toEqual([]);
});
