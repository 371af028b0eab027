import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The sources of this lib. */
export const source = join(import.meta.dirname, "..", "src");
const children = new Set<ChildProcess>();

/** Another Parley process: it starts a server on this folder, prints the server's URL or its error, and stays until its input ends. */
export function parley(dataDir: string, { door = source, ...options }: SpawnOptions & { door?: string } = {}) {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(door, "index.ts"))};
    process.on("SIGINT", () => console.log("interrupted"));
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
  };
}

/** Ends what a failed test has left running. */
export function killAll(): void {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
}
