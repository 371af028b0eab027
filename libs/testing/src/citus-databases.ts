import { type Module, runCommandLine } from "@parley/runtime";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { CitusMissing } from "./citus-package.ts";
import { querySql } from "./query-sql.ts";
import { type CitusCluster, startCitus } from "./start-citus.ts";
import { testEnvironment } from "./start-process.ts";

/** Databases on a coordinator and two workers, a new one for each test of the file, with the tables of a module. Without Citus the tests are skipped. */
export class CitusDatabases {
  url = "";
  readonly #module: Module;
  #cluster: CitusCluster | undefined;
  #count = 0;

  /**
   * Call it in the file's outermost scope. `recovers`: whether Citus completes two-phase commits that were interrupted. `migrates`: whether
   * each database has the newest tables from the start.
   */
  constructor(module: Module, { recovers = true, migrates = true } = {}) {
    this.#module = module;
    beforeAll(async () => {
      this.#cluster = await citusForTests(recovers);
    }, 600_000);
    afterAll(() => this.#cluster?.[Symbol.asyncDispose]());
    beforeEach(async ({ skip }) => {
      if (this.#cluster === undefined) return skip("There is no Citus.");
      this.url = await this.#cluster.createDatabase(`spread_${++this.#count}`);
      if (migrates) await this.run("migrate");
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

  /** Moves the rows of an API key, and of the keys that share its shard, to the other worker. `table` is any spread one, with its schema. */
  async moveKey(table: string, apiKeyId: string): Promise<void> {
    await querySql(
      this.url,
      `select citus_move_shard_placement(p.shardid, p.nodename, p.nodeport, other.nodename, other.nodeport)
       from pg_dist_shard_placement p join pg_dist_node other on other.groupid <> 0 and other.nodeport <> p.nodeport
       where p.shardid = get_shard_id_for_distribution_column($1::text::regclass, $2::text)`,
      [table, apiKeyId],
    );
  }
}

/**
 * A coordinator and two workers; undefined when there is no Citus, and then the run has printed how to get it. Fails instead with PARLEY_TEST_CITUS=required.
 */
export async function citusForTests(recovers = true): Promise<CitusCluster | undefined> {
  try {
    return await startCitus({ workers: 2, durable: false, recovers });
  } catch (error) {
    if (!(error instanceof CitusMissing) || process.env.PARLEY_TEST_CITUS === "required") throw error;
    console.error(`\nTESTS OF SEVERAL POSTGRES SERVERS ARE SKIPPED. ${error.message} PARLEY_TEST_CITUS=required makes this a failure.\n`);
    return undefined;
  }
}
