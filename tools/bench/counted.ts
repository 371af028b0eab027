/** Arrivals since the last report, as each server of a bench counts them. */
export interface CountReport {
  readonly received: number;
  readonly ids: number;
  /** Sorted times in ms from what an arrival says of its beginning to its receipt. */
  readonly latenciesMs: readonly number[];
  readonly cpuMs: number;
}

/** Counts the arrivals of a server in a process of its own, and answers what its parent asks. */
export class Counted {
  #received = 0;
  #ids = new Set<string>();
  #latenciesMs: number[] = [];
  #cpu = process.cpuUsage();

  /** `more` are further counts of the report, which begin anew with it. */
  constructor(more: () => object = () => ({})) {
    process.on("message", (message: "report" | "count") => {
      if (message === "count") process.send?.({ ids: this.#ids.size, measured: this.#latenciesMs.length });
      else process.send?.({ ...this.#report(), ...more() });
    });
  }

  get received(): number {
    return this.#received;
  }

  /** `atMs` is when it began, of those that are measured. */
  note(id: string, atMs: number | undefined): void {
    this.#received++;
    this.#ids.add(id);
    if (atMs !== undefined) this.#latenciesMs.push(performance.timeOrigin + performance.now() - atMs);
  }

  #report(): CountReport {
    const { user, system } = process.cpuUsage(this.#cpu);
    const latenciesMs = this.#latenciesMs.toSorted((a, b) => a - b);
    const report = { received: this.#received, ids: this.#ids.size, latenciesMs, cpuMs: (user + system) / 1_000 };
    [this.#received, this.#ids, this.#latenciesMs, this.#cpu] = [0, new Set(), [], process.cpuUsage()];
    return report;
  }
}
