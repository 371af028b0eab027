import { monitorEventLoopDelay } from "node:perf_hooks";

// Part of its time. A process that is busy for more makes a request wait for longer than it takes.
const busy = 0.7;
// ms in one go: a few turns of the event loop, which others wait for without feeling it.
const stallMs = 10;
// ms between two samples of the event loop's delay, half of a stall so that none is missed.
const sampleMs = 5;
// Requests: one is ready when the other ends.
const usual = 2;
// Part of the time: the rest is for light tenants, which find a process that is free.
const least = 0.25;
// Requests of all tenants. More would wait for connections to the database, in a queue that knows no tenants.
const most = 64;
// Factors of an adjustment: from 2 to 64 in 0.8 s while some wait and there is time; half at once when there is none; slowly back when it is not used.
const [increase, decrease, decay] = [1.25, 0.5, 0.9] as const;

/**
 * How many requests of each heavy tenant run at the same time: multiplicative increase and decrease, with the event loop's utilization as the signal of
 * congestion. Below 1 it is the part of the time for which one runs.
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

  /** With the most requests that run of any tenant, and the number of tenants of which some wait. */
  adjust(running: number, backlogged: number): void {
    // Where several want more than there is, a process that pauses with each of them would be idle although it is too small for them.
    const leastOfEach = Math.max(least, usual * (1 - 1 / backlogged));
    if (this.busyPart() > busy) this.value = Math.max(leastOfEach, Math.min(this.value, running) * decrease);
    else if (backlogged > 0) this.value = Math.min(this.value * increase, Math.max(usual, most / backlogged));
    else this.value = Math.max(usual, this.value * decay);
  }

  /** The part of its time for which the event loop was busy since it was last asked; 1 after a stall, however idle it was beside it. */
  protected busyPart(): number {
    const longestMs = this.#delays.max / 1e6 - sampleMs;
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#since);
    this.#delays.reset();
    this.#since = now;
    return longestMs > stallMs ? 1 : utilization;
  }
}
