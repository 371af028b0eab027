import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scene, type Service, startService } from "./service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const users = (...userIds: string[]) => userIds.map((userId) => ({ userId }));

test("who is named anew gets the notification, who is not named any more loses it with the mark of having read it", async () => {
  const scene = new Scene(service, "pk_named");
  await scene.add("moved", { notifyUsers: users("alice", "bob") });
  for (const userId of ["alice", "bob"])
    await service.notifications.updateNotifications({ ...scene.place, userId, notificationIds: ["moved"], isRead: true });

  await service.notifications.updateNotifications({
    ...scene.place,
    changes: [{ notificationId: "moved", notifyUsers: { users: users("bob", "carol") } }],
  });

  expect(await Promise.all(["alice", "bob", "carol"].map((userId) => scene.inboxOf(userId)))).toEqual([[], ["moved"], ["moved"]]);
  expect(await querySql(service.databaseUrl, "select user_id from notifications.read_marks where api_key_id = 'pk_named'")).toEqual([
    { user_id: "bob" },
  ]);
});

test("a change of one broken item changes nothing", async () => {
  const scene = new Scene(service, "pk_whole");
  for (const id of ["good", "bad"]) await scene.add(id, { notifyUsers: users("bob") });
  const template = { displayHeadlineMessageTemplate: "{a}".repeat(3_000) };
  const values = { displayHeadlineMessageTemplateDataJson: JSON.stringify({ a: "x".repeat(1_000) }) };

  const changes = [
    { notificationId: "bad", ...template, ...values },
    { notificationId: "good", displayBodyMessage: "New." },
  ];
  await expect(service.notifications.updateNotifications({ ...scene.place, changes })).rejects.toThrow(/at most 20000 characters/);

  const { notifications } = await service.notifications.getNotifications({ ...scene.place, userId: "bob" });
  expect(notifications.map(({ displayBodyMessage }) => displayBodyMessage)).toEqual([undefined, undefined]);
});

test("the size of a page follows a notification that grows", async () => {
  const scene = new Scene(service, "pk_grown");
  await scene.add("grown", { notifyUsers: users("bob") });

  await service.notifications.updateNotifications({
    ...scene.place,
    changes: [{ notificationId: "grown", displayBodyMessage: "x".repeat(50_000) }],
  });

  const [sizes] = await querySql<{ stored: number; copied: number }>(
    service.databaseUrl,
    `select n.stored_bytes as stored, r.stored_bytes as copied from notifications.notifications n
     join notifications.recipients r using (api_key_id, notification_ref) where api_key_id = 'pk_grown'`,
  );
  expect(sizes?.stored).toBeGreaterThan(50_000);
  expect(sizes?.copied).toBe(sizes?.stored);
});

test("lists are narrowed by location and id, in both orders, and page through all", async () => {
  const scene = new Scene(service, "pk_narrow");
  for (const [index, id] of ["a", "b", "c", "d", "e"].entries())
    await scene.add(id, {
      notifyUsers: users("bob"),
      detailsJson: JSON.stringify({ location: { id: index % 2 === 0 ? "hall" : "attic" } }),
    });
  const read = async (more: object) => {
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await service.notifications.getNotifications({ ...scene.place, ...more, pageSize: 2, pageToken });
      seen.push(...page.notifications.map(({ notificationId }) => notificationId));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    return seen.join("");
  };

  for (const of of [{ userId: "bob" }, { documentId: "welcome" }, { userId: "bob", documentId: "welcome" }]) {
    expect(await read({ ...of })).toBe("edcba");
    expect(await read({ ...of, oldestFirst: true })).toBe("abcde");
    expect(await read({ ...of, locationId: "hall" })).toBe("eca");
    expect(await read({ ...of, locationId: "hall", oldestFirst: true })).toBe("ace");
    expect(await read({ ...of, notificationIds: ["b", "a", "c", "unknown"] })).toBe("cba");
    expect(await read({ ...of, notificationIds: ["b", "a", "c"], locationId: "hall", oldestFirst: true })).toBe("ac");
  }
  expect(await read({ userId: "carol", notificationIds: ["a"] })).toBe("");
  expect(await read({ documentId: "roadmap", notificationIds: ["a"] })).toBe("");
});

