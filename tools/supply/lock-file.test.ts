import { expect, test } from "vitest";
import { lockProblems } from "./lock-file.ts";

const lock = {
  packages: {
    "": {},
    "apps/users": {},
    "node_modules/@parley/users": { link: true },
    "node_modules/whole": { integrity: "sha512-x" },
    "node_modules/bare": {},
    "node_modules/elsewhere": {},
  },
};

test("a package without an integrity is a problem unless it is an exception", () => {
  expect(lockProblems(lock, ["node_modules/elsewhere"])).toEqual(["node_modules/bare has no integrity in package-lock.json."]);
});

test("an obsolete exception is a problem", () => {
  const problems = lockProblems(lock, ["node_modules/elsewhere", "node_modules/bare", "node_modules/whole", "node_modules/gone"]);

  expect(problems.map((problem) => problem.split(" ", 1)[0])).toEqual(["node_modules/whole", "node_modules/gone"]);
});
