import { expect, test } from "vitest";
import { boundaryProblem, dependencyProblem, layoutProblem, quoteProblem, readmeProblem } from "./rules.ts";

function project(type: string, scope: string) {
  return { root: `${type}s/${scope}`, tags: ["npm:private", `type:${type}`, `scope:${scope}`] };
}

test("a service that uses another service is reported", () => {
  expect(dependencyProblem(project("app", "users"), project("app", "activity"))).toContain("only all-in-one imports them");
  expect(dependencyProblem(project("app", "all-in-one"), project("app", "activity"))).toBeUndefined();
  expect(boundaryProblem({ file: "apps/all-in-one/src/main.ts", specifier: "@parley/activity/module" })).toBeUndefined();
  expect(boundaryProblem({ file: "apps/all-in-one/src/main.ts", specifier: "@parley/activity/store" })).toContain("its only entry");
});

test("a lib that uses a lib above it, an app or the tools is reported", () => {
  expect(dependencyProblem(project("lib", "kernel"), project("lib", "database"))).toContain("not below it");
  expect(dependencyProblem(project("lib", "database"), project("lib", "runtime"))).toBeUndefined();
  expect(dependencyProblem(project("lib", "database"), project("app", "users"))).toContain("apps talk over RPC");
  expect(dependencyProblem(project("lib", "database"), project("tool", "tools"))).toContain("stand above all");
});

test("a project without tags is reported", () => {
  expect(dependencyProblem({ root: "libs/new", tags: [] }, project("lib", "kernel"))).toContain("no tags");
});

test("a relative path into another project is reported", () => {
  expect(
    boundaryProblem({ file: "apps/users/src/x.ts", specifier: "../../activity/src/y.ts", target: "apps/activity/src/y.ts" }),
  ).toContain("relative path");
  expect(boundaryProblem({ file: "apps/users/src/x.ts", specifier: "./y.ts", target: "apps/users/src/y.ts" })).toBeUndefined();
});

test("the testing lib is for tests", () => {
  expect(boundaryProblem({ file: "apps/users/src/x.ts", specifier: "@parley/testing" })).toContain("outside of its tests");
  expect(boundaryProblem({ file: "apps/users/test/x.test.ts", specifier: "@parley/testing" })).toBeUndefined();
});

test("a rule in the root of a service and a folder that is a layer are reported", () => {
  expect(layoutProblem("apps/users/src/place.ts")).toContain("lies in src itself");
  expect(layoutProblem("apps/users/src/handlers/add-users.ts")).toContain("a layer");
  expect(layoutProblem("apps/activity/src/collaboration/add-comments.ts")).toContain("a layer");
  expect(layoutProblem("apps/notifications/src/webhooks/store/queue.ts")).toContain("a layer");
  expect(layoutProblem("apps/users/src/members/add-users.ts")).toBeUndefined();
  expect(layoutProblem("apps/users/src/module.ts")).toBeUndefined();
  expect(layoutProblem("apps/activity/src/collaboration.ts")).toContain("lies in src itself");
  expect(layoutProblem("apps/all-in-one/src/welcome.ts")).toBeUndefined();
});

test("a message that repeats an unshortened id is reported", () => {
  const quoting = (id: string) => `\`There is no user \${${id}}.\``;

  expect(quoteProblem(`throw notFound(${quoting("userId")})`)).toContain("shortened(userId)");
  expect(quoteProblem(`return failed(\n  id,\n  "not_found",\n  ${quoting("id")},\n)`)).toContain("shortened(id)");
  expect(quoteProblem(`throw notFound(${quoting("shortened(userId)")})`)).toBeUndefined();
  expect(quoteProblem(`log.warn({}, ${quoting("userId")})`)).toBeUndefined();
});

test("the README of a service that lacks a chapter, adds one or has them in another order is reported", () => {
  expect(readmeProblem("# users\n\n## RPCs\n\n## Tables\n\n## How it works\n\n### Quota\n\n## Config\n")).toBeUndefined();
  expect(readmeProblem("# users\n\n## RPCs\n\n## How it works\n\n## Tables\n\n## Config\n")).toContain("instead of RPCs, Tables");
  expect(readmeProblem("# users\n\n## RPCs\n\n## Tables\n\n## How it works\n\n## Config\n\n## Measured\n")).toContain("Measured instead");
  expect(readmeProblem("# users\n")).toContain("the chapters none");
});
