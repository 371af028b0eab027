import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scene, type Service, startService } from "./service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const tables = ["notifications", "recipients", "read_marks", "deleted_notifications"];

async function rowsOf(apiKeyId: string): Promise<Record<string, number>> {
  const counts = tables.map((table) => `(select count(*)::int from notifications.${table} where api_key_id = $1) as ${table}`);
  const [row] = await querySql<Record<string, number>>(service.databaseUrl, `select ${counts.join(", ")}`, [apiKeyId]);
  return row ?? {};
}

test("a deleted notification is gone for everyone with all that belongs to it", async () => {
  const scene = new Scene(service, "pk_gone");
  await scene.add("named", { notifyUsers: [{ userId: "bob" }, { userId: "carol" }] });
  await scene.add("to-all");
  await service.notifications.updateNotifications({ ...scene.place, userId: "bob", notificationIds: ["named", "to-all"], isRead: true });

  const { results } = await service.notifications.deleteNotifications({
    ...scene.place,
    notificationIds: ["named", "none", "to-all", "named"],
  });

  expect(results.map(({ id, code }) => [id, code])).toEqual([
    ["named", ""],
    ["none", "not_found"],
    ["to-all", ""],
  ]);
  expect(await scene.inboxOf("bob")).toEqual([]);
  expect(await rowsOf("pk_gone")).toEqual({ notifications: 0, recipients: 0, read_marks: 0, deleted_notifications: 0 });
});

test("the id of a deleted notification may be used again, and the new one is unread", async () => {
  const scene = new Scene(service, "pk_reuse");
  await scene.add("again");
  await service.notifications.updateNotifications({ ...scene.place, userId: "bob", notificationIds: ["again"], isRead: true });
  await service.notifications.deleteNotifications({ ...scene.place, notificationIds: ["again"] });

  const { added } = await scene.add("again");

  const { notifications } = await service.notifications.getNotifications({ ...scene.place, userId: "bob" });
  expect(added).toBe(true);
  expect(notifications).toMatchObject([{ notificationId: "again" }]);
  expect(notifications[0]?.readAtMs).toBeUndefined();
});

test("a notification read by very many is gone at once, and its remaining rows are deleted with later deletions", async () => {
  const scene = new Scene(service, "pk_many");
  await scene.add("popular");
  await querySql(
    service.databaseUrl,
    `insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id)
     select api_key_id, organization_id, notification_ref, 'u' || u from notifications.notifications, generate_series(1, 300000) u
     where api_key_id = 'pk_many'`,
  );
  await scene.add("small");

  await service.notifications.deleteNotifications({ ...scene.place, notificationIds: ["popular"] });
  expect(await scene.inboxOf("bob")).toEqual(["small"]);
  for (let deletions = 0; (await rowsOf("pk_many")).deleted_notifications !== 0 && deletions < 10; deletions++) {
    await scene.add("next");
    await service.notifications.deleteNotifications({ ...scene.place, notificationIds: ["next"] });
  }

  expect(await rowsOf("pk_many")).toEqual({ notifications: 1, recipients: 0, read_marks: 0, deleted_notifications: 0 });
});

test("deletions of the same notifications in any order do not block each other", async () => {
  const scene = new Scene(service, "pk_order");
  const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
  for (const id of ids) await scene.add(id, { notifyUsers: [{ userId: "bob" }] });

  const mark = (notificationIds: string[]) =>
    service.notifications.updateNotifications({ ...scene.place, userId: "bob", notificationIds, isRead: true });
  const remove = (notificationIds: string[]) => service.notifications.deleteNotifications({ ...scene.place, notificationIds });
  const answers = await Promise.all([remove(ids), mark(ids.toReversed()), remove(ids.toReversed()), mark(ids)]);

  const deleted = [answers[0], answers[2]].flatMap(({ results }) => results).filter(({ success }) => success);
  expect(deleted.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  expect(await rowsOf("pk_order")).toEqual({ notifications: 0, recipients: 0, read_marks: 0, deleted_notifications: 0 });
});
