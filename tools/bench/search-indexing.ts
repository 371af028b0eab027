import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../installation/caller.ts";
import { startInstallation } from "../installation/installation.ts";
import { quantile } from "./figures.ts";
import { oneDocument, organizationId, searchedKey } from "./search-plant.ts";

const calmMs = 20_000;
const everyMs = 20;

/** Measures how long indexing takes while threads are requested steadily, and the p99 of these requests divided by the p99 before. */
export async function indexedBesideRequests(databaseUrl: string, comments: number): Promise<{ seconds: number; p99Ratio: number }> {
  await using installation = await startInstallation({ shape: "all-in-one", databaseUrl });
  const customer = await searchedKey(installation, comments);
  const asker = new Asker(() => customer.ask("/v2/commentannotations/get", { organizationId, documentId: oneDocument, pageSize: 20 }));
  await delay(calmMs / 4);
  asker.take();
  await delay(calmMs);
  const before = quantile(asker.take(), 0.99);
  const seconds = await secondsToIndex(customer);
  const p99Ratio = quantile(asker.take(), 0.99) / before;
  await asker.stop();
  return { seconds, p99Ratio };
}

/** Turns search on and waits for the index. */
export async function secondsToIndex(customer: Caller): Promise<number> {
  const beganMs = performance.now();
  await customer.ask("/v2/workspace/apikeyconfig/update", { searchEnabled: true });
  while ((await customer.ask("/v2/workspace/apikeyconfig/get", {})).searchIndex?.state !== "ready") await delay(250);
  return (performance.now() - beganMs) / 1_000;
}

/** Sends a request at a steady pace. */
export class Asker {
  #times: number[] = [];
  #stopped = false;
  readonly #running: Promise<void>;

  constructor(ask: () => Promise<unknown>) {
    this.#running = this.#run(ask);
  }

  take(): number[] {
    const times = this.#times;
    this.#times = [];
    return times;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(ask: () => Promise<unknown>): Promise<void> {
    while (!this.#stopped) {
      const beganMs = performance.now();
      await ask();
      this.#times.push(performance.now() - beganMs);
      await delay(Math.max(0, everyMs - (performance.now() - beganMs)));
    }
  }
}
