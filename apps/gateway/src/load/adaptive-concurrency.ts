import { monitorEventLoopDelay } from "node:perf_hooks";

// Part of the time. A process that is busier makes requests wait longer than they run.
const busy = 0.7;
// ms. A longer block of the event loop counts as a stall: other requests feel it.
const stallMs = 10;
// ms between two samples of the event loop's delay: half a stall, so that none is missed.
const sampleMs = 5;
// Requests of a heavy tenant at the same time in an idle process: one is ready when the other ends.
const usual = 2;
// Part of the time for which a heavy tenant runs at least. The rest is for light tenants.
const least = 0.25;
// Requests of all tenants. More would wait for database connections, in a queue that does not know tenants.
const most = 64;
// Factors of an adjustment. Requests wait and the process has time: up from 2 to 64 in 0.8 s. Busy: halved at once. Unused: slowly back.
const increase = 1.25;
const decrease = 0.5;
const decay = 0.9;

/**
 * How many requests of each heavy tenant run at the same time: multiplicative increase and decrease, with the event loop's utilization as
 * the signal of congestion. A value below 1 is the part of the time for which a single request runs.
 */
export class AdaptiveConcurrency {
  value = usual;
  readonly #delays = monitorEventLoopDelay({ resolution: sampleMs });
  #since = performance.eventLoopUtilization();

  watch(): void {
    this.#delays.enable();
    this.busyPart();
  }

  leave(): void {
    this.#delays.disable();
  }

  /** `running` is the highest number of running requests of one tenant, `backlogged` the number of tenants with waiting requests. */
  adjust(running: number, backlogged: number): void {
    // With several backlogged tenants the floor is higher: pausing each of them would leave a process idle that is too small for all.
    const leastOfEach = Math.max(least, usual * (1 - 1 / backlogged));
    if (this.busyPart() > busy) this.value = Math.max(leastOfEach, Math.min(this.value, running) * decrease);
    else if (backlogged > 0) this.value = Math.min(this.value * increase, Math.max(usual, most / backlogged));
    else this.value = Math.max(usual, this.value * decay);
  }

  /** The part of the time for which the event loop was busy since the last call; 1 after a stall, even if it was idle otherwise. */
  protected busyPart(): number {
    const longestMs = this.#delays.max / 1e6 - sampleMs;
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#since);
    this.#delays.reset();
    this.#since = now;
    return longestMs > stallMs ? 1 : utilization;
  }
}
