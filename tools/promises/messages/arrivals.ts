import { setTimeout as delay } from "node:timers/promises";
import { quantile } from "../../bench/figures.ts";
import { Patience } from "../../storm/patience.ts";

const patienceMs = 60_000;

/** When texts took effect. */
export class Arrivals {
  readonly #atMs = new Map<string, number>();

  /** Called for every attempt: the last one is that which was committed. */
  note(text: string): void {
    this.#atMs.set(text, performance.now());
  }

  /** Waits until all of them have come, or none has for a while; returns how many have not. */
  async missing(texts: Iterable<string>): Promise<number> {
    const awaited = [...texts];
    return settled(async () => awaited.filter((text) => !this.#atMs.has(text)).length);
  }

  /** For a person: what they took from the times given, in ms. */
  delays(sentAtMs: ReadonlyMap<string, number>): string {
    const tookMs = [...sentAtMs].map(([text, atMs]) => (this.#atMs.get(text) ?? Number.POSITIVE_INFINITY) - atMs);
    const at = (share: number) => Math.round(quantile(tookMs, share));
    return `p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`;
  }
}

/** Waits until none is left, or for as long as they become fewer; returns how many are. */
export async function settled(count: () => Promise<number>): Promise<number> {
  const patience = new Patience(patienceMs);
  for (;;) {
    const left = await count();
    if (left === 0 || patience.isOver(left)) return left;
    await delay(100);
  }
}
