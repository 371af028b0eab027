import { NotificationLevel } from "@parley/contracts/notifications";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scene, type Service, startService } from "./service.ts";

const { ALL, MINE, NONE } = NotificationLevel;
const bob = { notifyUsers: [{ userId: "bob" }] };

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

/** Notifications by name and to all, in three documents; the newest comes last. */
async function sixNotifications(apiKeyId: string): Promise<Scene> {
  const scene = new Scene(service, apiKeyId);
  await scene.add("all-welcome");
  await scene.add("bob-welcome", bob);
  await scene.add("all-roadmap", { documentId: "roadmap" });
  await scene.add("bob-roadmap", { documentId: "roadmap", ...bob });
  await scene.add("carol-roadmap", { documentId: "roadmap", notifyUsers: [{ userId: "carol" }] });
  await scene.add("all-and-bob-budget", { documentId: "budget", notifyAll: true, ...bob });
  return scene;
}

function set(scene: Scene, documentIds: string[], inbox: NotificationLevel, userId = "bob") {
  return service.notifications.setNotificationConfig({
    ...scene.place,
    userId,
    documentIds,
    setOrganizationConfig: documentIds.length === 0,
    inbox: { level: inbox },
  });
}

const everything = ["all-and-bob-budget", "bob-roadmap", "all-roadmap", "bob-welcome", "all-welcome"];

test("an inbox has notifications addressed to the user and to all, newest first, each once", async () => {
  const scene = await sixNotifications("pk_merge");

  expect(await scene.inboxOf("bob")).toEqual(everything);
  expect(await scene.inboxOf("carol")).toEqual(["all-and-bob-budget", "carol-roadmap", "all-roadmap", "all-welcome"]);
  expect(await scene.inboxOf("alice")).toEqual(["all-and-bob-budget", "all-roadmap", "all-welcome"]);
});

test.each([1, 2, 3, 5, 6])("pages of %i have the same notifications as one page", async (pageSize) => {
  const scene = await sixNotifications(`pk_pages_${pageSize}`);

  expect(await scene.inboxOf("bob", { pageSize })).toEqual(everything);
});

test("the inbox of one document has only its notifications", async () => {
  const scene = await sixNotifications("pk_document");

  expect(await scene.inboxOf("bob", { documentId: "roadmap" })).toEqual(["bob-roadmap", "all-roadmap"]);
  expect(await scene.inboxOf("bob", { documentId: "roadmap", pageSize: 1 })).toEqual(["bob-roadmap", "all-roadmap"]);
  expect(await scene.inboxOf("bob", { documentId: "nothing" })).toEqual([]);
});

test("a notification to all is seen by everyone who is a user of the organization at the time of reading", async () => {
  const scene = await sixNotifications("pk_members");
  const { members } = scene.organization;

  const before = await scene.inboxOf("dora");
  members.add("dora");
  const asMember = await scene.inboxOf("dora");
  members.delete("bob");
  const named = await scene.inboxOf("bob");

  expect(before).toEqual([]);
  expect(asMember).toEqual(["all-and-bob-budget", "all-roadmap", "all-welcome"]);
  expect(named).toEqual(["all-and-bob-budget", "bob-roadmap", "bob-welcome"]);
});

test("membership is looked up once per request, however long the page", async () => {
  const scene = new Scene(service, "pk_once");
  for (let index = 0; index < 30; index++) await scene.add(`n${index}`);
  const before = service.fakes.resolved;

  await service.notifications.getNotifications({ ...scene.place, userId: "bob" });

  expect(service.fakes.resolved - before).toBe(1);
});

test("NONE hides everything, MINE hides notifications to all", async () => {
  const scene = await sixNotifications("pk_levels");

  await set(scene, [], NONE);
  expect(await scene.inboxOf("bob")).toEqual([]);
  await set(scene, [], MINE);
  expect(await scene.inboxOf("bob")).toEqual(["all-and-bob-budget", "bob-roadmap", "bob-welcome"]);
  await set(scene, [], ALL);
  expect(await scene.inboxOf("bob")).toEqual(everything);
  expect(await scene.inboxOf("carol")).toHaveLength(4);
});

test("a document's setting takes precedence over the organization's", async () => {
  const scene = await sixNotifications("pk_documents");

  await set(scene, ["roadmap"], NONE);
  expect(await scene.inboxOf("bob")).toEqual(["all-and-bob-budget", "bob-welcome", "all-welcome"]);
  expect(await scene.inboxOf("bob", { documentId: "roadmap" })).toEqual([]);

  await set(scene, [], NONE);
  await set(scene, ["roadmap"], MINE);
  await set(scene, ["welcome"], ALL);
  expect(await scene.inboxOf("bob")).toEqual(["bob-roadmap", "bob-welcome", "all-welcome"]);
  expect(await scene.inboxOf("bob", { documentId: "roadmap" })).toEqual(["bob-roadmap"]);
  expect(await scene.inboxOf("bob", { documentId: "welcome" })).toEqual(["bob-welcome", "all-welcome"]);
  expect(await scene.inboxOf("bob", { documentId: "budget" })).toEqual([]);
});

test("a run of hidden notifications shortens pages and loses none", async () => {
  const scene = new Scene(service, "pk_hidden");
  await scene.add("first");
  for (let index = 0; index < 60; index++) await scene.add(`hidden-${index}`, { documentId: "budget" });
  await scene.add("last");
  await set(scene, ["budget"], NONE);

  expect(await scene.inboxOf("bob", { pageSize: 1 })).toEqual(["last", "first"]);
});

