import type { Load } from "../load.ts";
import { type Fault, planFaults } from "../plan.ts";

/** About ten requests per second: it runs for hours, next to other work. */
export const soakLoad: Load = { writersPerScenario: 1, thinkMs: [700, 2_300], readEveryMs: 400 };

/** The schedule of a soak, in ms from its start. */
export interface SoakTimes {
  readonly durationMs: number;
  /** The links between processes are disturbed in the first and last quarter. From `calmFromMs` to `calmToMs` only Kafka is disturbed. */
  readonly calmFromMs: number;
  readonly calmToMs: number;
  readonly kafkaGoesMs: number;
  readonly kafkaReturnsMs: number;
}

/** Kafka is down in the middle, with equal calm before and after. */
export function timesOf(durationMs: number, kafkaAwayMs: number): SoakTimes {
  if (kafkaAwayMs > durationMs / 2) throw new Error(`Kafka cannot be down for more than half of the soak, ${durationMs / 2_000} s.`);
  const kafkaGoesMs = (durationMs - kafkaAwayMs) / 2;
  return {
    durationMs,
    kafkaGoesMs,
    kafkaReturnsMs: kafkaGoesMs + kafkaAwayMs,
    calmFromMs: durationMs / 4,
    calmToMs: (durationMs * 3) / 4,
  };
}

const pauseMs = 40_000;
const links = ["postgres-link", "kafka-link", "services-link"] as const;

/** The faults. No process ends, so that leaks of long-running processes show. */
export function planSoak(seed: number, { durationMs, calmFromMs, calmToMs, kafkaGoesMs, kafkaReturnsMs }: SoakTimes): Fault[] {
  const disturbances = planFaults(seed, durationMs, links, [pauseMs, pauseMs * 2]);
  const isCalm = ({ atMs, lastsMs }: Fault) => atMs + lastsMs >= calmFromMs && atMs <= calmToMs;
  const kafkaAway: Fault = { atMs: kafkaGoesMs, target: "kafka", kind: "restart", lastsMs: kafkaReturnsMs - kafkaGoesMs };
  return [...disturbances.filter((fault) => !isCalm(fault)), kafkaAway].sort((left, right) => left.atMs - right.atMs);
}
