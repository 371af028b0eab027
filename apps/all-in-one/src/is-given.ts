import { textOf } from "@parley/runtime";

/** Whether a variable or its file is given. An empty value does not count. */
export function isGiven(name: string, environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment[name] || environment[`${name}_FILE`]);
}

/** The environment with defaults for variables that are not given. */
export function withDefaults(given: NodeJS.ProcessEnv, defaults: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const missing = Object.entries(defaults).filter(([name]) => !isGiven(name, given));
  return { ...given, ...Object.fromEntries(missing) };
}

/** The value of a variable, or of the file that it names; empty when not given. */
export function givenText(name: string, environment: NodeJS.ProcessEnv): string {
  return textOf({ name }, environment) ?? "";
}
