import { distribute } from "@parley/database";
import { querySql, until } from "@parley/testing";
import { CitusDatabases } from "@parley/testing/citus";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { notificationsModule } from "../src/module.ts";
import { fillKeys } from "./fill-keys.ts";
import { Scene, startService } from "./service.ts";

const databases = new CitusDatabases(notificationsModule);

const counts = () =>
  querySql(
    databases.url,
    `select (select count(*)::int from notifications.notifications) as notifications, (select count(*)::int from notifications.recipients) as recipients,
       (select count(*)::int from notifications.read_marks) as marks`,
  );

test("rows are spread while the installation has some, once or again, and come back", async () => {
  {
    await using service = await startService({ PARLEY_DATABASE_URL: databases.url });
    const scene = new Scene(service, "pk_spread");
    for (const id of ["a", "b", "c"]) await scene.add(id, { notifyUsers: [{ userId: "bob" }] });
  }
  const before = await counts();

  expect(await databases.run("distribute")).toBe("Spread by API key in notifications: notifications, recipients, read_marks.");
  expect(await databases.run("distribute")).toBe("The rows of notifications are spread already.");
  expect(await counts()).toEqual(before);
  {
    await using service = await startService({ PARLEY_DATABASE_URL: databases.url });
    const scene = new Scene(service, "pk_spread");
    await scene.add("d", { notifyUsers: [{ userId: "bob" }] });
    const { notifications } = await service.notifications.getNotifications({ ...scene.place, userId: "bob" });
    expect(notifications.map(({ notificationId }) => notificationId)).toEqual(["d", "c", "b", "a"]);
  }
  expect(await databases.run("gather")).toBe("Brought back to one server in notifications: read_marks, recipients, notifications.");
  expect(await databases.run("gather")).toBe("The rows of notifications are on one server.");
  {
    await using service = await startService({ PARLEY_DATABASE_URL: databases.url });
    const scene = new Scene(service, "pk_spread");
    const { notifications } = await service.notifications.getNotifications({ ...scene.place, userId: "bob" });
    expect(notifications).toHaveLength(4);
  }
});

test("the server that services are connected to keeps no row of a spread table", async () => {
  await fillKeys(databases.url, 100);

  await databases.run("distribute");

  const [kept] = await querySql<{ bytes: number }>(
    databases.url,
    "select pg_catalog.pg_relation_size('notifications.recipients')::int as bytes",
  );
  expect(kept).toEqual({ bytes: 0 });
});

test("rows that come back are followed by numbers that were never given", async () => {
  await using service = await startService({ PARLEY_DATABASE_URL: databases.url });
  const scene = new Scene(service, "pk_numbers");
  const highest = async () => {
    const [row] = await querySql<{ ref: number }>(
      databases.url,
      "select max(notification_ref)::int as ref from notifications.notifications",
    );
    return row?.ref ?? 0;
  };
  for (const id of ["a", "b"]) await scene.add(id, { notifyUsers: [{ userId: "bob" }] });
  await databases.run("distribute");
  const deleted = await highest();
  await querySql(databases.url, `delete from notifications.notifications where notification_ref = ${deleted}`);

  await databases.run("gather");
  await scene.add("c", { notifyUsers: [{ userId: "bob" }] });

  expect(await highest()).toBeGreaterThan(deleted);
});

test("a table that a new version spreads follows those that are spread", async () => {
  const client = new pg.Client({ connectionString: databases.url });
  await client.connect();
  onTestFinished(() => client.end());
  await distribute(client, { schema: "notifications", tables: ["notifications", "recipients"] });

  await databases.run("migrate");

  expect(await databases.run("distribute")).toBe("Spread by API key in notifications: read_marks.");
});

test("a command that is killed leaves all rows where they were, and the next one spreads them", async () => {
  await fillKeys(databases.url, 1_000);
  // Holds up the last table: the others are copied by then.
  const blocker = new pg.Client({ connectionString: databases.url });
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query("begin; lock table notifications.read_marks in row exclusive mode");
  const before = await counts();

  const killed = databases.run("distribute");
  const ended = expect(killed).rejects.toThrow();
  await until(async () => {
    const [row] = await querySql<{ ended: boolean }>(
      databases.url,
      `select pg_terminate_backend(pid) as ended from pg_stat_activity where application_name = 'parley-spread' and wait_event_type = 'Lock'`,
    );
    return row?.ended;
  });
  await ended;
  await blocker.query("rollback");

  expect(await querySql(databases.url, "select logicalrelid::text from pg_dist_partition where partmethod = 'h'")).toEqual([]);
  expect(await counts()).toEqual(before);
  expect(await databases.run("distribute")).toContain("Spread by API key");
  expect(await counts()).toEqual(before);
});

test("a key is moved to another server while it is used: no request fails, and nothing is lost", async () => {
  await databases.run("distribute");
  await using service = await startService({ PARLEY_DATABASE_URL: databases.url });
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

  await databases.moveKey("notifications.notifications", "pk_moved");
  await grown(20);
  goesOn = false;
  await Promise.all(writers);

  const stored = await querySql<{ id: string }>(
    databases.url,
    "select notification_id as id from notifications.notifications where api_key_id = 'pk_moved' order by 1",
  );
  expect(stored.map(({ id }) => id).sort()).toEqual(added.toSorted());
}, 120_000);
