import { readFileSync } from "node:fs";

interface Disturbance {
  readonly fromMs: number;
  readonly toMs: number;
}

const lookMs = 100;

/** Watches when other virtual machines take processor time from this one, which the system calls steal. Times are of `performance.now()`. */
export class StolenTime implements Disposable {
  readonly #disturbances: Disturbance[] = [];
  readonly #looking = setInterval(() => this.#look(), lookMs);
  #ticks = stolenTicks();
  #lookedMs = performance.now();

  /** Whether time was taken between these times, or so shortly before that work was still waiting. */
  wasTaken(fromMs: number, toMs: number): boolean {
    this.#look();
    return this.#disturbances.some((taken) => taken.fromMs <= toMs && fromMs <= taken.toMs);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const [ticks, nowMs] = [stolenTicks(), performance.now()];
    if (ticks > this.#ticks) this.#disturbances.push({ fromMs: this.#lookedMs, toMs: nowMs + lookMs });
    this.#ticks = ticks;
    this.#lookedMs = nowMs;
  }
}

// The eighth number of Linux's processor times, in hundredths of a second. 0 on a machine that is not virtual.
function stolenTicks(): number {
  return Number(/^cpu +(?:\d+ ){7}(\d+)/m.exec(readFileSync("/proc/stat", "utf8"))?.[1]);
}
