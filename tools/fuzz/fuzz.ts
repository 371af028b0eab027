import { parseArgs } from "node:util";
import { findSchemathesis, PythonMissing } from "./find-schemathesis.ts";
import { type FuzzTarget, startFuzzTarget } from "./fuzz-target.ts";
import { runSchemathesis } from "./run-schemathesis.ts";

// `npm run fuzz -- [--cases 5000] [--requests 1000000] [--seconds N] [--seed N] [--no-build]`: sends valid and invalid requests for the
// OpenAPI document and checks each response against it; one round with that many cases, or rounds with new seeds until that many requests
// were answered, or for that time. Exits with 0 without a difference or 5xx, and with 1 otherwise; without Python it prints prominently
// that nothing was tested.
const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "5000" },
    requests: { type: "string", default: "1" },
    seconds: { type: "string", default: "0" },
    seed: { type: "string" },
    "no-build": { type: "boolean", default: false },
  },
});
const [cases, requests, seconds] = [Number(values.cases), Number(values.requests), Number(values.seconds)];
const firstSeed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
if (!(Number.isSafeInteger(cases) && cases > 0 && Number.isSafeInteger(firstSeed)))
  throw new Error("--cases and --seed take whole numbers.");
if (!(requests > 0 && seconds >= 0)) throw new Error("--requests and --seconds take positive numbers.");

process.exitCode = await fuzz().catch((error: unknown) => {
  if (!(error instanceof PythonMissing)) throw error;
  console.error(`\n!!! SKIPPED, nothing was fuzzed: ${error.message}\n`);
  return 0;
});

async function fuzz(): Promise<number> {
  const program = await findSchemathesis();
  await using target = await startFuzzTarget(!values["no-build"]);
  return (await inRounds(program, target)) ? 0 : 1;
}

/** Whether every response of every round matched the document, without a 5xx. */
async function inRounds(program: string, { url, levels, state }: FuzzTarget): Promise<boolean> {
  const operations = levels.reduce((sum, level) => sum + level.operations, 0);
  console.log(`${operations} operations, about ${cases} cases a round.`);
  const [startedMs, before] = [performance.now(), await state()];
  const memoryMiB = [before.memoryMiB];
  let isClean = true;
  for (let seed = firstSeed; ; seed++) {
    for (const level of levels) {
      console.log(`\n# Seed ${seed}, credentials: ${level.name}`);
      isClean = (await runSchemathesis(program, { url, level, examples: Math.ceil(cases / operations), seed })) && isClean;
    }
    const now = await state();
    memoryMiB.push(now.memoryMiB);
    const [answered, tookS] = [now.answered - before.answered, (performance.now() - startedMs) / 1_000];
    const rate = `${answered} requests in ${tookS.toFixed(0)} s (${(answered / tookS).toFixed(0)}/s)`;
    console.log(
      `\nSeeds ${firstSeed} to ${seed}: ${rate}, 5xx ${now.faults}; memory before and after each round ${memoryMiB.join(", ")} MiB.`,
    );
    if (answered >= requests && tookS >= seconds) return isClean && now.faults === 0;
  }
}
