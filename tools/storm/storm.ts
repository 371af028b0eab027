import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CitusMissing } from "../../libs/testing/src/citus-package.ts";
import { bundle } from "../build/bundle.ts";
import { KafkaMissing } from "../services/find-kafka.ts";
import { services } from "../services/services.ts";
import { planFaults, targetsOf } from "./plan.ts";
import { printReport } from "./print-report.ts";
import { releaseBefore } from "./release-before.ts";
import { runStorm } from "./run-storm.ts";
import { runSoak } from "./soak/run-soak.ts";
import { type Stage, setStage } from "./stage.ts";
import type { Finding } from "./verify.ts";

// `npm run storm -- [--seconds 60] [--seed N] [--targets gateway,kafka] [--rolling [--rate 200]] [--beside last] [--soak] [--single]
// [--durable] [--citus] [--no-build] [--keep]`: exits with 0 when nothing was lost, 1 with findings, 2 without a Kafka or the wanted Citus.
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string" },
    targets: { type: "string" },
    rolling: { type: "boolean", default: false },
    rate: { type: "string", default: "200" },
    beside: { type: "string" },
    single: { type: "boolean", default: false },
    durable: { type: "boolean", default: false },
    citus: { type: "boolean", default: false },
    soak: { type: "boolean", default: false },
    "kafka-away": { type: "string" },
    csv: { type: "string" },
    "no-build": { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
const kafkaAwayS = Number(values["kafka-away"] ?? seconds / 4);
const rate = Number(values.rate);
const pairs = !values.single;
const { durable, citus } = values;
const targets = targetsOf({ pairs, durable, citus });
const struck = values.targets === undefined ? targets : targets.filter((target) => values.targets?.split(",").includes(target));
if (!Number.isSafeInteger(seed) || !(seconds > 0) || !(kafkaAwayS > 0) || !(rate > 0)) {
  throw new Error("--seed takes a whole number, --seconds, --kafka-away and --rate a positive one.");
}

if (values.beside !== undefined && !pairs)
  throw new Error("--beside runs two processes of each service: it cannot be combined with --single.");
if (citus && values.beside !== undefined) throw new Error("--citus spreads the rows of this release: it cannot be combined with --beside.");
const before = values.beside === undefined ? undefined : await releaseBefore(values.beside);

// A warning of Node is a finding, too.
let warned = false;
process.on("warning", () => {
  warned = true;
});
if (!values["no-build"]) await Promise.all(services.map(({ app }) => bundle(app)));
const code = await storm().catch((error: unknown) => {
  if (!(error instanceof KafkaMissing || error instanceof CitusMissing)) throw error;
  console.error(error.message);
  return 2;
});
// Faults may leave open connections, which must not keep the storm from exiting.
process.exit(warned ? code || 1 : code);

async function storm(): Promise<number> {
  const stage = await setStage({ pairs, seed, durable, citus, ...(before && { before: await before.bundles(console.log) }) });
  // Kept unless there is no finding, also on a failure.
  let kept: string | undefined = stage.installation.folder;
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= stage.stop(kept !== undefined));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end().then(() => process.exit(130)));
  try {
    const findings = await (values.soak ? soakOn(stage) : stormOn(stage));
    if (findings.length === 0 && !values.keep) {
      kept = undefined;
      return 0;
    }
    console.log(`\nJournal and logs are in ${kept}. The same faults again: npm run storm -- ${sameAgain().join(" ")}`);
    return findings.length === 0 ? 0 : 1;
  } finally {
    await end();
    if (kept === undefined) await rm(stage.installation.folder, { recursive: true, force: true });
  }
}

async function stormOn(stage: Stage): Promise<readonly Finding[]> {
  console.log(
    `Storm of ${seconds} s with seed ${seed}${before === undefined ? "" : `, half of the processes from ${before.name.slice(before.name.lastIndexOf("/") + 1).slice(0, 7)}`}.`,
  );
  const durationMs = seconds * 1_000;
  const report = await runStorm(stage, {
    seed,
    durationMs,
    faults: planFaults(seed, durationMs, struck),
    tell: console.log,
    isSpread: citus,
    ...(values.rolling && { rollingPerSecond: rate }),
  });
  printReport(report);
  return report.findings;
}

async function soakOn(stage: Stage): Promise<readonly Finding[]> {
  const file = values.csv ?? join(tmpdir(), `parley-soak-${seed}.csv`);
  console.log(`Soak of ${seconds} s with seed ${seed}, ${kafkaAwayS} s of it without Kafka; observations are written to ${file}.`);
  return runSoak(stage, { seed, file, durationMs: seconds * 1_000, kafkaAwayMs: kafkaAwayS * 1_000 });
}

function sameAgain(): string[] {
  return [
    `--seconds ${seconds} --seed ${seed}`,
    ...(values.soak ? [`--soak --kafka-away ${kafkaAwayS}`] : []),
    ...(pairs ? [] : ["--single"]),
    ...(durable ? ["--durable"] : []),
    ...(citus ? ["--citus"] : []),
    ...(values.rolling ? [`--rolling --rate ${rate}`] : []),
    ...(before === undefined ? [] : [`--beside ${before.name}`]),
    ...(values.targets === undefined ? [] : [`--targets ${values.targets}`]),
  ];
}
