import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * The options of a command that are positive numbers, each with its default (`killEveryMs` is `--kill-every-ms`), and the values of its
 * other options. Fails when a number is invalid or an option is unknown.
 */
export function readNumbers<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
  others: NonNullable<ParseArgsConfig["options"]> = {},
): { readonly numbers: Readonly<Record<Name, number>>; readonly values: Readonly<Record<string, unknown>> } {
  const flags = Object.entries<number>(defaults).map(([name, value]) => [
    flagOf(name),
    { type: "string" as const, default: String(value) },
  ]);
  const { values } = parseArgs({ options: { ...Object.fromEntries(flags), ...others } });
  const numbers = Object.keys(defaults).map((name) => [name, positive(flagOf(name), (values as Record<string, unknown>)[flagOf(name)])]);
  return { numbers: Object.fromEntries(numbers), values };
}

function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function positive(flag: string, given: unknown): number {
  if (Number(given) > 0) return Number(given);
  throw new Error(`--${flag} takes a positive number, not ${given}.`);
}
