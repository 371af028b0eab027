import { type Module, processSettings, settingsOf } from "@parley/runtime";
import { allInOneSettings } from "../../apps/all-in-one/src/settings.ts";

// Read by compose itself.
const ofCompose = ["PARLEY_IMAGE_TAG"];

// The variables that compose sets per service.
const ofOneService = "SERVICE_TOKEN";

// Read by the command line.
const ofCommandLine = ["PARLEY_BASE_URL", "PARLEY_API_KEY", "PARLEY_AUTH_TOKEN", "PARLEY_WORKSPACE_ID", "PARLEY_WORKSPACE_TOKEN"];

// Read by the tests.
const ofTests = [
  "PARLEY_TEST_POSTGRES_VERSION",
  "PARLEY_TEST_POSTGRES_IMAGE",
  "PARLEY_TEST_KAFKA_IMAGE",
  "PARLEY_TEST_CITUS",
  "PARLEY_CITUS_SOURCE",
];

/** Every variable of a process with these modules. */
export function declaredVariables(modules: readonly Module[]): Set<string> {
  const settings = modules.flatMap(({ config, serves }) => [...settingsOf(config), ...(serves === undefined ? [] : [serves.port])]);
  const ofCommands = modules.flatMap(({ commands = {} }) => Object.values(commands).flatMap(({ config }) => settingsOf(config)));
  const ofAllInOne = settingsOf(allInOneSettings(false));
  const names = [...settingsOf(processSettings), ...settings, ...ofAllInOne, ...ofCommands].flatMap(({ name, fallbackName }) => [
    name,
    fallbackName ?? name,
  ]);
  const tokens = modules.map(({ name }) => `PARLEY_${name.toUpperCase().replaceAll("-", "_")}_${ofOneService}`);
  const urls = modules.flatMap(({ uses }) => uses.map(({ typeName }) => `PARLEY_${typeName.split(".")[1]?.toUpperCase()}_URL`));
  return new Set([...ofCompose, ...ofCommandLine, ...ofTests, ...urls, ...tokens, ...names.flatMap((name) => [name, `${name}_FILE`])]);
}

/** The undeclared variables in a text. `PARLEY_KAFKA_` and `PARLEY_<SERVICE>_URL` are not variables. */
export function unknownVariables(text: string, declared: ReadonlySet<string>): string[] {
  const named = new Set([...text.matchAll(/\bPARLEY_[A-Z0-9_]*[A-Z0-9](?![A-Z0-9_<{])/g)].map(([name]) => name));
  return [...named].filter((name) => !declared.has(name) && !text.includes(`${name}_<`) && !text.includes(`${name}_*`));
}
