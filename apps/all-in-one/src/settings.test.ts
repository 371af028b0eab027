import { expect, test } from "vitest";
import { readAllInOneConfig } from "./settings.ts";

test.each([
  [{}, { demo: true, printsSecrets: true }],
  [{ PARLEY_DEMO: "false" }, { demo: false, printsSecrets: true }],
  [{ NODE_ENV: "production" }, { demo: false, printsSecrets: false }],
  [
    { NODE_ENV: "production", PARLEY_DEMO: "true" },
    { demo: true, printsSecrets: false },
  ],
])("given %j, it is %j", (environment, config) => {
  expect(readAllInOneConfig(environment)).toEqual({ dataDir: ".parley", examplePort: 8090, ...config });
});

test("an invalid value for the demo is refused in one sentence", () => {
  expect(() => readAllInOneConfig({ PARLEY_DEMO: "perhaps" })).toThrow("PARLEY_DEMO must be true or false");
});
