import { measure, type Shape, type Target } from "./load.ts";

interface WarmOptions {
  readonly roundMs: number;
  readonly maxRounds: number;
}

interface Warmed {
  readonly tookMs: number;
  /** The smallest CPU time of a request in a round in µs, over all processes. */
  readonly cpuUs: number;
}

const connections = 32;
// A round with at least this fraction of the smallest CPU time is no improvement.
const gain = 0.97;

/** Sends one shape of request until its CPU time has not fallen for two rounds: before that, half-compiled code would be measured. */
export async function warm(target: Target, shape: Shape, { roundMs, maxRounds }: WarmOptions): Promise<Warmed> {
  let [best, rounds, since] = [Number.POSITIVE_INFINITY, 0, 0];
  for (; rounds < maxRounds && since < 2; rounds++) {
    const { cpuUs } = await measure(target, shape, connections, roundMs);
    const us = Object.values(cpuUs).reduce((sum, each) => sum + each, 0);
    since = us < best * gain ? 0 : since + 1;
    best = Math.min(best, us);
  }
  return { tookMs: rounds * roundMs, cpuUs: best };
}
