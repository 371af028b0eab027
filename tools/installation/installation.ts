import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Authority } from "../../libs/testing/src/authority.ts";
import { bundle } from "../build/bundle.ts";
import { type App, services } from "../services/services.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { adminToken, environmentOver } from "./environment.ts";
import { Link } from "./link.ts";
import { type Place, type ProgramName, placeSeparately, placeTogether } from "./place-programs.ts";
import { type Environment, Program } from "./program.ts";
import { scratchFolder, scratchPostgres } from "./scratch-postgres.ts";
import { demoWorkspace, newWorkspace, type Workspace } from "./workspace.ts";

interface InstallationOptions {
  /** Everything in one process, or each app in its own process: all seven, or only these. */
  readonly shape: "all-in-one" | "separate" | readonly App[];
  /** An existing database; without it, the installation has its own Postgres. */
  readonly databaseUrl?: string;
  /** Whether a commit of its own Postgres waits for the disk. */
  readonly durable?: boolean;
  /** The Kafka for events between processes; without it, events stay within a process. */
  readonly kafkaBrokers?: string;
  /** Whether separate processes use TLS between each other. */
  readonly tls?: boolean;
  /** Whether there is a link, which can be disturbed, in front of each app and of Postgres. */
  readonly linked?: boolean;
  /** Whether two processes of each app are behind its link. */
  readonly pairs?: boolean;
  /** Further variables of all processes, and of each alone. */
  readonly environment?: Environment;
  readonly environmentOf?: (name: ProgramName) => Environment;
  /** The path of a process's program, if it is not of this tree. */
  readonly scriptOf?: (name: ProgramName) => string | undefined;
  /** Whether this tree's programs are built first, once per run. */
  readonly builds?: boolean;
  /** The folder of its files, which is kept; without it, a temporary folder. */
  readonly folder?: string;
  /** When set, a process that ends by itself is started again. Called for those that had been ready. */
  readonly onCrash?: (what: string) => void;
}

