import type { Load } from "../load.ts";
import { type Fault, planFaults } from "../plan.ts";

/** About ten requests a second: it runs for hours, beside others. */
export const soakLoad: Load = { writersPerScenario: 1, thinkMs: [700, 2_300], readEveryMs: 400 };

/** Where in a soak what happens, in ms from its start. */
export interface SoakTimes {
  readonly durationMs: number;
  /** In the first and last quarter the ways between processes are disturbed; from `calmFromMs` to `calmToMs` nothing is, but for Kafka. */
  readonly calmFromMs: number;
  readonly calmToMs: number;
  readonly kafkaGoesMs: number;
  readonly kafkaReturnsMs: number;
}

/** Kafka is away in the middle, with as much calm before it as after it. */
export function timesOf(durationMs: number, kafkaAwayMs: number): SoakTimes {
  if (kafkaAwayMs > durationMs / 2) throw new Error(`Kafka cannot be away for more than half of the soak, ${durationMs / 2_000} s.`);
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

/** The faults: no process ends, so that what one of them gathers is seen. */
export function planSoak(seed: number, { durationMs, calmFromMs, calmToMs, kafkaGoesMs, kafkaReturnsMs }: SoakTimes): Fault[] {
  const disturbances = planFaults(seed, durationMs, links, [pauseMs, pauseMs * 2]);
  const isCalm = ({ atMs, lastsMs }: Fault) => atMs + lastsMs >= calmFromMs && atMs <= calmToMs;
  const kafkaAway: Fault = { atMs: kafkaGoesMs, target: "kafka", kind: "restart", lastsMs: kafkaReturnsMs - kafkaGoesMs };
  return [...disturbances.filter((fault) => !isCalm(fault)), kafkaAway].sort((left, right) => left.atMs - right.atMs);
}
