import { runCommandLine } from "@parley/runtime";
import { querySql, testEnvironment } from "@parley/testing";
import { type CitusCluster, citusForTests } from "@parley/testing/citus";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { notificationsModule } from "../src/module.ts";

/** Databases on a coordinator and two workers, a new one for each test of the file, with the tables of notifications. Without Citus the tests are skipped. */
export class CitusDatabases {
  url = "";
  #cluster: CitusCluster | undefined;
  #count = 0;

  /** Call it in the file's outermost scope. */
  constructor() {
    beforeAll(async () => {
      this.#cluster = await citusForTests();
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

  /** Runs a command of notifications. */
  run(word: string) {
    return runCommandLine([notificationsModule], [word], testEnvironment(this.url));
  }

  /** Writes 20 recipients for each of so many API keys. */
  async fill(keys: number): Promise<void> {
    await querySql(
      this.url,
      `insert into notifications.recipients (api_key_id, organization_id, user_id, document_id, created_at_ms, notification_ref, stored_bytes)
         select 'pk_' || k, 'acme', 'u' || n, 'd', n, n, 1 from generate_series(1, ${keys}) k, generate_series(1, 20) n`,
    );
  }
}
