import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Scene, type Service, startService } from "./service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

beforeEach(() => {
  service.fakes.directoryIsDown = false;
});

async function sceneWithThree(apiKeyId: string): Promise<Scene> {
  const scene = new Scene(service, apiKeyId);
  await scene.add("in-welcome");
  await scene.add("in-roadmap", {
    documentId: "roadmap",
    notifyUsers: [{ userId: "bob", name: "Bob" }],
    displayHeadlineMessageTemplate: "For {recipientUser}",
  });
  await scene.add("in-budget", { documentId: "budget" });
  return scene;
}

async function read(scene: Scene, documentId = ""): Promise<string[]> {
  return (await service.inbox.readInbox({ ...scene.place, userId: "bob", documentId })).items.map(({ notificationId }) => notificationId);
}

test("users read their inbox and mark notifications as read", async () => {
  const scene = await sceneWithThree("pk_reads");

  const { results } = await service.inbox.markRead({ ...scene.place, userId: "bob", notificationIds: ["in-roadmap", "none"] });
  const { items } = await service.inbox.readInbox({ ...scene.place, userId: "bob" });

  expect(results.map(({ id, code }) => [id, code])).toEqual([
    ["in-roadmap", ""],
    ["none", "not_found"],
  ]);
  expect(items.map(({ notificationId, readAtMs }) => [notificationId, readAtMs !== undefined])).toEqual([
    ["in-budget", false],
    ["in-roadmap", true],
    ["in-welcome", false],
  ]);
  expect(items[1]).toMatchObject({ displayHeadlineMessage: "For Bob", documentId: "roadmap", actionUser: { userId: "alice" } });

  await service.inbox.markUnread({ ...scene.place, userId: "bob", notificationIds: ["in-roadmap"] });
  const [, again] = (await service.inbox.readInbox({ ...scene.place, userId: "bob" })).items;
  expect(again?.readAtMs).toBeUndefined();
});

test("access is refused while the organization is disabled", async () => {
  const scene = await sceneWithThree("pk_organization");
  scene.organization.disabled.add("");
  const refused = { failure: { kind: "permission_denied", reason: "access_disabled" } };
  const marks = { ...scene.place, userId: "bob", notificationIds: ["in-welcome"] };

  await expect(read(scene)).rejects.toMatchObject(refused);
  await expect(read(scene, "welcome")).rejects.toMatchObject(refused);
  await expect(service.inbox.markRead(marks)).rejects.toMatchObject(refused);
  await expect(service.inbox.markUnread(marks)).rejects.toMatchObject(refused);
  expect(await scene.inboxOf("bob")).toHaveLength(3);
});

test("a disabled document is refused, and left out where all documents are read", async () => {
  const scene = await sceneWithThree("pk_disabled_document");
  scene.organization.disabled.add("roadmap");

  await expect(read(scene, "roadmap")).rejects.toMatchObject({ failure: { kind: "permission_denied", reason: "access_disabled" } });
  expect(await read(scene)).toEqual(["in-budget", "in-welcome"]);
  expect(await read(scene, "welcome")).toEqual(["in-welcome"]);
  const { results } = await service.inbox.markRead({ ...scene.place, userId: "bob", notificationIds: ["in-roadmap", "in-welcome"] });
  expect(results.map(({ id, code }) => [id, code])).toEqual([
    ["in-roadmap", "access_disabled"],
    ["in-welcome", ""],
  ]);
});

test("notifications of a deleted document are not shown", async () => {
  const scene = await sceneWithThree("pk_gone_document");
  scene.organization.documents.delete("roadmap");

  await expect(read(scene, "roadmap")).rejects.toMatchObject({ failure: { kind: "not_found" } });
  expect(await read(scene)).toEqual(["in-budget", "in-welcome"]);
  const { results } = await service.inbox.markRead({ ...scene.place, userId: "bob", notificationIds: ["in-roadmap"] });
  expect(results).toMatchObject([{ code: "not_found" }]);
});

test("access is refused while it cannot be checked", async () => {
  const scene = await sceneWithThree("pk_down");
  service.fakes.directoryIsDown = true;

  await expect(read(scene)).rejects.toMatchObject({ failure: { kind: "unavailable" } });
  await expect(service.inbox.markRead({ ...scene.place, userId: "bob", notificationIds: ["in-welcome"] })).rejects.toMatchObject({
    failure: { kind: "unavailable" },
  });
});

test("an outage of the directory is bridged for a few seconds by the cache", async () => {
  const scene = await sceneWithThree("pk_bridged");
  await read(scene);
  service.fakes.directoryIsDown = true;

  expect(await read(scene)).toHaveLength(3);
});

test("all documents of a page are checked in one call, and cached ones not again", async () => {
  const scene = await sceneWithThree("pk_question");
  const before = service.fakes.accessChecks;

  await read(scene);
  const first = service.fakes.accessChecks;
  await read(scene);

  expect(first - before).toBe(2);
  expect(service.fakes.accessChecks).toBe(first);
});

test("the inbox of an organization of another key does not exist", async () => {
  await sceneWithThree("pk_owner");

  await expect(service.inbox.readInbox({ apiKeyId: "pk_stranger", organizationId: "acme", userId: "bob" })).rejects.toMatchObject({
    failure: { kind: "not_found" },
  });
});
