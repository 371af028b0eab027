import { type Module, runCommandLine } from "@parley/runtime";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { citusForTests } from "./citus-for-tests.ts";
import type { CitusCluster } from "./start-citus.ts";
import { testEnvironment } from "./start-process.ts";

/** Databases on a coordinator and two workers, a new one for each test of the file, with the tables of a module. Without Citus the tests are skipped. */
export class CitusDatabases {
  url = "";
  readonly #module: Module;
  #cluster: CitusCluster | undefined;
  #count = 0;

  /** Call it in the file's outermost scope. `recovers`: whether Citus completes two-phase commits that were interrupted. */
  constructor(module: Module, { recovers = true } = {}) {
    this.#module = module;
    beforeAll(async () => {
      this.#cluster = await citusForTests(recovers);
    }, 600_000);
    afterAll(() => this.#cluster?.[Symbol.asyncDispose]());
    beforeEach(async ({ skip }) => {
      if (this.#cluster === undefined) return skip("There is no Citus.");
      this.url = await this.#cluster.createDatabase(`spread_${++this.#count}`);
      await this.run("migrate");
    });
  }

  get cluster(): CitusCluster {
    if (this.#cluster === undefined) throw new Error("There is no Citus.");
    return this.#cluster;
  }

  /** Runs a command of the module. */
  run(word: string) {
    return runCommandLine([this.#module], [word], testEnvironment(this.url));
  }
}
