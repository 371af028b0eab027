import { querySql, until } from "@parley/testing";
import { CitusDatabases, serversAsked } from "@parley/testing/citus";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { notificationsModule } from "../src/module.ts";
import { fillKeys } from "./fill-keys.ts";
import { Scene, startService } from "./service.ts";

const databases = new CitusDatabases(notificationsModule);

test("all rows of a key are on one server, and of 1,000 keys each of two servers has 40 to 60 percent", async () => {
  await databases.run("distribute");
  await fillKeys(databases.url, 1_000);

  const servers = await querySql<{ port: number; rows: number }>(
    databases.url,
    `select nodeport as port, sum(result::int)::int as rows from run_command_on_shards('notifications.recipients', 'select count(*) from %s')
       join pg_dist_shard_placement using (shardid) group by 1`,
  );
  const keys = await querySql<{ servers: number }>(
    databases.url,
    `select distinct (select count(distinct p.nodeport)::int from unnest(array['notifications', 'recipients', 'read_marks']) t
       join pg_dist_shard_placement p on p.shardid = get_shard_id_for_distribution_column(('notifications.' || t)::regclass, k.id)) as servers
     from (select distinct api_key_id as id from notifications.recipients) k`,
  );

  expect(servers).toHaveLength(2);
  for (const { rows } of servers) {
    expect(rows / 20_000).toBeGreaterThan(0.4);
    expect(rows / 20_000).toBeLessThan(0.6);
  }
  expect(keys).toEqual([{ servers: 1 }]);
});

test("every statement can be run on spread rows, and asks one server at a time", async () => {
  await databases.run("distribute");

  const asked = await serversAsked(databases.url, "notifications");

  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter(({ servers }) => servers > 1)).toEqual([]);
  expect(asked.filter(({ servers }) => servers === 1).length).toBeGreaterThan(20);
  // A server that is away would stop such a statement for every key. This one is run on a single server only.
  expect(asked.filter(({ sendsToAll }) => sendsToAll).map(({ name }) => name)).toEqual(["insert"]);
});

test("what is written to a spread table and to another one is prepared there before it is committed here, in either order", async () => {
  await databases.run("distribute");
  const client = new pg.Client({ connectionString: databases.url });
  await client.connect();
  onTestFinished(() => client.end());
  const prepared: string[] = [];
  client.on("notice", ({ message }) => {
    if (message?.includes("PREPARE TRANSACTION")) prepared.push(message);
  });
  await client.query("set citus.log_remote_commands = on; set client_min_messages = notice");
  const mark = (ref: number) =>
    `insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id) values ('k', 'o', ${ref}, 'u')`;
  const handled = "insert into notifications.inbox (consumer_group, event_id) values ('g', gen_random_uuid())";

  for (const statements of [[mark(1)], [handled]]) await client.query(["begin", ...statements, "commit"].join("; "));
  expect(prepared).toHaveLength(0);
  for (const statements of [
    [mark(2), handled],
    [handled, mark(3)],
  ]) {
    for (const text of ["begin", ...statements, "commit"]) await client.query(text);
  }
  await client.query(
    `with added as (${mark(4)} returning 1) ${handled.replace("values ('g', gen_random_uuid())", "select 'g', gen_random_uuid() from added")}`,
  );
  expect(prepared).toHaveLength(3);
});

test("a crash of the coordinator keeps a change and the note of its event together, or neither", async () => {
  await databases.run("distribute");
  let next = 0;
  const committed: number[] = [];
  const writers = Array.from({ length: 6 }, async () => {
    const client = new pg.Client({ connectionString: databases.url });
    client.on("error", () => undefined);
    await client.connect();
    for (;;) {
      const ref = ++next;
      try {
        await client.query("begin");
        await client.query(
          "insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id) values ($1, 'o', $2, 'u')",
          [`pk_${ref % 50}`, ref],
        );
        await client.query("insert into notifications.inbox (consumer_group, event_id) values ('g', lpad($1::text, 32, '0')::uuid)", [ref]);
        await client.query("commit");
      } catch {
        return client.end().catch(() => undefined);
      }
      committed.push(ref);
    }
  });
  await until(() => committed.length > 200 || undefined);

  await databases.cluster?.crashCoordinator();
  await Promise.all(writers);
  await until(async () => {
    const waiting = await querySql<{ result: string }>(
      databases.url,
      "select result from run_command_on_workers('select count(*) from pg_prepared_xacts')",
    );
    return waiting.every(({ result }) => result === "0") || undefined;
  }, 60_000);

  const marks = await querySql<{ ref: number }>(
    databases.url,
    "select notification_ref::int as ref from notifications.read_marks order by 1",
  );
  const events = await querySql<{ ref: number }>(
    databases.url,
    "select ltrim(replace(event_id::text, '-', ''), '0')::int as ref from notifications.inbox order by 1",
  );
  expect(marks).toEqual(events);
  const kept = new Set(marks.map(({ ref }) => ref));
  expect(committed.filter((ref) => !kept.has(ref))).toEqual([]);
}, 180_000);

test("a notification whose recipients cannot be written is not stored", async () => {
  await databases.run("distribute");
  const service = await startService({ PARLEY_DATABASE_URL: databases.url });
  onTestFinished(() => service[Symbol.asyncDispose]());
  const scene = new Scene(service, "pk_one");
  await querySql(databases.url, "alter table notifications.recipients add constraint refused check (user_id <> 'carol')");

  await expect(scene.add("a", { notifyUsers: [{ userId: "bob" }, { userId: "carol" }] })).rejects.toThrow();

  expect(await querySql(databases.url, "select notification_id from notifications.notifications")).toEqual([]);
});
