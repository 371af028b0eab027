import type { Mutation } from "../mutation.ts";

const nx = ["tools/test/test-environment.test.ts"];
const references = ["tools/boundaries/references.test.ts"];

/** The rules of the source checks. */
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
  {
    name: "tests-without-docker-are-silent",
    file: "libs/testing/src/containers/docker-engine.ts",
    text: "if (isSaid) return;",
    replacement: "if (!isSaid) return;",
    noticedBy: ["libs/testing/src/containers/docker-engine.test.ts"],
  },
  {
    name: "nx-does-not-know-which-kafka",
    file: "nx.json",
    text: '"env": "PARLEY_TEST_KAFKA_IMAGE"',
    replacement: '"env": "KAFKA_IMAGE"',
    noticedBy: nx,
  },
  {
    name: "room-of-a-plane-is-not-reported",
    file: "tools/boundaries/rules.ts",
    text: '"handlers", "administration", "collaboration", ',
    replacement: '"handlers", ',
    noticedBy: ["tools/boundaries/rules.test.ts"],
    tests: "a folder that is a layer",
  },
  {
    name: "user-acts-in-a-closed-document",
    file: "apps/activity/src/collaboration.ts",
    text: "await context.access.requireOpen(request);",
    replacement: "await Promise.resolve();",
    noticedBy: ["apps/activity/test/access.test.ts"],
    tests: "refuses every call that acts for a user",
  },
  {
    name: "packed-spread-is-not-reported",
    file: "tools/boundaries/packed-spreads.ts",
    text: 'argument.type === "ObjectExpression"',
    replacement: 'argument.type === "ArrayExpression"',
    noticedBy: ["tools/boundaries/packed-spreads.test.ts"],
  },
];
