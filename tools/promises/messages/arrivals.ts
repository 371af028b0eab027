import { setTimeout as delay } from "node:timers/promises";
import { quantile } from "../../bench/figures.ts";
import { Patience } from "../../storm/patience.ts";

const patienceMs = 60_000;

/** The times when texts took effect. */
export class Arrivals {
  readonly #atMs = new Map<string, number>();

  /** Called for every attempt: the last one is the committed one. */
  note(text: string): void {
    this.#atMs.set(text, performance.now());
  }

  /** Waits until all texts have arrived, or none has for a while; returns the number of missing ones. */
  async missing(texts: Iterable<string>): Promise<number> {
    const awaited = [...texts];
    return settled(async () => awaited.filter((text) => !this.#atMs.has(text)).length);
  }

  /** For people: the delays since the given times, in ms. */
  delays(sentAtMs: ReadonlyMap<string, number>): string {
    const tookMs = [...sentAtMs].map(([text, atMs]) => (this.#atMs.get(text) ?? Number.POSITIVE_INFINITY) - atMs);
    const at = (share: number) => Math.round(quantile(tookMs, share));
    return `p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`;
  }
}

/** Waits while the count decreases, at most until it is zero; returns it. */
export async function settled(count: () => Promise<number>): Promise<number> {
  const patience = new Patience(patienceMs);
  for (;;) {
    const left = await count();
    if (left === 0 || patience.isOver(left)) return left;
    await delay(100);
  }
}
