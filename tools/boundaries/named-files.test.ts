import { expect, test } from "vitest";
import { absentFiles } from "./named-files.ts";

const files = new Set(["README.md", "apps/users/src/members/find-users.ts", "apps/users/README.md", "libs/rpc/src/served-call.ts"]);
const absentIn = (text: string) => absentFiles("apps/users/README.md", text, files);

test("a page may name files by their path from the root, by the end of it, and by relative links", () => {
  const page = "`apps/users/src`, `members/find-users.ts`, `served-call.ts`, [root](../../README.md#run-it), [sources](src/members)";

  expect(absentIn(page)).toEqual([]);
});

test("a path, the end of a path and a link that lead nowhere are found", () => {
  const page = '`apps/users/src/gone`, `users/find-users.ts`, `gone.ts`, [gone](../gone/README.md), <img src="gone.webp">';

  expect(absentIn(page)).toEqual(["apps/users/src/gone", "users/find-users.ts", "gone.ts", "../gone/README.md", "gone.webp"]);
});

test("the end of a file's name is not the file", () => {
  expect(absentIn("`users.ts`")).toEqual(["users.ts"]);
});

test("patterns, what a build makes, addresses and fenced blocks name no file", () => {
  const page =
    "`<noun>/<rpc>.ts`, `**/*.test.ts`, `apps/users/dist/main.js`, [web](https://example.org/gone)\n\n```sh\nnode `apps/gone.ts`\n```\n";

  expect(absentIn(page)).toEqual([]);
});

test("a diagram names files, too", () => {
  const page = '```mermaid\nflowchart TB\n  A["members/find-users.ts"] --> B["members/gone.ts, first"]\n```\n';

  expect(absentIn(page)).toEqual(["members/gone.ts"]);
});