interface Tls {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** Parley as an operator runs it, on free ports of this machine. */
export interface Installation extends AsyncDisposable {
  /** The customers' URL. */
  readonly url: string;
  /** The customers' process, with its ops port. */
  readonly gateway: Program;
  readonly opsUrl: string;
  readonly adminToken: string;
  readonly folder: string;
  /** The superuser's URL, not through a link. */
  readonly databaseUrl: string;
  /** The environment of every process. */
  readonly environment: Environment;
  readonly programs: ReadonlyMap<ProgramName, Program>;
  /** The ports of the apps for each other. */
  readonly ports: ReadonlyMap<App, number>;
  readonly links: ReadonlyMap<App | "postgres", Link>;
  /** The current processes, by name. */
  readonly pids: Readonly<Record<string, number>>;
  /** Creates a customer without data. */
  workspace(): Promise<Workspace>;
  /** The customer that the first start of an all-in-one creates. */
  demo(): Promise<Workspace>;
  /** The gateway's metrics. */
  metrics(withinMs?: number): Promise<string>;
  /** Resolves when every process is ready. */
  ready(withinMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an installation. Resolves when every process is ready. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const { shape, durable = false, tls: speaksTls = false, linked = false, pairs = false, builds = true } = options;
  const apps = shape === "separate" ? allApps : shape === "all-in-one" ? [] : shape;
  if (builds) await Promise.all((shape === "all-in-one" ? [shape] : apps).map(built));
  await using stack = new AsyncDisposableStack();
  const folder = options.folder ?? (await scratchFolder(stack));
  await mkdir(join(folder, "logs"), { recursive: true });
  const databaseUrl = options.databaseUrl ?? (await stack.use(await scratchPostgres({ durable })).createDatabase("parley"));
  const tls = speaksTls ? newTls() : undefined;
  const places = shape === "all-in-one" ? await placeTogether() : await placeSeparately({ apps, pairs, linked, speaksTls });
  const links = new Map<App | "postgres", Link>(places.links);
  if (linked) links.set("postgres", await Link.open([Number(new URL(databaseUrl).port)]));
  for (const link of links.values()) stack.defer(() => link.close());

  const environment: Environment = {
    ...environmentOver(throughLink(databaseUrl, links.get("postgres"))),
    PARLEY_DATA_DIR: join(folder, "data"),
    ...places.environment,
    ...kafkaEnvironment(options.kafkaBrokers),
    ...(tls && { PARLEY_RPC_TLS_CERT: tls.cert, PARLEY_RPC_TLS_KEY: tls.key, PARLEY_RPC_TLS_CA: tls.ca }),
    ...options.environment,
  };
  const programs = new Map(
    [...places.programs].map(([name, place]) => [name, programAt(name, place, { ...options, folder, environment })]),
  );
  if (options.kafkaBrokers !== undefined) await createTopics(options.scriptOf?.("workspace") ?? mainOf("workspace"), environment);
  stack.defer(async () => void (await Promise.all([...programs.values()].map((program) => program.end("SIGTERM")))));
  await startInTurn([...programs.values()]);

  const gatewayName = programs.has("all-in-one") ? "all-in-one" : "gateway";
  const opsUrl = `http://127.0.0.1:${places.programs.get(gatewayName)?.opsPort}`;
  const url = `http://127.0.0.1:${places.ports.get("gateway")}`;
  const own = stack.move();
  const stop = () => own.disposeAsync();
  return {
    url,
    opsUrl,
    adminToken,
    folder,
    databaseUrl,
    environment,
    programs,
    ports: places.ports,
    links,
    get pids() {
      return Object.fromEntries([...programs].map(([name, { pid }]) => [name, pid]));
    },
    get gateway() {
      const gateway = programs.get(gatewayName);
      if (gateway === undefined) throw new Error(`This installation has no gateway; it has ${[...programs.keys()].join(", ")}.`);
      return gateway;
    },
    workspace: () => newWorkspace(url, adminToken),
    demo: () => demoWorkspace(url, join(folder, "data")),
    metrics: async (withinMs = 60_000) => (await fetch(`${opsUrl}/metrics`, { signal: AbortSignal.timeout(withinMs) })).text(),
    ready: async (withinMs) => void (await Promise.all([...programs.values()].map((program) => program.ready(withinMs)))),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Starts one after the other, because each start is measured. The second process of each pair comes first, because it may be of an older
 * release.
 */
async function startInTurn(programs: readonly Program[]): Promise<void> {
  for (const program of programs.toSorted((left, right) => Number(isSecond(right)) - Number(isSecond(left)))) {
    program.start();
    await program.ready();
  }
}

interface Told extends InstallationOptions {
  readonly folder: string;
  readonly environment: Environment;
}

function programAt(
  name: ProgramName,
  { app, environment: own }: Place,
  { folder, environment, environmentOf, scriptOf, onCrash }: Told,
): Program {
  return new Program({
    name,
    script: scriptOf?.(name) ?? mainOf(app),
    environment: { ...environment, ...own, ...environmentOf?.(name) },
    output: join(folder, "logs", `${name}.log`),
    // A process that cannot start without a dependency may end, and is started again.
    ...(onCrash && { onCrash: (how, wasReady) => wasReady && onCrash(`${name} had been ready and ended ${how}`) }),
  });
}

/** The path of an app's program in this tree. */
export function mainOf(app: App | "all-in-one"): string {
  return join(workspaceRoot, "apps", app, "dist/main.js");
}

const allApps = services.map(({ app }) => app);
const builds = new Map<string, Promise<void>>();

function built(app: string): Promise<void> {
  const build = builds.get(app) ?? bundle(app);
  builds.set(app, build);
  return build;
}

function newTls(): Tls {
  using authority = new Authority();
  return { ...authority.issue("IP:127.0.0.1"), ca: authority.certificate };
}

function throughLink(databaseUrl: string, link: Link | undefined): string {
  return link === undefined ? databaseUrl : Object.assign(new URL(databaseUrl), { port: String(link.port) }).href;
}

function kafkaEnvironment(brokers: string | undefined): Environment {
  return brokers === undefined ? {} : { PARLEY_KAFKA_BROKERS: brokers, PARLEY_EMBEDDED_BUS: "false" };
}

/** Creates the topics of every service in Kafka; returns the program's output. */
export async function createTopics(script: string, environment: Environment): Promise<string> {
  const env = { PATH: process.env.PATH, ...environment };
  return (await promisify(execFile)(process.execPath, [script, "create-topics"], { env })).stdout.trim();
}

function isSecond({ name }: Program): boolean {
  return name.endsWith("-2");
}
