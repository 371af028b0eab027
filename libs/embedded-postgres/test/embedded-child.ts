import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { guardFile } from "../src/guard-server.ts";

/** The sources of this lib. */
export const source = join(import.meta.dirname, "..", "src");
const children = new Set<ChildProcess>();

interface ChildOptions extends SpawnOptions {
  /** The folder of the sources that it runs. */
  readonly installed?: string;
  readonly exitsAtSecondSignal?: boolean;
}

/** Another Parley process, as `parley` starts it. */
export type Parley = ReturnType<typeof parley>;

/** Another Parley process: it starts a server on this folder, prints the server's URL or its error, and stays until its input ends. */
export function parley(dataDir: string, { installed = source, exitsAtSecondSignal = false, ...options }: ChildOptions = {}) {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(installed, "index.ts"))};
    process.on("SIGINT", () => console.log("interrupted"));
    if (${exitsAtSecondSignal}) process.once("SIGINT", () => process.once("SIGINT", () => process.exit(1)));
    try {
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, port: 0, durable: true });
      console.log(server.url);
      process.stdin.on("end", async () => { await server.stop(); }).resume();
    } catch (error) {
      console.log(error.name + ": " + error.message);
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { ...options, stdio: ["pipe", "pipe", "inherit"] });
  children.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    line: async (): Promise<string> => String((await lines.next()).value),
    finish: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    guard: () => guardOf(dataDir),
    /** Kills it together with its guard, so that the server keeps running. */
    killWithGuard: async () => {
      process.kill(await guardOf(dataDir), "SIGKILL");
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** The pid of the shell that ends the server of this folder together with its owner. */
async function guardOf(dataDir: string): Promise<number> {
  return Number(await readFile(join(dataDir, guardFile), "utf8"));
}

/** Ends the processes that a failed test has left running. */
export function killAll(): void {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
}
