import type { DescService } from "@bufbuild/protobuf";
import { defaultPorts } from "@parley/contracts/defaults";
import { secretLength } from "@parley/rpc";
import * as z from "zod";
import type { Command } from "../module/command.ts";
import type { Module } from "../module/module.ts";
import {
  type ConfigOf,
  type ConfigShape,
  constant,
  flag,
  integer,
  list,
  optionalSecret,
  optionalText,
  port,
  readConfig,
  setting,
  settingsOf,
  text,
} from "../settings/setting.ts";
import { knownSecretProblems } from "./known-secrets.ts";
import { rpcTlsSettings, tlsProblems } from "./rpc-tls-settings.ts";
import { tokenProblem } from "./service-token.ts";

/** The settings of every process. */
export const processSettings = {
  ...rpcTlsSettings,
  host: text("PARLEY_HOST", { description: "Address on which every port but the operators' listens.", default: "0.0.0.0" }),
  opsPort: port("PARLEY_OPS_PORT", {
    description: "Port of health, metrics and operators' requests; never exposed to customers.",
    default: 9090,
  }),
  opsHost: text("PARLEY_OPS_HOST", {
    description: "Address on which the operators' port listens; in a container 0.0.0.0, because probes and scrapes come from outside.",
    default: "127.0.0.1",
  }),
  opsHosts: list("PARLEY_OPS_HOST_NAMES", {
    description: "Comma-separated names that requests to the operators' port may use, besides localhost and addresses.",
  }),
  opsToken: optionalSecret("PARLEY_OPS_TOKEN", {
    description:
      "Bearer token that the operators' port requires, except for /livez and /readyz; unset, it requires none. At least 16 characters.",
    leastLength: 16,
  }),
  development: flag("PARLEY_DEVELOPMENT", {
    description: "Accepts publicly known secrets, such as those in compose.yaml.",
    default: false,
  }),
  serviceTokens: setting<readonly [string, ...string[]]>("PARLEY_SERVICE_TOKENS", {
    description:
      "Comma-separated tokens that services present to each other, newest first: `token`, `caller:token`, or `caller:sha256:<hex digest>` of a caller's token. A service sends the first of its own name, else the first without one, and accepts all. A named caller may call what it declares; one without a name may call everything.",
    secret: true,
    schema: z
      .string("is required")
      .transform((line) => line.split(",").map((token) => token.trim()))
      .refine((entries) => entries.every((entry) => secretLength(entry) >= 16), "must hold tokens of at least 16 characters")
      .transform((tokens) => tokens as [string, ...string[]]) as unknown as z.ZodType<readonly [string, ...string[]], string | undefined>,
  }),
  ownServiceToken: optionalSecret("PARLEY_OWN_SERVICE_TOKEN", {
    description:
      "Token that this process alone presents to other services, which know it by its digest in PARLEY_SERVICE_TOKENS; unset, it presents one of that list. At least 16 characters.",
    leastLength: 16,
  }),
  rpcCallers: list("PARLEY_RPC_CALLERS", {
    description:
      "Comma-separated grants to your named callers: `billing=parley.users.v1.UsersService`, or one of its methods after a slash.",
  }),
  logLevel: setting("PARLEY_LOG_LEVEL", {
    description: "Least severe level of log lines: trace, debug, info, warn, error, fatal.",
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
    defaultText: "info",
  }),
  logPretty: {
    ...flag("PARLEY_LOG_PRETTY", { description: "Readable log lines instead of JSON.", default: process.stdout.isTTY === true }),
    defaultText: "true on a terminal",
  },
  shutdownDelayMs: integer("PARLEY_SHUTDOWN_DELAY_MS", {
    description: "Milliseconds between reporting not ready and closing ports, for load balancers to notice.",
    default: 0,
    min: 0,
    max: 60_000,
  }),
  shutdownGraceMs: integer("PARLEY_SHUTDOWN_GRACE_MS", {
    description: "Milliseconds that running requests get to finish when the process stops.",
    default: 20_000,
    min: 0,
    max: 300_000,
  }),
  /** Milliseconds that a call between services may take when its caller named no deadline; streams are not bounded. */
  rpcTimeoutMs: constant(15_000),
  /** Largest message between services, in bytes. */
  rpcMaxMessageBytes: constant(8 * 1024 * 1024),
  /** Connections that the RPC port of a process accepts at the same time, from all its callers together. */
  rpcMaxConnections: constant(8_192),
  /**
   * Connections that a process opens to each address of a service; each carries one call at a time, and one API key uses at
   * most a quarter of them. 100 callers fit the default of the other side.
   */
  rpcConnectionsPerAddress: constant(64),
} satisfies ConfigShape;

