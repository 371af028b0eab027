import { expect, test } from "vitest";
import { unknownVariables } from "./declared-variables.ts";

test.each([
  ["PARLEY_OPS_PORT: 9090", []],
  ["PARLEY_OPSPORT: 9090", ["PARLEY_OPSPORT"]],
  ["settings begin with `PARLEY_KAFKA_`, and PARLEY_<SERVICE>_URL names a service", []],
])("in %j the unknown variables are %j", (text, unknown) => {
  expect(unknownVariables(text, new Set(["PARLEY_OPS_PORT"]))).toEqual(unknown);
});
