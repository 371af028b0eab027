import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const version = "4.32.5";
const run = promisify(execFile);

/** No Python 3.10 or newer is available for Schemathesis. */
export class PythonMissing extends Error {}

/** The program, installed from PyPI into its own folder if missing. Fails with `PythonMissing`. */
export async function findSchemathesis(): Promise<string> {
  const folder = join(tmpdir(), `parley-fuzz-${version}`);
  const program = join(folder, "bin", "schemathesis");
  if (await exists(program)) return program;
  await requirePython();
  console.log(`Installing schemathesis ${version} into ${folder}.`);
  await run("python3", ["-m", "venv", folder]);
  await run(join(folder, "bin", "pip"), ["install", "--quiet", `schemathesis==${version}`]);
  return program;
}

async function requirePython(): Promise<void> {
  try {
    await run("python3", ["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))"]);
  } catch {
    throw new PythonMissing("there is no Python 3.10 or newer with venv and pip on this machine.");
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