export interface ReadConfigs {
  readonly process: ConfigOf<typeof processSettings>;
  readonly modules: ReadonlyMap<Module, ConfigOf<ConfigShape>>;
  readonly rpcPorts: ReadonlyMap<Module, number>;
  /** Base URLs of the services that this process calls over the network, by type name. */
  readonly serviceUrls: ReadonlyMap<string, string>;
}

/** Thrown with every problem of the configuration at once, before anything is opened. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${problems.map((line) => `  - ${line}`).join("\n")}`,
    );
    this.name = "ConfigError";
  }
}

/** Reads the settings of the process and all its modules. Fails with `ConfigError`. */
export function readConfigs(modules: readonly Module[], environment: NodeJS.ProcessEnv): ReadConfigs {
  const problems: string[] = [];
  const processConfig = readConfig(processSettings, environment, problems);
  const moduleConfigs = new Map(modules.map((module) => [module, readConfig(module.config, environment, problems)]));
  const rpcPorts = new Map<Module, number>();
  for (const module of modules) {
    if (module.serves !== undefined) rpcPorts.set(module, readConfig({ port: module.serves.port }, environment, problems).port);
  }
  for (const [module, config] of moduleConfigs) problems.push(...problemsTogether(module, config, modules));
  const shapes = [processSettings, ...modules.map(({ config }) => config)];
  problems.push(...knownSecretProblems(shapes, environment, processConfig.development === true));
  const serviceUrls = readServiceUrls(modules, environment, problems);
  const { rpcTlsCert: cert, rpcTlsKey: key, rpcTlsCa: ca } = processConfig;
  problems.push(...tlsProblems({ cert, key, ca }, serviceUrls, rpcPorts.size > 0));
  for (const { name, uses, asks = [] } of modules) {
    const isRemote = [...uses, ...asks].some(({ typeName }) => serviceUrls.has(typeName));
    const problem = isRemote && processConfig.serviceTokens ? tokenProblem(processConfig, name) : undefined;
    if (problem !== undefined) problems.push(problem);
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return { process: processConfig, modules: moduleConfigs, rpcPorts, serviceUrls };
}

/** Reads the settings of a command. Fails with `ConfigError`. */
export function readCommandConfig({ config }: Command, environment: NodeJS.ProcessEnv): ConfigOf<ConfigShape> {
  const problems: string[] = [];
  const values = readConfig(config, environment, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}

function problemsTogether({ config }: Module, values: ConfigOf<ConfigShape>, modules: readonly Module[]): string[] {
  return settingsOf(config).flatMap(({ name, problem }) => {
    const sharing = modules.filter((module) => settingsOf(module.config).some((setting) => setting.name === name)).length;
    return problem?.(values, sharing) ?? [];
  });
}

function readServiceUrls(modules: readonly Module[], environment: NodeJS.ProcessEnv, problems: string[]): Map<string, string> {
  const here = new Set(modules.flatMap((module) => module.serves?.services ?? []).map(({ typeName }) => typeName));
  const urls = new Map<string, string>();
  const told = new Set<string>();
  for (const module of modules) {
    for (const service of [...module.uses, ...(module.asks ?? [])]) {
      if (here.has(service.typeName)) continue;
      const name = urlVariable(service);
      const { url } = readConfig({ url: optionalText(name, { description: "" }) }, environment, problems);
      // `users:8083` is also a valid URL, with the scheme `users`.
      if (url !== undefined && /^https?:$/.test(URL.parse(url)?.protocol ?? "")) urls.set(service.typeName, url);
      else if (!told.has(name) && (url !== undefined || module.uses.includes(service))) problems.push(urlProblem(service, url, module));
      told.add(name);
    }
  }
  return urls;
}

function urlProblem(service: DescService, url: string | undefined, { name: caller }: Module): string {
  const name = urlVariable(service);
  const what =
    url === undefined ? `is required by ${caller}` : `must begin with http:// or https://, which ${JSON.stringify(url)} does not`;
  const port = Object.entries(defaultPorts).find(([name]) => service.typeName.split(".")[1] === name)?.[1] ?? defaultPorts.workspace;
  return `${name} ${what}. Base URL of the RPC port of the service, for example http://localhost:${port}.`;
}

/** For example, `parley.organization_directory.v1.…` has its URL in `PARLEY_ORGANIZATION_DIRECTORY_URL`. */
function urlVariable(service: DescService): string {
  return `PARLEY_${(service.typeName.split(".")[1] ?? "").toUpperCase()}_URL`;
}
