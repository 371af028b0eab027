import type { Mutation } from "../mutation.ts";

const references = ["tools/boundaries/references.test.ts"];

/** What the checks of the sources refuse. */
export const house: readonly Mutation[] = [
  {
    name: "rule-that-stands-elsewhere-is-not-reported",
    file: "tools/boundaries/references.ts",
    text: "absent ?? absentDocument.exec(text)?.[0]",
    replacement: "absent",
    noticedBy: references,
  },
  {
    name: "document-that-is-absent-is-not-reported",
    file: "tools/boundaries/references.ts",
    text: "absent ?? absentDocument.exec(text)?.[0]",
    replacement: "absentDocument.exec(text)?.[0]",
    noticedBy: references,
  },
  {
    name: "operation-by-its-number-is-not-reported",
    file: "tools/boundaries/references.ts",
    text: "numbered.exec(text) ?? []",
    replacement: "numbered.exec(text.slice(text.length)) ?? []",
    noticedBy: references,
  },
];
