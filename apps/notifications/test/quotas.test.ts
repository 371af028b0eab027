import { NotificationLevel } from "@parley/contracts/notifications";
import { newId } from "@parley/kernel";
import { type QuotaCases, quotaOverrides, testQuotas } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notificationsModule } from "../src/module.ts";
import { Scene, type Service, startService } from "./service.ts";

let service: Service;
const scenes = new Map<string, Scene>();

const sceneOf = (apiKeyId: string): Scene => {
  const scene = scenes.get(apiKeyId);
  if (scene === undefined) throw new Error(`There is no scene of ${apiKeyId}.`);
  return scene;
};

const done = (ids: readonly string[]) => ids.map((id) => ({ id, success: true, code: "", message: "" }));

async function addNotifications(apiKeyId: string, ids: readonly string[]) {
  for (const id of ids) await sceneOf(apiKeyId).add(id);
  return done(ids);
}

const setConfigs = (apiKeyId: string, userIds: readonly string[], documentIds: readonly string[] = []) =>
  service.notifications.setNotificationConfig({
    ...sceneOf(apiKeyId).place,
    userId: userIds[0] ?? "",
    userIds: userIds.slice(1),
    documentIds: [...documentIds],
    setOrganizationConfig: documentIds.length === 0,
    inbox: { level: NotificationLevel.NONE },
  });

const mark = (apiKeyId: string, notificationIds: readonly string[], isRead = true, userId = "bob") =>
  service.notifications.updateNotifications({ ...sceneOf(apiKeyId).place, userId, notificationIds: [...notificationIds], isRead });

const cases: QuotaCases = {
  PARLEY_NOTIFICATIONS_MAX_NOTIFICATIONS_PER_KEY: {
    thing: "notification",
    most: 4,
    ids: ["a", "b", "c", "d", "e"],
    add: addNotifications,
  },
  PARLEY_NOTIFICATIONS_MAX_READ_MARKS_PER_KEY: {
    thing: "read mark",
    most: 2,
    ids: ["a", "b", "c"],
    before: (apiKeyId) => addNotifications(apiKeyId, ["a", "b", "c"]),
    add: async (apiKeyId, ids) => (await mark(apiKeyId, ids)).results,
  },
  PARLEY_NOTIFICATIONS_MAX_CONFIGS_PER_KEY: {
    thing: "notification config",
    most: 3,
    ids: ["alice", "bob", "carol", "dave"],
    add: async (apiKeyId, ids) => {
      await setConfigs(apiKeyId, ids);
      return done(ids);
    },
  },
};

beforeAll(async () => {
  service = await startService(quotaOverrides(cases));
});

afterAll(() => service?.stop());

async function newKey(): Promise<string> {
  const apiKeyId = newId("pk_test");
  scenes.set(apiKeyId, new Scene(service, apiKeyId));
  return apiKeyId;
}

testQuotas(notificationsModule, cases, newKey);

const codesOf = (results: readonly { id: string; success: boolean; code: string }[]) =>
  Object.fromEntries(results.map(({ id, success, code }) => [id, success ? "ok" : code]));

test("a notification beyond the quota leaves no document behind", async () => {
  const apiKeyId = await newKey();
  await addNotifications(apiKeyId, ["a", "b", "c", "d"]);

  const adding = sceneOf(apiKeyId).add("e", { documentId: "new", createDocument: true });

  await expect(adding).rejects.toMatchObject({ failure: { kind: "resource_exhausted", reason: "quota_reached" } });
  expect(sceneOf(apiKeyId).organization.documents.has("new")).toBe(false);
});

test("configs of several users and documents are all set or none", async () => {
  const apiKeyId = await newKey();
  await setConfigs(apiKeyId, ["alice"], ["welcome", "roadmap"]);

  await expect(setConfigs(apiKeyId, ["alice", "bob"], ["welcome", "roadmap"])).rejects.toMatchObject({
    failure: { reason: "quota_reached" },
  });

  const bobs = await service.notifications.getNotificationConfig({ ...sceneOf(apiKeyId).place, userId: "bob", documentIds: ["welcome"] });
  expect(bobs.configs).toMatchObject([{ inbox: NotificationLevel.ALL }]);
  await setConfigs(apiKeyId, ["alice"], ["roadmap", "budget"]);
});

test("beyond the quota of marks only unread notifications are refused, and those not addressed to the user are unknown", async () => {
  const apiKeyId = await newKey();
  await addNotifications(apiKeyId, ["a", "b", "c"]);
  await sceneOf(apiKeyId).add("to carol", { notificationId: "d", notifyUsers: [{ userId: "carol" }] });
  await mark(apiKeyId, ["a", "b"]);

  expect(codesOf((await mark(apiKeyId, ["c", "a", "d"])).results)).toEqual({ c: "quota_reached", a: "ok", d: "not_found" });
  expect(codesOf((await mark(apiKeyId, ["a", "c"], false)).results)).toEqual({ a: "ok", c: "ok" });
});

test("marking in the inbox reports the quota too", async () => {
  const apiKeyId = await newKey();
  await addNotifications(apiKeyId, ["a", "b", "c"]);
  await mark(apiKeyId, ["a", "b"]);

  const { results } = await service.inbox.markRead({ ...sceneOf(apiKeyId).place, userId: "bob", notificationIds: ["c"] });

  expect(codesOf(results)).toEqual({ c: "quota_reached" });
});
