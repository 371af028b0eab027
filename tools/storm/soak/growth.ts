import { median } from "../../bench/figures.ts";
import type { Sample, SampleKind } from "./samples.ts";

/** The early and the late value of one series. */
export interface Growth {
  readonly kind: SampleKind;
  readonly name: string;
  readonly early: number;
  readonly late: number;
  /** Whether it grew more than noise and a heap's warm-up explain. */
  readonly leaks: boolean;
}

/** The limits on the growth of a running process: by at most this factor, and this amount. */
const bounds = {
  "memory MB": { factor: 1.5, more: 64 },
  "open files": { factor: 1, more: 24 },
  connections: { factor: 1, more: 12 },
} satisfies Partial<Record<SampleKind, { readonly factor: number; readonly more: number }>>;

/** Compares the medians of the second eighth, when all have warmed up, and of the last. */
export function growthOf(samples: readonly Sample[], durationS: number): Growth[] {
  const growths: Growth[] = [];
  for (const [kind, { factor, more }] of Object.entries(bounds)) {
    const own = samples.filter((sample) => sample.kind === kind);
    for (const name of new Set(own.map((sample) => sample.name))) {
      const within = (from: number, to: number) =>
        median(
          own
            .filter((sample) => sample.name === name && sample.atS >= durationS * from && sample.atS <= durationS * to)
            .map(({ value }) => value),
        );
      const [early, late] = [within(1 / 8, 1 / 4), within(7 / 8, 1)];
      if (Number.isNaN(early + late)) continue;
      growths.push({ kind: kind as SampleKind, name, early, late, leaks: late > early * factor + more });
    }
  }
  return growths;
}
