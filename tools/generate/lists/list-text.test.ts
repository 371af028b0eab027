import { expect, test } from "vitest";
import { listFiles } from "./list-files.ts";
import { withImports, withList } from "./list-text.ts";

const operations = { opening: /^export const operations = \[/m, closing: "]", item: (name: string) => name } as const;

test("a new name comes last, the others keep their order, and a removed one is left out", () => {
  const text = "export const operations = [\n  second,\n  gone,\n  first,\n];\n";

  expect(withList(text, { ...operations, names: ["added", "first", "second"] })).toBe(
    "export const operations = [second, first, added];\n",
  );
});

test("an array is wrapped as the formatter does, an object keeps its layout", () => {
  const names = Array.from({ length: 20 }, (_, index) => `operation${index}`);

  expect(withList("export const operations = [];", { ...operations, names })).toContain("[\n  operation0,\n  operation1,\n");
  expect(
    withList("function handlers() {\n  return {\n    a: a(context),\n  };\n}", {
      opening: /return \{/,
      closing: "}",
      names: ["a", "b"],
      item: (name) => `${name}: ${name}(context)`,
    }),
  ).toBe("function handlers() {\n  return {\n    a: a(context),\n    b: b(context),\n  };\n}");
});

test("a file without the list is refused", () => {
  expect(() => withList("export const other = [];", { ...operations, names: [] })).toThrow("no list that begins with");
});

test("imports are those of the entries and the other imports, in the formatter's order", () => {
  const text =
    'import type { Operation } from "../operation.ts";\nimport { gone } from "./gone.ts";\n\nexport const operations = [gone];\n';
  const entries = [
    { name: "addUsersToGroups", from: "./add-users-to-groups.ts" },
    { name: "addUsers", from: "./add-users.ts" },
  ];

  expect(
    withImports(text, entries, ({ from }) => from.startsWith("./"))
      .split("\n")
      .slice(0, 4),
  ).toEqual([
    'import type { Operation } from "../operation.ts";',
    'import { addUsers } from "./add-users.ts";',
    'import { addUsersToGroups } from "./add-users-to-groups.ts";',
    "",
  ]);
});

test("the operations of every domain and the handlers of every service are listed", () => {
  const lists = listFiles();

  expect(lists["apps/gateway/src/operations/users/index.ts"]).toContain("  getUsers,\n");
  expect(lists["apps/users/src/service.ts"]).toContain("    findUsers: findUsers(context),\n");
  expect(lists["apps/notifications/src/service.ts"]).toContain("    markRead: markRead(context),\n");
  expect(lists["apps/activity/src/service.ts"]).toContain("    addComments: addComments(context),\n");
  expect(lists["apps/activity/src/service.ts"]).toContain("    addComments: addCommentsByUser(context),\n");
});
