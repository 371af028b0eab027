import { ConfigError, type ConfigOf, type ConfigShape, flag, port, readConfig, text, textOf } from "@parley/runtime";

/** The settings of all-in-one in addition to those of its modules. */
export function allInOneSettings(inProduction: boolean) {
  return {
    dataDir: text("PARLEY_DATA_DIR", {
      description: "Folder of the embedded Postgres, of the secrets that the first start generates, and of the demo's credentials.",
      default: ".parley",
    }),
    demo: {
      ...flag("PARLEY_DEMO", {
        description:
          "Whether the first start on a database fills a demo workspace. Its credentials grant access to anyone who has them. With `false` no demo is filled, and no credentials of a demo are printed.",
        default: !inProduction,
      }),
      defaultText: "true; false with NODE_ENV=production",
    },
    examplePort: port("PARLEY_EXAMPLE_PORT", {
      description:
        "Port on this machine of the example page, which opens a document as the demo's people: there where the demo's credentials are printed. A free one is taken when it is in use.",
      default: 8090,
    }),
  } satisfies ConfigShape;
}

export interface AllInOneConfig extends ConfigOf<ReturnType<typeof allInOneSettings>> {
  /** Whether the output may contain secrets: a person reads it in development, whereas that of a container is collected in logs. */
  readonly printsSecrets: boolean;
}

/** Fails with `ConfigError`. */
export function readAllInOneConfig(environment: NodeJS.ProcessEnv): AllInOneConfig {
  const inProduction = environment.NODE_ENV === "production";
  const problems: string[] = [];
  const config = readConfig(allInOneSettings(inProduction), environment, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, printsSecrets: !inProduction };
}

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
