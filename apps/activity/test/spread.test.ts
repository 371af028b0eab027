import { querySql, until } from "@parley/testing";
import { CitusDatabases, serversAsked } from "@parley/testing/citus";
import { expect, test } from "vitest";
import { activityModule } from "../src/module.ts";
import { alice, welcome } from "./activity.ts";
import { addAfterCrash, addRecord, addThread, changeThread, idsBehind, keysApart, startSpread } from "./spread-scene.ts";

const databases = new CitusDatabases(activityModule);

test("all rows of a key are on one server, and of 1,000 keys each of two servers has 40 to 60 percent", async () => {
  await databases.run("distribute");
  await querySql(
    databases.url,
    `insert into activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
       select 'pk_' || k, 'acme', 'u' || n, 'd', n, n from generate_series(1, 1000) k, generate_series(1, 20) n`,
  );

  const servers = await querySql<{ rows: number }>(
    databases.url,
    `select sum(result::int)::int as rows from run_command_on_shards('activity.annotation_users', 'select count(*) from %s')
       join pg_dist_shard_placement using (shardid) group by nodeport`,
  );
  const keys = await querySql<{ servers: number }>(
    databases.url,
    `select distinct (select count(distinct p.nodeport)::int from pg_dist_partition t
       join pg_dist_shard_placement p on p.shardid = get_shard_id_for_distribution_column(t.logicalrelid, k.id)
       where t.partmethod = 'h') as servers from (select 'pk_' || n as id from generate_series(1, 1000) n) k`,
  );

  expect(servers).toHaveLength(2);
  for (const { rows } of servers) {
    expect(rows / 20_000).toBeGreaterThan(0.4);
    expect(rows / 20_000).toBeLessThan(0.6);
  }
  expect(keys).toEqual([{ servers: 1 }]);
});

test("every statement can be run on spread rows, and one of an API key asks one server at a time", async () => {
  await databases.run("distribute");

  const asked = await serversAsked(databases.url, "activity");

  expect(asked.length).toBeGreaterThan(120);
  expect(asked.filter(({ servers, crossTenant }) => servers > 1 && !crossTenant)).toEqual([]);
  expect(asked.filter(({ servers }) => servers === 1).length).toBeGreaterThan(100);
  // A server that is away would stop such a statement for every key. This one is run on a single server only.
  expect(asked.filter(({ sendsToAll }) => sendsToAll).map(({ name }) => name)).toEqual(["recordings_store"]);
});

test("rows are spread while the installation has some, and come back", async () => {
  const read = async (id: string) => {
    const activity = await startSpread(databases, [welcome.apiKeyId]);
    await addThread(activity, welcome.apiKeyId, id);
    const { annotations } = await activity.administration.getCommentAnnotations(welcome);
    const { ids } = await idsBehind(activity, welcome.apiKeyId, "start");
    await activity.process.stop();
    return {
      annotations: annotations.map(({ annotationId, comments }) => [annotationId, comments[0]?.reactions.length]),
      changes: ids.length,
    };
  };
  expect(await read("a")).toEqual({ annotations: [["a", 1]], changes: 2 });

  expect(await databases.run("distribute")).toMatch(/^Spread by API key in activity: annotations, comments, /);
  expect(await databases.run("distribute")).toBe("The rows of activity are spread already.");
  expect((await read("b")).annotations.toSorted()).toEqual([
    ["a", 1],
    ["b", 1],
  ]);

  expect(await databases.run("gather")).toMatch(/^Brought back to one server in activity: search_keys, /);
  expect((await read("c")).annotations.toSorted()).toEqual([
    ["a", 1],
    ["b", 1],
    ["c", 1],
  ]);
  expect(await querySql(databases.url, "select provolatile as volatility from pg_proc where proname = 'settled_before'")).toEqual([
    { volatility: "i" },
  ]);
});

test("positions are drawn by the coordinator in each statement that writes them, and rise after it crashes", async () => {
  await databases.run("distribute");
  const [key, other] = await keysApart(databases.url);
  // The servers number their transactions apart from one another.
  for (const worker of databases.cluster.workers) {
    await querySql(Object.assign(new URL(worker), { pathname: new URL(databases.url).pathname }).href, "select pg_current_xact_id()");
  }
  const activity = await startSpread(databases, [key, other]);
  const oldest = async () => {
    const [row] = await querySql<{ horizon: number }>(databases.url, "select activity.oldest_transaction()::int as horizon");
    return row?.horizon ?? 0;
  };
  const from = await oldest();
  for (const apiKeyId of [key, other]) {
    await addThread(activity, apiKeyId, "a");
    await changeThread(activity, apiKeyId, "a");
  }
  const end = await oldest();
  const positions = await querySql<{ position: number }>(
    databases.url,
    "select feed_position::int as position from activity.activities union all select written_position::int from activity.comments",
  );
  const [shift] = await querySql<{ shift: number }>(
    databases.url,
    "select shift::int from activity.feed_epochs order by epoch desc limit 1",
  );

  expect(positions.length).toBeGreaterThan(10);
  for (const { position } of positions) {
    expect(position - (shift?.shift ?? 0)).toBeGreaterThanOrEqual(from);
    expect(position - (shift?.shift ?? 0)).toBeLessThan(end);
  }
}, 60_000);

test("after a crash of the coordinator, positions rise above the highest on any server", async () => {
  await databases.run("distribute");
  const [key, other] = await keysApart(databases.url);
  const activity = await startSpread(databases, [key, other]);
  for (const apiKeyId of [key, other]) await addRecord(activity, apiKeyId, "before");
  await querySql(databases.url, "update activity.activities set feed_position = 10000000 where api_key_id = $1", [other]);

  await databases.cluster.crashCoordinator();
  await addAfterCrash(activity, key, "after");

  const rows = await querySql<{ isAbove: boolean }>(
    databases.url,
    `select feed_position > 10000000 as "isAbove" from activity.activities where activity_id = 'after'`,
  );
  expect(rows).toEqual([{ isAbove: true }]);
  expect((await idsBehind(activity, key, "start", 10_000)).ids).toEqual(["before", "after"]);
}, 120_000);

test("comments of keys on two servers are indexed for search, and found", async () => {
  await databases.run("distribute");
  const keys = await keysApart(databases.url);
  const activity = await startSpread(databases, keys);
  for (const apiKeyId of keys) {
    activity.surroundings.searchedKeys.add(apiKeyId);
    activity.surroundings.indexedKeys.add(apiKeyId);
    await addThread(activity, apiKeyId, "old");
  }

  await until(async () => {
    const rows = await querySql(databases.url, "select distinct api_key_id from activity.search_comments");
    return rows.length === keys.length || undefined;
  }, 30_000);

  for (const apiKeyId of keys) {
    await addThread(activity, apiKeyId, "new");
    const { threads } = await activity.administration.searchCommentAnnotations({ apiKeyId, organizationId: "acme", query: "about" });
    expect(threads.map(({ annotation }) => annotation?.annotationId)).toEqual(["new", "old"]);
  }
}, 60_000);

test("a recording whose record cannot be written is not stored", async () => {
  await databases.run("distribute");
  const activity = await startSpread(databases, [welcome.apiKeyId]);
  await querySql(databases.url, "alter table activity.activities add constraint refused check (action_type <> 'recording.add')");

  const recordings = [{ user: alice, recording: { recordingId: "r" } }];
  await expect(activity.administration.addRecordings({ ...welcome, recordings })).rejects.toThrow();

  expect((await activity.administration.getRecordings(welcome)).recordings).toEqual([]);
});
