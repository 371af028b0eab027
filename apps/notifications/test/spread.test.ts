import { distribute } from "@parley/database";
import { runCommandLine } from "@parley/runtime";
import { querySql, statementsOf, testEnvironment, until } from "@parley/testing";
import { type CitusCluster, citusForTests, serversAsked } from "@parley/testing/citus";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { notificationsModule } from "../src/module.ts";
import { Scene, startService } from "./service.ts";

let cluster: CitusCluster | undefined;
let url: string;
let databases = 0;

beforeAll(async () => {
  cluster = await citusForTests();
}, 600_000);

afterAll(() => cluster?.[Symbol.asyncDispose]());

beforeEach(async ({ skip }) => {
  if (cluster === undefined) return skip("There is no Citus.");
  url = await cluster.createDatabase(`spread_${++databases}`);
  await run("migrate");
});

const run = (word: string) => runCommandLine([notificationsModule], [word], testEnvironment(url));

const counts = () =>
  querySql(
    url,
    `select (select count(*)::int from notifications.notifications) as notifications, (select count(*)::int from notifications.recipients) as recipients,
       (select count(*)::int from notifications.read_marks) as marks`,
  );

async function fill(keys: number): Promise<void> {
  await querySql(
    url,
    `insert into notifications.recipients (api_key_id, organization_id, user_id, document_id, created_at_ms, notification_ref, stored_bytes)
       select 'pk_' || k, 'acme', 'u' || n, 'd', n, n, 1 from generate_series(1, ${keys}) k, generate_series(1, 20) n`,
  );
}

test("rows are spread while the installation has some, once or again, and come back", async () => {
  {
    await using service = await startService({ PARLEY_DATABASE_URL: url });
    const scene = new Scene(service, "pk_spread");
    for (const id of ["a", "b", "c"]) await scene.add(id, { notifyUsers: [{ userId: "bob" }] });
  }
  const before = await counts();

  expect(await run("distribute")).toBe("Spread by API key in notifications: notifications, recipients, read_marks.");
  expect(await run("distribute")).toBe("The rows of notifications are spread already.");
  expect(await counts()).toEqual(before);
  {
    await using service = await startService({ PARLEY_DATABASE_URL: url });
    const scene = new Scene(service, "pk_spread");
    await scene.add("d", { notifyUsers: [{ userId: "bob" }] });
    const { notifications } = await service.notifications.getNotifications({ ...scene.place, userId: "bob" });
    expect(notifications.map(({ notificationId }) => notificationId)).toEqual(["d", "c", "b", "a"]);
  }
  expect(await run("gather")).toBe("Brought back to one server in notifications: read_marks, recipients, notifications.");
  expect(await run("gather")).toBe("The rows of notifications are on one server.");
  {
    await using service = await startService({ PARLEY_DATABASE_URL: url });
    const scene = new Scene(service, "pk_spread");
    const { notifications } = await service.notifications.getNotifications({ ...scene.place, userId: "bob" });
    expect(notifications).toHaveLength(4);
  }
});

test("the server that services are connected to keeps no row of a spread table", async () => {
  await fill(100);

  await run("distribute");

  const [kept] = await querySql<{ bytes: number }>(url, "select pg_catalog.pg_relation_size('notifications.recipients')::int as bytes");
  expect(kept).toEqual({ bytes: 0 });
});

test("rows that come back are followed by numbers that were never given", async () => {
  await using service = await startService({ PARLEY_DATABASE_URL: url });
  const scene = new Scene(service, "pk_numbers");
  const highest = async () => {
    const [row] = await querySql<{ ref: number }>(url, "select max(notification_ref)::int as ref from notifications.notifications");
    return row?.ref ?? 0;
  };
  for (const id of ["a", "b"]) await scene.add(id, { notifyUsers: [{ userId: "bob" }] });
  await run("distribute");
  const deleted = await highest();
  await querySql(url, `delete from notifications.notifications where notification_ref = ${deleted}`);

  await run("gather");
  await scene.add("c", { notifyUsers: [{ userId: "bob" }] });

  expect(await highest()).toBeGreaterThan(deleted);
});

test("a table that a new version spreads follows those that are spread", async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await distribute(client, { schema: "notifications", tables: ["notifications", "recipients"] });

  await run("migrate");

  expect(await run("distribute")).toBe("Spread by API key in notifications: read_marks.");
});

