import type { Mutation } from "../mutation.ts";

const sql = "libs/database/src/schema/sql.ts";
const sqlTest = ["libs/database/src/schema/sql.test.ts"];

/** The restriction of statements to the tables and columns of their schema. */
export const statementMutations: readonly Mutation[] = [
  {
    name: "column-named-by-a-word",
    file: "apps/users/src/members/memberships.store.ts",
    text: `and \${memberships.organizationId} > $after`,
    replacement: "and organization_id > $after",
    noticedBy: ["apps/users/test/schema.test.ts"],
  },
  {
    name: "literal-names-are-not-reported",
    file: "libs/testing/src/renamed-names.ts",
    text: "found.push(",
    replacement: "String(",
    noticedBy: ["libs/testing/test/renamed-names.test.ts"],
  },
  {
    name: "statement-says-what-it-cannot-name",
    file: sql,
    text: 'throw new Error("A statement contains a value that is neither a table nor a column nor a part of a statement.");',
    replacement: "return String(part);",
    noticedBy: sqlTest,
    tests: "does not compile",
  },
  {
    name: "word-ends-the-text-that-it-stands-in",
    file: sql,
    text: "/^[\\w-]*$/.test(word)",
    replacement: "/^[^;]*$/.test(word)",
    noticedBy: sqlTest,
    tests: "a computed parameter or word that could end",
  },
  {
    name: "computed-parameter-ends-where-it-begins",
    file: sql,
    text: "/^[a-zA-Z]\\w*$/.test(name)",
    replacement: "/^[a-zA-Z]/.test(name)",
    noticedBy: sqlTest,
    tests: "a computed parameter or word that could end",
  },
];
