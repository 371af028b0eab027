import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Workspace } from "../installation/workspace.ts";
import { workspaceRoot } from "../workspace-root.ts";

const bin = join(workspaceRoot, "apps/cli/bin/parley.js");

/** `parley` as a person runs it, with the credentials of an API key. */
export class CommandLine {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs a command to its end. Fails unless it succeeds. */
  async run(workspace: Workspace, ...words: readonly string[]): Promise<void> {
    await succeeded(this.#start(workspace, words));
  }

  /** Imports a file. Each run is killed after a further part of the records; the last one runs to its end. */
  async importWithKills(workspace: Workspace, file: string, records: number, kills: number): Promise<void> {
    for (let kill = 1; kill <= kills; kill++) {
      const child = this.#start(workspace, ["import", file, "--settings"]);
      const ended = once(child, "close");
      while (child.exitCode === null && (await reached(`${file}.import-${workspace.apiKey}`)) < (records * kill) / (kills + 2))
        await delay(20);
      // During the requests of the next records, not right after the bookmark was written.
      await delay(Math.random() * 300);
      if (!child.kill("SIGKILL")) throw new Error(`The import ended before it could be killed for the ${kill}th time: use more comments.`);
      await ended;
      console.log(`killed at ${await reached(`${file}.import-${workspace.apiKey}`)} of ${records} records`);
    }
    await this.run(workspace, "import", file, "--settings");
  }

  #start({ apiKey, customer }: Workspace, words: readonly string[]): ChildProcess {
    const authToken = customer.headers["x-svc-auth-token"];
    const own = { PARLEY_BASE_URL: customer.url, PARLEY_API_KEY: apiKey, PARLEY_AUTH_TOKEN: authToken };
    const env = { PATH: process.env.PATH, PARLEY_CONFIG_DIR: join(this.#folder, "config"), ...own };
    return spawn(process.execPath, [bin, ...words], { env, stdio: ["ignore", "ignore", "pipe"] });
  }
}

async function succeeded(child: ChildProcess): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`parley exited with ${code}: ${said}`);
}

/** The number of completed records in an import's bookmark. */
async function reached(bookmark: string): Promise<number> {
  try {
    return (JSON.parse(await readFile(bookmark, "utf8")) as { records: number }).records;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}
