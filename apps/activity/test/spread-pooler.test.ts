import { querySql, startPgbouncer } from "@parley/testing";
import { CitusDatabases } from "@parley/testing/citus";
import { expect, onTestFinished, test } from "vitest";
import { activityModule } from "../src/module.ts";
import { startActivity } from "./activity.ts";
import { addThread, changeThread, idsBehind, keysApart } from "./spread-scene.ts";

const databases = new CitusDatabases(activityModule);
const poolOf = (size: number) => ({ default_pool_size: String(size) });
// Transactions that write hold a connection to each worker, and some of the background write at the same time.
const ofWorkers = 8;
const ofCoordinator = 4;

async function startWith16Connections(url: string, apiKeyIds: readonly string[]) {
  const activity = await startActivity({ PARLEY_DATABASE_URL: url, PARLEY_DATABASE_MAX_CONNECTIONS: "16" });
  onTestFinished(() => activity[Symbol.asyncDispose]());
  for (const apiKeyId of apiKeyIds) activity.surroundings.open(apiKeyId, "acme", "welcome");
  return activity;
}

/** The highest number of connections to one worker that serve sessions of this login. */
async function connectionsToAWorker(login: string): Promise<number> {
  const counts = await Promise.all(
    databases.cluster.workers.map((worker) =>
      querySql<{ count: number }>(
        Object.assign(new URL(worker), { pathname: new URL(databases.url).pathname }).href,
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and usename = '${login}' and backend_type = 'client backend' and application_name like 'citus_internal%'`,
      ),
    ),
  );
  return Math.max(...counts.map(([row]) => row?.count ?? 0));
}

test("rows are spread, changed, read and brought back through poolers in front of the workers, and readers need few connections to a worker", async ({
  skip,
}) => {
  const ports: number[][] = [];
  for (const worker of databases.cluster.workers) {
    const pooler = await startPgbouncer(worker, poolOf(ofWorkers), ["postgres", "parley_activity"]);
    if (pooler === undefined) return skip("pgbouncer is not installed");
    onTestFinished(() => pooler[Symbol.asyncDispose]());
    ports.push([worker, pooler.url].map((url) => Number(new URL(url).port)));
  }
  await lead(ports);
  await databases.run("distribute");
  const keys = await keysApart(databases.url);
  const activity = await startWith16Connections(databases.url, keys);

  for (const key of keys) {
    await addThread(activity, key, "a");
    await changeThread(activity, key, "a");
  }
  const pages = await Promise.all(Array.from({ length: 64 }, (_, reader) => idsBehind(activity, keys[reader % 2] ?? "", "start")));

  expect(pages[0]?.ids.length).toBeGreaterThan(10);
  expect(new Set(pages.map(({ ids }) => ids.length)).size).toBe(1);
  const connections = await connectionsToAWorker("parley_activity");
  expect(connections).toBeGreaterThan(0);
  expect(connections).toBeLessThanOrEqual(ofWorkers);
  // Rows are moved by replication, which poolers of this release refuse.
  await querySql(databases.url, "delete from pg_dist_poolinfo");
  await databases.moveKey("activity.annotations", keys[0]);
  await lead(ports);
  expect((await idsBehind(activity, keys[0], "start")).ids).toEqual(pages[0]?.ids);
  await activity.process.stop();
  expect(await databases.run("gather")).toContain("Brought back to one server");
  const kept = await querySql(databases.url, "select count(*)::int as threads from activity.annotations group by api_key_id");
  expect(kept).toEqual([{ threads: 1 }, { threads: 1 }]);
}, 120_000);

/** Leads the coordinator's connections to each worker to another port. */
async function lead(ports: readonly (readonly number[])[]): Promise<void> {
  for (const [worker, pooler] of ports) {
    await querySql(
      databases.url,
      "insert into pg_dist_poolinfo select nodeid, 'port=' || $2::int from pg_dist_node where nodeport = $1::int",
      [worker, pooler],
    );
  }
}

test("a pooler in front of the coordinator bounds the connections to each worker, with more writers than it has connections", async ({
  skip,
}) => {
  await databases.run("distribute");
  const pooler = await startPgbouncer(databases.url, poolOf(ofCoordinator));
  if (pooler === undefined) return skip("pgbouncer is not installed");
  onTestFinished(() => pooler[Symbol.asyncDispose]());
  const keys = await keysApart(databases.url);
  const activity = await startWith16Connections(pooler.url, keys);

  await Promise.all(Array.from({ length: 64 }, (_, thread) => addThread(activity, keys[thread % 2] ?? "", `t${thread}`)));

  const { annotations } = await activity.administration.getCommentAnnotations({
    apiKeyId: keys[0],
    organizationId: "acme",
    documentId: "welcome",
  });
  expect(annotations).toHaveLength(32);
  const login = new URL(databases.url).username;
  const own = await querySql<{ count: number }>(
    databases.url,
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name like 'parley-activity%'",
  );
  expect(own[0]?.count).toBeLessThanOrEqual(ofCoordinator);
  // Citus has a few of its own with this login; without the pooler there are 16 more.
  expect(await connectionsToAWorker(login)).toBeLessThanOrEqual(ofCoordinator + 4);
}, 120_000);
