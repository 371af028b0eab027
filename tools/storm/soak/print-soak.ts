import type { Growth } from "./growth.ts";
import type { SoakTimes } from "./plan-soak.ts";
import type { Watch } from "./watch.ts";

const shownTables = 12;

interface Soaked {
  readonly times: SoakTimes;
  readonly growths: readonly Growth[];
  readonly watch: Watch;
}

/** For people: request times with Kafka and without, growth, and the longest queues. */
export function printSoak({ times, growths, watch }: Soaked): void {
  const { calmFromMs, kafkaGoesMs, kafkaReturnsMs, calmToMs } = times;
  console.log("\nWrites, in ms");
  const phases = {
    "with Kafka": [calmFromMs, kafkaGoesMs],
    without: [kafkaGoesMs, kafkaReturnsMs],
    "with Kafka again": [kafkaReturnsMs, calmToMs],
  };
  for (const [name, [fromMs = 0, toMs = 0]] of Object.entries(phases)) {
    const { count, unanswered, p50, p95, p99 } = watch.latencies.between(fromMs, toMs);
    console.log(`  ${name.padEnd(16)}${count} attempts, ${unanswered} unanswered, p50 ${p50}, p95 ${p95}, p99 ${p99}`);
  }
  console.log("\nFrom the second eighth to the last (medians)");
  for (const { kind, name, early, late } of growths) console.log(`  ${`${kind}, ${name}`.padEnd(44)}${early} -> ${late}`);
  console.log("\nQueues, at most and at the end");
  for (const [name, { most, last }] of peaks(watch, "queued")) if (most > 0) console.log(`  ${name.padEnd(44)}${most}, ${last}`);
  console.log("\nLargest tables with their indexes in MB, at most and at the end");
  const tables = [...peaks(watch, "table MB")].sort(([, left], [, right]) => right.most - left.most);
  for (const [name, { most, last }] of tables.slice(0, shownTables)) console.log(`  ${name.padEnd(44)}${most}, ${last}`);
}

function peaks({ samples }: Watch, kind: "queued" | "table MB"): Map<string, { most: number; last: number }> {
  const found = new Map<string, { most: number; last: number }>();
  for (const sample of samples) {
    if (sample.kind !== kind) continue;
    found.set(sample.name, { most: Math.max(sample.value, found.get(sample.name)?.most ?? 0), last: sample.value });
  }
  return found;
}
