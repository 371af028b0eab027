import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "@parley/embedded-postgres";
import pg from "pg";

const run = promisify(execFile);
const readyWithinMs = 120_000;

/** A Postgres of our own, as a target of faults. */
export interface PostgresUnderFire {
  readonly url: string;
  /** Superuser's URL of a new database. */
  createDatabase(name: string): Promise<string>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Ends it with all its processes: immediately, or gracefully. */
  down(how: "kill" | "restart"): Promise<void>;
  /** Resolves when it responds; starts it when it is not running. */
  up(): Promise<void>;
  stop(): Promise<void>;
}

interface Options extends Pick<EmbeddedPostgresOptions, "packageRoot" | "settings"> {
  /** Whether it has production settings; otherwise a commit survives a kill but not a power cut. */
  readonly durable: boolean;
  /** The name of its folder. */
  readonly name?: string;
}

/** Starts a Postgres in the folder. */
export async function startPostgresUnderFire(folder: string, options: Options): Promise<PostgresUnderFire> {
  const { durable, name = "postgres", settings, packageRoot } = options;
  const dataDir = join(folder, name);
  const ours = { ...(durable ? {} : { fsync: "off" }), ...settings };
  const embedded = await startEmbeddedPostgres({ dataDir, port: 0, durable: true, settings: ours, ...(packageRoot && { packageRoot }) });
  const home = await realpath(dataDir);
  const { uid, gid } = await stat(home);
  const [program = "", ...parameters] = await commandLine(home);
  let pid = await postmasterPid(home);
  const killWithUs = () => tryKill(pid, "SIGKILL");
  process.once("exit", killWithUs);

  const launch = async () => {
    const child = spawn(program, parameters, { uid, gid, cwd: "/", env: { LC_ALL: "C" }, detached: true, stdio: "ignore" });
    child.unref();
    if (!(await isReady(child, home))) return false;
    pid = child.pid ?? 0;
    return true;
  };
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const member of [pid, ...(await childrenOf(pid))]) tryKill(member, signal);
  };
  const down = async (how: "kill" | "restart") => {
    if (how === "kill") await signalAll("SIGKILL");
    else tryKill(pid, "SIGINT");
    while (isAlive(pid)) await delay(10);
  };
  return {
    url: embedded.url,
    createDatabase: (name) => embedded.createDatabase(name),
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    down,
    up: async () => {
      const deadline = performance.now() + readyWithinMs;
      // Remains of the killed server can prevent a new start for a moment.
      while (!(await answers(embedded.url))) {
        if (performance.now() > deadline) throw new Error("Postgres did not start again.");
        if (!isAlive(pid)) await launch();
        await delay(50);
      }
    },
    stop: async () => {
      await signalAll("SIGCONT");
      await down("restart");
      process.off("exit", killWithUs);
      await embedded.stop();
    },
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
  // An end of the server ends the query.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

// As Postgres records it: the program, then each argument in quotes.
async function commandLine(home: string): Promise<string[]> {
  const text = (await readFile(join(home, "postmaster.opts"), "utf8")).trim();
  const program = text.slice(0, text.indexOf(' "'));
  return [program, ...[...text.slice(program.length).matchAll(/ "([^"]*)"/g)].map(([, argument = ""]) => argument)];
}

async function isReady(child: ChildProcess, home: string): Promise<boolean> {
  const exited = once(child, "exit").then(() => false);
  for (;;) {
    const lines = (await readFile(join(home, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === "ready") return true;
    if (!(await Promise.race([exited, delay(20, true)]))) return false;
  }
}

async function postmasterPid(home: string): Promise<number> {
  return Number((await readFile(join(home, "postmaster.pid"), "utf8")).split("\n")[0]);
}

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parentPid]) => (pid !== undefined && parentPid === parent ? [pid] : []));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
