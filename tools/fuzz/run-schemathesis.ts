import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import type { Level } from "./fuzz-target.ts";

interface Run {
  readonly url: string;
  readonly level: Level;
  /** The number of requests per operation. */
  readonly examples: number;
  readonly seed: number;
}

/** Whether every response matched the document; differences are printed. */
export async function runSchemathesis(program: string, { url, level, examples, seed }: Run): Promise<boolean> {
  const config = join(import.meta.dirname, "schemathesis.toml");
  const headers = Object.entries(level.headers).flatMap(([name, value]) => ["--header", `${name}:${value}`]);
  const options = [
    "--phases",
    "examples,coverage,fuzzing",
    "--max-examples",
    String(examples),
    "--seed",
    String(seed),
    "--continue-on-failure",
    // Replaced by our own check, which knows the rules that are only in descriptions.
    "--exclude-checks",
    "positive_data_acceptance",
  ];
  const child = spawn(program, ["--config-file", config, "run", level.documentFile, "--url", url, ...headers, ...options], {
    // It leaves a cache in its working folder.
    cwd: dirname(level.documentFile),
    env: { ...process.env, SCHEMATHESIS_HOOKS: join(import.meta.dirname, "hooks.py") },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return code === 0;
}
