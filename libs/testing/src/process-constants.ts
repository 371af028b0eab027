import { env } from "node:process";

/** Names the constants that a process has other values of (`withConstants`), as entries in JSON. */
const constantsVariable = "TEST_CONSTANTS";

/** The entry of an environment for a process of its own that loads this file first: variables are text and have no symbols as names. */
export function passedConstants(environment: object): Readonly<Record<string, string>> {
  const constants = Object.getOwnPropertySymbols(environment).map((symbol) => [Symbol.keyFor(symbol), Reflect.get(environment, symbol)]);
  return { [constantsVariable]: JSON.stringify(constants) };
}

const passed: readonly [string, number][] = JSON.parse(env[constantsVariable] ?? "[]");
if (passed.length > 0) process.env = Object.assign({ ...env }, Object.fromEntries(passed.map(([key, value]) => [Symbol.for(key), value])));
