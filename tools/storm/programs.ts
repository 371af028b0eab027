import { createWriteStream } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { nodeWarningsIn } from "@parley/testing/node-warnings";
import { freePort } from "../../libs/testing/src/free-port.ts";
import { KeptProcess } from "../services/kept-process.ts";
import { type App, services } from "../services/services.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { Link } from "./link.ts";
import { type Program, planClocks } from "./plan.ts";

/** Where the programs listen, and the links by which they and customers reach each other: behind each are all processes of one service. */
interface Places {
  readonly ports: ReadonlyMap<Program, number>;
  readonly links: ReadonlyMap<App, Link>;
  /** What all of them need to know. */
  readonly environment: Readonly<Record<string, string>>;
}

const apps = services.map(({ app }) => app);
const startWithinMs = 400_000;

function programsOf(app: App, pairs: boolean): readonly Program[] {
  return pairs ? [app, `${app}-2`] : [app];
}

/** A port for each program, and a link before those of each service. */
export async function placePrograms(pairs: boolean): Promise<Places> {
  const ports = new Map<Program, number>();
  const links = new Map<App, Link>();
  const environment: Record<string, string> = {};
  for (const app of apps) {
    for (const program of programsOf(app, pairs)) ports.set(program, await freePort());
    const link = await Link.open(programsOf(app, pairs).map((program) => ports.get(program) ?? 0));
    links.set(app, link);
    environment[`${prefixOf(app)}_URL`] = `http://127.0.0.1:${link.port}`;
  }
  return { ports, links, environment };
}

interface RunOptions {
  readonly folder: string;
  /** The second of each pair is of the release before, and the first starts once that is ready. */
  readonly besideBefore: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: ReadonlyMap<Program, number>;
  /** The clocks of some are wrong, by the seed. */
  readonly seed: number;
  /** Told of one that ended without having been asked to. */
  readonly onCrash: (what: string) => void;
}

/** Starts the programs, each with its own log, and again whenever one ends by itself. */
export async function runPrograms({
  folder,
  besideBefore,
  environment,
  ports,
  seed,
  onCrash,
}: RunOptions): Promise<Map<Program, KeptProcess>> {
  const clocks = planClocks(seed, [...ports.keys()]);
  const kept = new Map<Program, KeptProcess>();
  // An upgrade: what is there has begun before what comes beside it.
  const inOrder = besideBefore ? [...ports].sort(([left], [right]) => Number(isSecond(right)) - Number(isSecond(left))) : [...ports];
  for (const [program, port] of inOrder) {
    const app = appOf(program);
    const opsPort = await freePort();
    const own = { [`${prefixOf(app)}_PORT`]: String(port), PARLEY_OPS_PORT: String(opsPort), PATH: process.env.PATH ?? "" };
    const isBefore = besideBefore && isSecond(program);
    const script = mainOf(folder, app, isBefore ? "before" : "bundles");
    const log = join(folder, "logs", `${program}.log`);
    if (besideBefore && !isBefore)
      await Promise.all([...kept].filter(([name]) => isSecond(name)).map(([, before]) => before.ready(startWithinMs)));
    kept.set(
      program,
      keep(program, { script, log, opsPort, onCrash, environment: { ...environment, ...own, ...clockOf(clocks.get(program) ?? 0) } }),
    );
  }
  return kept;
}

/** Copies: a build during the storm changes nothing. `before` is the folder of the bundles of another release. */
export async function copyBundles(folder: string, before: string | undefined): Promise<void> {
  await Promise.all(apps.map((app) => cp(join(workspaceRoot, "apps", app, "dist"), join(folder, "bundles", app), { recursive: true })));
  if (before !== undefined) await cp(before, join(folder, "before"), { recursive: true });
}

export function mainOf(folder: string, app: App, release: "bundles" | "before" = "bundles"): string {
  return join(folder, release, app, "main.js");
}

function isSecond(program: Program): boolean {
  return program.endsWith("-2");
}

function appOf(program: Program): App {
  return program.replace(/-2$/, "") as App;
}

function prefixOf(app: App): string {
  return `PARLEY_${app.toUpperCase().replaceAll("-", "_")}`;
}

function clockOf(skewMs: number): Record<string, string> {
  if (skewMs === 0) return {};
  return { STORM_CLOCK_SKEW_MS: String(skewMs), NODE_OPTIONS: `--import=${join(import.meta.dirname, "skewed-clock.ts")}` };
}

interface KeepOptions {
  readonly script: string;
  readonly log: string;
  readonly opsPort: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly onCrash: (what: string) => void;
}

function keep(name: Program, { script, log, opsPort, environment, onCrash }: KeepOptions): KeptProcess {
  const file = createWriteStream(log);
  let served = false;
  const kept = new KeptProcess({
    ...{ name, script, environment, opsPort },
    onStart: () => {
      served = false;
    },
    onLine: (line) => {
      served ||= line.includes('"msg":"ready"');
      file.write(`${line}\n`);
      if (nodeWarningsIn(line).length > 0) onCrash(`${name} was warned by Node: ${line}`);
    },
    // One that cannot start while what it needs is away may end, and is started again.
    onCrash: (how) => {
      if (served) onCrash(`${name} had been ready and ended ${how}`);
    },
  });
  kept.start();
  return kept;
}
