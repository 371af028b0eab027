import { readFileSync } from "node:fs";

interface Disturbance {
  readonly fromMs: number;
  readonly toMs: number;
}

const lookMs = 100;

/** Watches when other virtual machines take processor time from this one, which the system calls steal. Times are of `performance.now()`. */
export class StolenTime implements Disposable {
  readonly #disturbances: Disturbance[] = [];
  readonly #looking = setInterval(() => this.look(), lookMs);
  readonly #stolenTicks: () => number;
  #ticks: number;
  #lookedMs = performance.now();

  /** `stolenTicks` returns the time taken since the machine started, in any unit. */
  constructor(stolenTicks = () => stolenTicksIn(readFileSync("/proc/stat", "utf8"))) {
    this.#stolenTicks = stolenTicks;
    this.#ticks = stolenTicks();
  }

  /** Looks now; else every 100 ms. `wasTaken` knows nothing of the time after the last look. */
  look(): void {
    const [ticks, nowMs] = [this.#stolenTicks(), performance.now()];
    if (ticks > this.#ticks) this.#disturbances.push({ fromMs: this.#lookedMs, toMs: nowMs + lookMs });
    this.#ticks = ticks;
    this.#lookedMs = nowMs;
  }

  /** Whether time was taken between these times, or so shortly before that work was still waiting. */
  wasTaken(fromMs: number, toMs: number): boolean {
    return this.#disturbances.some((taken) => taken.fromMs <= toMs && fromMs <= taken.toMs);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
  }
}

/** The eighth of Linux's processor times, in hundredths of a second: 0 on a machine that is not virtual. `stat` is the text of /proc/stat. */
export function stolenTicksIn(stat: string): number {
  return Number(/^cpu +(?:\d+ ){7}(\d+)/m.exec(stat)?.[1]);
}