test("the headline is rendered for the reader", async () => {
  const scene = new Scene(service, "pk_render");
  service.fakes.profiles.set("carol", { name: "Carol C." });
  await scene.add("hi", {
    displayHeadlineMessageTemplate: "{actionUser} greets {recipientUser}",
    notifyAll: true,
    notifyUsers: [{ userId: "bob", name: "Bobby" }],
  });

  const headlineFor = async (user: { userId?: string; documentId?: string }) =>
    (await service.notifications.getNotifications({ ...scene.place, ...user })).notifications[0]?.displayHeadlineMessage;

  expect(await headlineFor({ userId: "bob" })).toBe("alice greets Bobby");
  expect(await headlineFor({ userId: "carol" })).toBe("alice greets Carol C.");
  expect(await headlineFor({ userId: "alice" })).toBe("alice greets alice");
  expect(await headlineFor({ documentId: "welcome" })).toBe("alice greets {recipientUser}");
});

test("a notification is read by one user and stays unread for others", async () => {
  const scene = await sixNotifications("pk_read");
  const readOf = async (userId: string) => {
    const { notifications } = await service.notifications.getNotifications({ ...scene.place, userId });
    return notifications.filter(({ readAtMs }) => readAtMs !== undefined).map(({ notificationId }) => notificationId);
  };
  const update = (userId: string, notificationIds: string[], isRead: boolean) =>
    service.notifications.updateNotifications({ ...scene.place, userId, notificationIds, isRead });

  const { results } = await update("bob", ["all-welcome", "carol-roadmap", "bob-roadmap", "none", "all-welcome"], true);
  expect(results.map(({ id, success, code }) => [id, success, code])).toEqual([
    ["all-welcome", true, ""],
    ["carol-roadmap", false, "not_found"],
    ["bob-roadmap", true, ""],
    ["none", false, "not_found"],
  ]);
  expect(await readOf("bob")).toEqual(["bob-roadmap", "all-welcome"]);
  expect(await readOf("carol")).toEqual([]);

  await update("carol", ["all-welcome"], true);
  await update("bob", ["all-welcome", "bob-welcome"], false);
  expect(await readOf("bob")).toEqual(["bob-roadmap"]);
  expect(await readOf("carol")).toEqual(["all-welcome"]);
});

test("reading again keeps the time of the first reading", async () => {
  const scene = await sixNotifications("pk_again");
  const read = () =>
    service.notifications.updateNotifications({ ...scene.place, userId: "bob", notificationIds: ["all-welcome"], isRead: true });
  const readAt = async () =>
    (await service.notifications.getNotifications({ ...scene.place, userId: "bob", documentId: "welcome" })).notifications.at(-1)?.readAtMs;
  await read();
  const first = await readAt();

  await read();

  expect(first).toBeGreaterThan(0n);
  expect(await readAt()).toBe(first);
});

test("a user outside the organization cannot mark notifications to all", async () => {
  const scene = await sixNotifications("pk_stranger");

  const { results } = await service.notifications.updateNotifications({
    ...scene.place,
    userId: "dora",
    notificationIds: ["all-welcome"],
    isRead: true,
  });

  expect(results).toMatchObject([{ success: false, code: "not_found" }]);
});

test("the notifications of a document are all of them, whoever they address", async () => {
  const scene = await sixNotifications("pk_of_document");

  const first = await service.notifications.getNotifications({ ...scene.place, documentId: "roadmap", pageSize: 2 });
  const second = await service.notifications.getNotifications({
    ...scene.place,
    documentId: "roadmap",
    pageSize: 2,
    pageToken: first.nextPageToken,
  });

  expect([...first.notifications, ...second.notifications].map(({ notificationId }) => notificationId)).toEqual([
    "carol-roadmap",
    "bob-roadmap",
    "all-roadmap",
  ]);
  expect(second.nextPageToken).toBe("");
});

test("very large notifications shorten pages, and each is returned", async () => {
  const scene = new Scene(service, "pk_large");
  const notificationSourceDataJson = JSON.stringify({ text: "ä".repeat(240_000) });
  for (let index = 0; index < 25; index++) await scene.add(`large-${index}`, { notificationSourceDataJson });

  const { notifications, nextPageToken } = await service.notifications.getNotifications({ ...scene.place, userId: "bob" });

  expect(notifications.length).toBeLessThan(10);
  expect(nextPageToken).not.toBe("");
  expect(await scene.inboxOf("bob")).toEqual(Array.from({ length: 25 }, (_, index) => `large-${24 - index}`));
});

test("a request with neither user nor document, or with an invalid page, is refused", async () => {
  const scene = new Scene(service, "pk_refused");
  const get = (more: object) => service.notifications.getNotifications({ ...scene.place, ...more }).catch((error) => error.failure);

  expect(await get({})).toMatchObject({ kind: "invalid_argument", violations: [{ field: "user_id" }] });
  expect(await get({ userId: "bob", pageToken: "nonsense" })).toMatchObject({ violations: [{ field: "page_token" }] });
  expect(await get({ userId: "bob", pageSize: 1_001 })).toMatchObject({ violations: [{ field: "page_size" }] });
  expect(await get({ userId: "bob", pageSize: -1 })).toMatchObject({ violations: [{ field: "page_size" }] });
});

test("another key sees and changes nothing", async () => {
  const scene = await sixNotifications("pk_mine");
  const other = new Scene(service, "pk_theirs");

  expect(await other.inboxOf("bob")).toEqual([]);
  const ids = { ...other.place, notificationIds: ["all-welcome", "bob-welcome"] };
  const results = [
    ...(await service.notifications.updateNotifications({ ...ids, userId: "bob", isRead: true })).results,
    ...(await service.notifications.deleteNotifications(ids)).results,
  ];

  expect(results.map(({ code }) => code)).toEqual(["not_found", "not_found", "not_found", "not_found"]);
  expect(await scene.inboxOf("bob")).toEqual(everything);
});
