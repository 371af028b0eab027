import { readConfigs } from "@parley/runtime";
import { expect, test } from "vitest";
import { modules } from "../../apps/all-in-one/src/modules.ts";
import { composeEnvironments } from "./deployed-environments.ts";

const programs = composeEnvironments().filter(({ program }) => program !== "prepare.ts");

test.each(programs)("$program starts with the secrets of compose.yaml only in development", ({ program, environment }) => {
  expect(() => read(program, { ...environment, PARLEY_DEVELOPMENT: "false" })).toThrow("has the public value of compose.yaml");
  expect(read(program, environment).process.development).toBe(true);
});

test.each(programs)("every secret that compose.yaml gives to $program is recognised as publicly known", ({ program, environment }) => {
  const secrets = Object.keys(environment).filter((name) => /_(KEYS|TOKEN|TOKENS)$/.test(name));

  expect(secrets).toContain("PARLEY_OWN_SERVICE_TOKEN");
  for (const name of secrets)
    expect(() => read(program, { ...environment, PARLEY_DEVELOPMENT: "" }), name).toThrow(`${name} has the public value`);
});

test("a publicly known secret is refused even with a private one, even in development", () => {
  const { environment } = programs.find(({ program }) => program === "gateway/main.js") ?? { environment: {} };
  const own = { ...environment, PARLEY_ADMIN_TOKEN: "a".repeat(32) };

  expect(() => read("gateway/main.js", own)).toThrow(
    "PARLEY_GATEWAY_KEYS has the public value of compose.yaml while PARLEY_ADMIN_TOKEN has a private value. Set all of them, or none.",
  );
});

test("compose gives each service its own token, only the workspace the master keys, and its job no secret of the services", () => {
  const given = (name: string) =>
    composeEnvironments().flatMap(({ program, environment }) => (environment[name] === undefined ? [] : program));
  const tokens = programs.map(({ environment }) => environment.PARLEY_OWN_SERVICE_TOKEN);

  expect(new Set(tokens).size).toBe(7);
  for (const { environment } of programs) expect(environment.PARLEY_SERVICE_TOKENS).toMatch(/^([a-z-]+:sha256:[0-9a-f]{64}(,|$)){7}/);
  expect(given("PARLEY_MASTER_KEYS")).toEqual(["workspace/main.js"]);
  expect(given("PARLEY_GATEWAY_KEYS")).toEqual(["gateway/main.js"]);
  expect(given("PARLEY_NOTIFICATIONS_KEYS")).toEqual(["notifications/main.js"]);
  expect(given("PARLEY_SERVICE_TOKENS")).not.toContain("prepare.ts");
});

function read(program: string, environment: Readonly<Record<string, string>>) {
  return readConfigs(
    modules.filter(({ name }) => `${name}/main.js` === program),
    environment,
  );
}
