import { querySql } from "@parley/testing";
import { CitusDatabases } from "@parley/testing/citus";
import { expect, onTestFinished, test } from "vitest";
import { notificationsModule } from "../src/module.ts";
import { Scene, startService } from "./service.ts";

const databases = new CitusDatabases(notificationsModule);

test("while a server is away, notifications of keys on another are read, marked and added, and what needs the server fails as unavailable", async () => {
  await databases.run("distribute");
  const placed = await querySql<{ id: string; port: number }>(
    databases.url,
    `select distinct on (p.nodeport) k.id, p.nodeport as port from (select 'pk_apart_' || n as id from generate_series(1, 100) n) k
     join pg_dist_shard_placement p on p.shardid = get_shard_id_for_distribution_column('notifications.notifications', k.id)`,
  );
  const service = await startService({ PARLEY_DATABASE_URL: databases.url });
  onTestFinished(() => service[Symbol.asyncDispose]());
  const scenes = placed.map(({ id }) => new Scene(service, id));
  for (const scene of scenes) for (const id of ["a", "b"]) await scene.add(id);
  expect(scenes).toHaveLength(2);
  const [near, far] = scenes;
  const notificationIds = ["a", "b"];

  await databases.cluster.stopWorker(placed[1]?.port ?? 0);

  const { results } = await service.inbox.markRead({ ...near?.place, userId: "bob", notificationIds });
  expect(results.map(({ success }) => success)).toEqual([true, true]);
  const { notifications } = await service.notifications.getNotifications({ ...near?.place, userId: "bob" });
  expect(notifications.map(({ notificationId, readAtMs }) => [notificationId, readAtMs !== undefined])).toEqual([
    ["b", true],
    ["a", true],
  ]);

  await near?.add("c", { notifyUsers: [{ userId: "bob" }] });
  expect(await near?.inboxOf("bob")).toEqual(["c", "b", "a"]);

  const unavailable = { failure: { kind: "unavailable" } };
  await expect(service.inbox.markRead({ ...far?.place, userId: "bob", notificationIds })).rejects.toMatchObject(unavailable);
  await expect(far?.add("c")).rejects.toMatchObject(unavailable);
}, 120_000);
