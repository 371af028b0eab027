import { printReport } from "../print-report.ts";
import { runStorm } from "../run-storm.ts";
import type { Stage } from "../stage.ts";
import type { Finding } from "../verify.ts";
import { type Growth, growthOf } from "./growth.ts";
import { planSoak, soakLoad, timesOf } from "./plan-soak.ts";
import { printSoak } from "./print-soak.ts";
import { slowdown } from "./slowdown.ts";
import { Watch } from "./watch.ts";

interface SoakOptions {
  readonly seed: number;
  readonly durationMs: number;
  readonly kafkaAwayMs: number;
  /** The file for the observations. */
  readonly file: string;
}

const samplesAtLeast = 24;
const longestPauseMs = 30_000;

/** Runs a small load for a long time, with Kafka down in the middle, and watches for growth; returns the findings. */
export async function runSoak(stage: Stage, { seed, durationMs, kafkaAwayMs, file }: SoakOptions): Promise<readonly Finding[]> {
  const times = timesOf(durationMs, kafkaAwayMs);
  const watch = await Watch.start(stage, { file, everyMs: Math.min(longestPauseMs, durationMs / samplesAtLeast) });
  const report = await runStorm(stage, {
    seed,
    durationMs,
    faults: planSoak(seed, times),
    load: soakLoad,
    tell: console.log,
    onAttempt: (ms, isAnswered) => watch.latencies.add(ms, isAnswered),
  });
  const unseen = (await watch.stop()).map((what) => ({ kind: "broken", scenario: "soak", what }) as const);
  const growths = growthOf(watch.samples, durationMs / 1_000);
  const { calmFromMs, kafkaGoesMs, kafkaReturnsMs } = times;
  const slower = slowdown(watch.latencies.between(calmFromMs, kafkaGoesMs), watch.latencies.between(kafkaGoesMs, kafkaReturnsMs));
  const findings = [
    ...[...report.findings, ...unseen, ...growths.filter(({ leaks }) => leaks).map(leak)],
    ...(slower === undefined ? [] : [{ kind: "broken", scenario: "soak", what: slower } as const]),
  ];
  printReport({ ...report, findings });
  printSoak({ times, growths, watch });
  return findings;
}

function leak({ kind, name, early, late }: Growth): Finding {
  return { kind: "broken", scenario: "soak", what: `${name}: ${kind} went from ${early} to ${late}` };
}
