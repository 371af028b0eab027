import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { programEnvironment } from "@parley/testing";

/** The printed request, once it is complete: its last line is the first that ends in a quotation mark. Log lines may follow it. */
export function printedRequest(output: string): string | undefined {
  return /curl -s [\s\S]*?'\n/.exec(output)?.[0];
}

/** Runs the printed request through a shell, as if pasted. */
export async function paste(output: string): Promise<{ result?: { data: unknown } }> {
  const child = spawn("sh", ["-c", printedRequest(output) ?? ""], { stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** The output of the command line with the printed variables as pasted. The folder is its home. */
export async function listed(output: string, folder: string): Promise<unknown> {
  const exported = output.slice(output.indexOf("export PARLEY_"), output.indexOf("Try it:"));
  return parley(`${exported}\n`, "organizations list --json", folder);
}

/** The result of `parley login` with the demo of a data folder. */
export function loggedIn(dataDir: string, folder: string): Promise<unknown> {
  return parley("", `login --json --demo '${dataDir}'`, folder);
}

async function parley(before: string, words: string, folder: string): Promise<unknown> {
  const program = resolve(import.meta.dirname, "../../../cli/bin/parley.js");
  const { stdout } = await promisify(execFile)("sh", ["-c", `${before}"${process.execPath}" "${program}" ${words}`], {
    env: programEnvironment({ PARLEY_CONFIG_DIR: folder }),
  });
  return JSON.parse(stdout);
}
