import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { promisify } from "node:util";

/** Runs what was printed, through a shell, as it was pasted. */
export async function paste(output: string): Promise<{ result?: { data: unknown } }> {
  const child = spawn("sh", ["-c", output.slice(output.indexOf("curl -s"))], { stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** What the command line lists with the variables that were printed, as they were pasted; the folder is for what it keeps. */
export async function listed(output: string, folder: string): Promise<unknown> {
  const exported = output.slice(output.indexOf("export PARLEY_"), output.indexOf("Try it:"));
  return parley(`${exported}\n`, "organizations list --json", folder);
}

/** What `parley login` answers that takes the demo of a data folder. */
export function loggedIn(dataDir: string, folder: string): Promise<unknown> {
  return parley("", `login --json --demo '${dataDir}'`, folder);
}

async function parley(before: string, words: string, folder: string): Promise<unknown> {
  const program = resolve(import.meta.dirname, "../../cli/bin/parley.js");
  const { stdout } = await promisify(execFile)("sh", ["-c", `${before}"${process.execPath}" "${program}" ${words}`], {
    env: { PATH: process.env.PATH, PARLEY_CONFIG_DIR: folder },
  });
  return JSON.parse(stdout);
}
