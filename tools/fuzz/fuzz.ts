import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "../build/bundle.ts";
import { findSchemathesis, PythonMissing } from "./find-schemathesis.ts";
import { startFuzzTarget } from "./fuzz-target.ts";
import { runSchemathesis } from "./run-schemathesis.ts";

// `npm run fuzz -- [--cases 5000] [--seed N] [--no-build]`: sends what the OpenAPI document allows and what it forbids, and holds each answer against
// the document. Ends with 0 when there is no difference, 1 with those that were found; where Python is missing it says loudly that nothing was done.
const { values } = parseArgs({
  options: { cases: { type: "string", default: "5000" }, seed: { type: "string" }, "no-build": { type: "boolean", default: false } },
});
const cases = Number(values.cases);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
if (!(Number.isSafeInteger(cases) && cases > 0 && Number.isSafeInteger(seed))) throw new Error("--cases and --seed take whole numbers.");

process.exitCode = await fuzz().catch((error: unknown) => {
  if (!(error instanceof PythonMissing)) throw error;
  console.error(`\n!!! SKIPPED, nothing was fuzzed: ${error.message}\n`);
  return 0;
});

async function fuzz(): Promise<number> {
  const program = await findSchemathesis();
  if (!values["no-build"]) await bundle("all-in-one");
  const folder = await mkdtemp(join(tmpdir(), "parley-fuzz-"));
  const target = await startFuzzTarget(folder);
  try {
    const operations = target.levels.reduce((sum, level) => sum + level.operations, 0);
    console.log(`${operations} operations, about ${cases} cases, seed ${seed}.`);
    let isClean = true;
    for (const level of target.levels) {
      console.log(`\n# Credentials: ${level.name}`);
      isClean = (await runSchemathesis(program, { url: target.url, level, examples: Math.ceil(cases / operations), seed })) && isClean;
    }
    return isClean ? 0 : 1;
  } finally {
    await target.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
