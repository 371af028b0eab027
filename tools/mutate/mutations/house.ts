import type { Mutation } from "../mutation.ts";

const nx = ["tools/test/test-environment.test.ts"];
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
    name: "packed-spread-is-not-reported",
    file: "tools/boundaries/packed-spreads.ts",
    text: 'argument.type === "ObjectExpression"',
    replacement: 'argument.type === "ArrayExpression"',
    noticedBy: ["tools/boundaries/packed-spreads.test.ts"],
  },
];
