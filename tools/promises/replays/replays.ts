import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { bundle } from "../../build/bundle.ts";
import { readNumbers } from "../../read-numbers.ts";
import { KafkaMissing } from "../../services/find-kafka.ts";
import { services } from "../../services/services.ts";
import { checkInvariants } from "../../storm/invariants.ts";
import { printReport } from "../../storm/print-report.ts";
import { Random } from "../../storm/random.ts";
import { runStorm } from "../../storm/run-storm.ts";
import { type Stage, setStage } from "../../storm/stage.ts";
import type { Kept } from "../messages/kept-messages.ts";
import { KeptLog } from "./kept-log.ts";
import { StoredRows } from "./stored-rows.ts";

// `npm run promise:replays [-- --seconds 15] [--rounds 12] [--every-ms 5000] [--seed N] [--no-build]`: starts two processes of each
// service, performs a storm's writes without faults, and records every row of every table. Then every message in Kafka is published three
// more times, in another order and to other partitions, while every round makes all consumer groups reassign their partitions. Exits with 1
// when any row differs afterwards or a message is not consumed, and with 2 without a Kafka.
const counts = { seconds: 15, rounds: 12, everyMs: 5_000, seed: Date.now() % 1_000_000 };
const { numbers, values } = readNumbers(counts, { "no-build": { type: "boolean" } });
const { seconds, rounds, everyMs, seed } = numbers;
const times = 3;

if (!values["no-build"]) await Promise.all(services.map(({ app }) => bundle(app)));
process.exit(await proveOnStage());

async function proveOnStage(): Promise<number> {
  let stage: Stage | undefined;
  let isKept = false;
  try {
    stage = await setStage({ pairs: true, seed });
    isKept = await prove(stage);
    return isKept ? 0 : 1;
  } catch (error) {
    if (!(error instanceof KafkaMissing)) throw error;
    console.error(error.message);
    return 2;
  } finally {
    await stage?.stop(!isKept);
    if (isKept && stage !== undefined) await rm(stage.installation.folder, { recursive: true, force: true });
  }
}

async function prove(stage: Stage): Promise<boolean> {
  const written = await runStorm(stage, { seed, durationMs: seconds * 1_000, faults: [], tell: console.log });
  printReport(written);
  const log = await KeptLog.open(stage.kafkaBrokers);
  const stored = await StoredRows.keep(stage.installation.databaseUrl);
  const kept = await log.read();
  const groups = await log.groups();
  const rebalances = await replay(log, groups, kept);
  const unconsumed = await log.unconsumed(groups);
  const findings = [...written.findings, ...(await checkInvariants(stage.installation.databaseUrl))];
  const differences = await stored.differences();
  const [rows, tables] = [await stored.count(), stored.tables];
  await stored.close();
  await log.close();

  const differing = differences.reduce((sum, difference) => sum + difference.rows, 0);
  const isKept = differing === 0 && unconsumed === 0 && findings.length === 0 && stage.crashes.length === 0;
  console.log(
    `${isKept ? "ok  " : "FAIL"} seed ${seed}: ${kept.length} messages ${times} times again, to any partition, ${rebalances} rebalances of ${groups.length} groups: ` +
      `${differing} of ${rows} rows in ${tables} tables differ, ${unconsumed} messages not consumed, ${stage.crashes.length} processes ended`,
  );
  for (const { table, rows: count, one } of differences) console.log(`     ${count} rows of ${table}, such as ${one}`);
  for (const { scenario, what } of findings) console.log(`     ${scenario}: ${what}`);
  if (!isKept) console.log(`     Logs are in ${stage.installation.folder}.`);
  return isKept;
}

/**
 * Publishes a part of the messages in each round, so that partitions are reassigned while messages arrive. Returns the number of
 * rebalances.
 */
async function replay(log: KeptLog, groups: Parameters<KeptLog["rebalance"]>[0], kept: readonly Kept[]): Promise<number> {
  const random = new Random(seed + 3);
  const all = random.shuffled(Array.from({ length: times }, () => kept).flat());
  const part = Math.ceil(all.length / rounds);
  for (let round = 0; round < rounds; round++) {
    const beganMs = performance.now();
    await log.publish(all.slice(round * part, (round + 1) * part), random);
    await log.rebalance(groups);
    await delay(Math.max(0, everyMs - (performance.now() - beganMs)));
  }
  return rounds * groups.length * 2;
}