test("the ids of a list hide what the user's config hides", async () => {
  const scene = new Scene(service, "pk_levels");
  await scene.add("named", { notifyUsers: users("bob") });
  await scene.add("to-all");
  const read = async () =>
    (
      await service.notifications.getNotifications({ ...scene.place, userId: "bob", notificationIds: ["named", "to-all"] })
    ).notifications.map(({ notificationId }) => notificationId);
  const set = (level: number) =>
    service.notifications.setNotificationConfig({ ...scene.place, userId: "bob", documentIds: ["welcome"], inbox: { level } });

  const all = await read();
  await set(2);
  const mine = await read();
  await set(3);

  expect([all, mine, await read()]).toEqual([["to-all", "named"], ["named"], []]);
});

test("a document's notifications are deleted for everyone, those of one user only from this user's inbox", async () => {
  const scene = new Scene(service, "pk_scope");
  await scene.add("shared", { notifyUsers: users("alice", "bob") });
  await scene.add("own", { notifyUsers: users("bob") });
  await scene.add("elsewhere", { notifyUsers: users("bob"), documentId: "roadmap" });
  await scene.add("to-all");

  const ofBob = await service.notifications.deleteNotifications({ ...scene.place, userId: "bob", documentId: "welcome" });
  const toAll = await service.notifications.deleteNotifications({ ...scene.place, userId: "bob", notificationIds: ["to-all"] });
  const inboxes = [await scene.inboxOf("alice"), await scene.inboxOf("bob")];
  const ofDocument = await service.notifications.deleteNotifications({ ...scene.place, documentId: "welcome" });

  expect(ofBob.results.map(({ id, success }) => [id, success])).toEqual([
    ["shared", true],
    ["own", true],
  ]);
  expect(toAll.results).toMatchObject([{ id: "to-all", success: false, code: "failed_precondition" }]);
  expect(inboxes).toEqual([
    ["to-all", "shared"],
    ["to-all", "elsewhere"],
  ]);
  expect(ofDocument.results.map(({ id }) => id)).toEqual(["shared", "to-all"]);
  expect([await scene.inboxOf("alice"), await scene.inboxOf("bob")]).toEqual([[], ["elsewhere"]]);
});

test("nothing is deleted if more than 10,000 notifications match", async () => {
  const scene = new Scene(service, "pk_too-many");
  await querySql(
    service.databaseUrl,
    `insert into notifications.notifications (api_key_id, organization_id, notification_id, document_id, action_user_id, action_user,
       headline_template, template_data, notify_users, notify_all, source_data, stored_bytes)
     select 'pk_too-many', 'acme', 'n' || n, 'welcome', 'alice', '{"userId":"alice"}', 'Hi', '{}', '[]', true, '{}', 100
     from generate_series(1, 10001) n`,
  );

  await expect(service.notifications.deleteNotifications({ ...scene.place, documentId: "welcome" })).rejects.toThrow(/More than 10000/);
  await service.notifications.deleteNotifications({ ...scene.place, notificationIds: ["n1"] });

  expect((await service.notifications.deleteNotifications({ ...scene.place, documentId: "welcome" })).results).toHaveLength(10_000);
});

test("with verified permissions only users of the document are notified, and without any nothing is added", async () => {
  const scene = new Scene(service, "pk_verified");
  const verified = { verifyUserPermissions: true };

  const some = await scene.add("some", { ...verified, notifyUsers: users("bob", "stranger") });
  const none = await scene.add("none", { ...verified, notifyUsers: users("stranger") });

  expect(some).toMatchObject({ added: true, leftOutUserIds: ["stranger"] });
  expect(none).toMatchObject({ added: false, leftOutUserIds: ["stranger"] });
  expect([await scene.inboxOf("bob"), await scene.inboxOf("stranger")]).toEqual([["some"], []]);
});

test("a body is rendered from its template for the reader, and never stored, because erasing a user from its data must change it", async () => {
  const scene = new Scene(service, "pk_body");
  const details = {
    displayBodyMessageTemplate: "{who} asks {recipientUser}",
    displayBodyMessageTemplateData: { who: { userId: "x", name: "X" } },
  };
  await scene.add("asked", { notifyUsers: [{ userId: "bob", name: "Bob" }], detailsJson: JSON.stringify(details) });

  const { notifications } = await service.notifications.getNotifications({ ...scene.place, userId: "bob" });

  expect(notifications.map(({ displayBodyMessage }) => displayBodyMessage)).toEqual(["X asks Bob"]);
  const [row] = await querySql<{ body_message: string | null }>(
    service.databaseUrl,
    "select body_message from notifications.notifications where api_key_id = 'pk_body'",
  );
  expect(row?.body_message).toBeNull();
});
