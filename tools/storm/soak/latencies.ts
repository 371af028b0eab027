import { quantile } from "../../bench/figures.ts";

/** The durations of attempts, since the last report or since a given time. */
export class Latencies {
  readonly #startMs = performance.now();
  readonly #all: { readonly atMs: number; readonly ms: number; readonly isAnswered: boolean }[] = [];

  add(ms: number, isAnswered: boolean): void {
    this.#all.push({ atMs: performance.now() - this.#startMs, ms, isAnswered });
  }

  /** The quantiles of the attempts that ended between these times, in ms from the start. */
  between(fromMs: number, toMs: number): Quantiles {
    const own = this.#all.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    const at = (share: number) =>
      Math.round(
        quantile(
          own.map(({ ms }) => ms),
          share,
        ),
      );
    return {
      count: own.length,
      unanswered: own.filter(({ isAnswered }) => !isAnswered).length,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
    };
  }

  get sinceStartMs(): number {
    return performance.now() - this.#startMs;
  }
}

export interface Quantiles {
  readonly count: number;
  /** Without a response, or with one that asks for a retry. */
  readonly unanswered: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}
