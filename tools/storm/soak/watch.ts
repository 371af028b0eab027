import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import pg from "pg";
import type { Stage } from "../stage.ts";
import { Latencies } from "./latencies.ts";
import { type Sample, sampleDatabase, sampleProcesses } from "./samples.ts";

interface WatchOptions {
  /** A table of `seconds,what,name,value`. */
  readonly file: string;
  readonly everyMs: number;
}

/** Samples processes and the database at fixed times and records the values, with the requests that it is told about. */
export class Watch {
  readonly latencies = new Latencies();
  readonly samples: Sample[] = [];
  readonly #stage: Stage;
  readonly #client: pg.Client;
  readonly #everyMs: number;
  readonly #stream;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #failure: unknown;

  private constructor(stage: Stage, { file, everyMs }: WatchOptions) {
    this.#stage = stage;
    this.#client = new pg.Client({ connectionString: stage.installation.databaseUrl });
    this.#everyMs = everyMs;
    this.#stream = createWriteStream(file);
  }

  static async start(stage: Stage, options: WatchOptions): Promise<Watch> {
    const watch = new Watch(stage, options);
    watch.#client.on("error", (error) => {
      watch.#failure ??= error;
    });
    await watch.#client.connect();
    watch.#stream.write("seconds,what,name,value\n");
    watch.#timer = setInterval(() => watch.#lookAgain(), options.everyMs);
    return watch;
  }

  /** Samples a last time; returns the errors of failed samples. */
  async stop(): Promise<readonly string[]> {
    clearInterval(this.#timer);
    this.#lookAgain();
    await this.#looking;
    await this.#client.end();
    this.#stream.end();
    await finished(this.#stream);
    return this.#failure === undefined ? [] : [String(this.#failure)];
  }

  // One sample after another, however slow the machine is.
  #lookAgain(): void {
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error: unknown) => {
        this.#failure ??= error;
      });
  }

  async #look(): Promise<void> {
    const nowMs = this.latencies.sinceStartMs;
    const measured = [...(await sampleProcesses(this.#stage.pids())), ...(await sampleDatabase(this.#client))];
    const requests = Object.entries(this.latencies.between(nowMs - this.#everyMs, nowMs));
    const samples = [...measured, ...requests.map(([name, value]) => ({ kind: "requests", name, value }) as const)];
    for (const sample of samples) this.#write({ atS: Math.round(nowMs / 1_000), ...sample });
  }

  #write(sample: Sample): void {
    this.samples.push(sample);
    this.#stream.write(`${sample.atS},${sample.kind},${sample.name},${sample.value}\n`);
  }
}
