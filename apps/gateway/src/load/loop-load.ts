import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 5;
// What others wait for at most, some turns of the event loop long, without feeling it.
const stretchMs = 10;

/** How busy the event loop is, while somebody watches it. */
export class LoopLoad {
  readonly #delays = monitorEventLoopDelay({ resolution: resolutionMs });
  #since = performance.eventLoopUtilization();

  watch(): void {
    this.#delays.enable();
    this.busyPart();
  }

  /** The part of its time, 0 to 1, for which it was busy since it was last asked; 1 also when it had no time for anything else for over 10 ms at once. */
  busyPart(): number {
    const longestMs = this.#delays.max / 1e6 - resolutionMs;
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#since);
    this.#delays.reset();
    this.#since = now;
    return longestMs > stretchMs ? 1 : utilization;
  }

  leave(): void {
    this.#delays.disable();
  }
}
