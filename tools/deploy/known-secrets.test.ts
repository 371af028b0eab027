import { readConfigs } from "@parley/runtime";
import { expect, test } from "vitest";
import { modules } from "../../apps/all-in-one/src/modules.ts";
import { composeEnvironments } from "./deployed-environments.ts";

const programs = composeEnvironments().filter(({ program }) => program !== "prepare.ts");

test.each(programs)("$program starts with the secrets of compose.yaml only where things are tried out", ({ program, environment }) => {
  const module = modules.find(({ name }) => `${name}/main.js` === program);
  const read = (overrides: Record<string, string>) => readConfigs(module === undefined ? [] : [module], { ...environment, ...overrides });

  expect(() => read({ PARLEY_DEVELOPMENT: "false" })).toThrow("has the value that compose.yaml shows to everybody");
  expect(read({}).process.development).toBe(true);
});

test("every secret of compose.yaml is known as one that everybody knows", () => {
  const secrets = programs.flatMap(({ environment }) =>
    ["PARLEY_SERVICE_TOKENS", "PARLEY_MASTER_KEYS", "PARLEY_ADMIN_TOKEN"].filter((name) => environment[name] !== undefined),
  );
  const gateway = modules.filter(({ name }) => name === "gateway");
  const environment = programs.find(({ program }) => program === "gateway/main.js")?.environment ?? {};

  expect(() => readConfigs(gateway, { ...environment, PARLEY_DEVELOPMENT: "" })).toThrow(
    new RegExp([...new Set(secrets)].map((name) => `(?=[^]*${name} has the value)`).join("")),
  );
});