test("a command that is killed leaves all rows where they were, and the next one spreads them", async () => {
  await fill(1_000);
  // Holds up the last table: the others are copied by then.
  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query("begin; lock table notifications.read_marks in row exclusive mode");
  const before = await counts();

  const killed = run("distribute");
  const ended = expect(killed).rejects.toThrow();
  await until(async () => {
    const [row] = await querySql<{ ended: boolean }>(
      url,
      `select pg_terminate_backend(pid) as ended from pg_stat_activity where application_name = 'parley-spread' and wait_event_type = 'Lock'`,
    );
    return row?.ended;
  });
  await ended;
  await blocker.query("rollback");

  expect(await querySql(url, "select logicalrelid::text from pg_dist_partition where partmethod = 'h'")).toEqual([]);
  expect(await counts()).toEqual(before);
  expect(await run("distribute")).toContain("Spread by API key");
  expect(await counts()).toEqual(before);
});

test("all rows of a key are on one server, and of 1,000 keys each of two servers has 40 to 60 percent", async () => {
  await run("distribute");
  await fill(1_000);

  const servers = await querySql<{ port: number; rows: number }>(
    url,
    `select nodeport as port, sum(result::int)::int as rows from run_command_on_shards('notifications.recipients', 'select count(*) from %s')
       join pg_dist_shard_placement using (shardid) group by 1`,
  );
  const keys = await querySql<{ servers: number }>(
    url,
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
  await run("distribute");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const asked = new Map<string, number>();

  for (const statement of statementsOf("notifications")) asked.set(statement.name, await serversAsked(client, statement));

  expect(asked.size).toBeGreaterThan(100);
  expect([...asked].filter(([, servers]) => servers > 1)).toEqual([]);
  expect([...asked.values()].filter((servers) => servers === 1).length).toBeGreaterThan(20);
});

test("a key is moved to another server while it is used: no request fails, and nothing is lost", async () => {
  await run("distribute");
  await using service = await startService({ PARLEY_DATABASE_URL: url });
  const scene = new Scene(service, "pk_moved");
  const added: string[] = [];
  let goesOn = true;
  const writers = Array.from({ length: 2 }, async (_, writer) => {
    for (let count = 0; goesOn; count++) {
      const id = `n${writer}-${count}`;
      await scene.add(id, { notifyUsers: [{ userId: "bob" }] });
      added.push(id);
    }
  });
  const grown = (more: number) => {
    const from = added.length;
    return until(() => added.length >= from + more || undefined);
  };
  await grown(20);

  await querySql(
    url,
    `select citus_move_shard_placement(p.shardid, p.nodename, p.nodeport, other.nodename, other.nodeport)
     from pg_dist_shard_placement p join pg_dist_node other on other.groupid <> 0 and other.nodeport <> p.nodeport
     where p.shardid = get_shard_id_for_distribution_column('notifications.notifications', 'pk_moved')`,
  );
  await grown(20);
  goesOn = false;
  await Promise.all(writers);

  const stored = await querySql<{ id: string }>(
    url,
    "select notification_id as id from notifications.notifications where api_key_id = 'pk_moved' order by 1",
  );
  expect(stored.map(({ id }) => id).sort()).toEqual(added.toSorted());
}, 120_000);

test("what is written to a spread table and beside it is prepared there before it is committed here, in either order", async () => {
  await run("distribute");
  const client = new pg.Client({ connectionString: url });
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
  await run("distribute");
  let next = 0;
  const committed: number[] = [];
  const writers = Array.from({ length: 6 }, async () => {
    const client = new pg.Client({ connectionString: url });
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

  await cluster?.crashCoordinator();
  await Promise.all(writers);
  await until(async () => {
    const waiting = await querySql<{ result: string }>(
      url,
      "select result from run_command_on_workers('select count(*) from pg_prepared_xacts')",
    );
    return waiting.every(({ result }) => result === "0") || undefined;
  }, 60_000);

  const marks = await querySql<{ ref: number }>(url, "select notification_ref::int as ref from notifications.read_marks order by 1");
  const events = await querySql<{ ref: number }>(
    url,
    "select ltrim(replace(event_id::text, '-', ''), '0')::int as ref from notifications.inbox order by 1",
  );
  expect(marks).toEqual(events);
  const kept = new Set(marks.map(({ ref }) => ref));
  expect(committed.filter((ref) => !kept.has(ref))).toEqual([]);
}, 180_000);
