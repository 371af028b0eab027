import { NotificationLevel } from "@parley/contracts/notifications";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scene, type Service, startService } from "./service.ts";

const { ALL, MINE, NONE, UNSPECIFIED } = NotificationLevel;

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

function wordsOf({
  configs,
}: {
  configs: readonly { documentId: string; inbox: NotificationLevel; email: NotificationLevel }[];
}): string[] {
  return configs.map(({ documentId, inbox, email }) => `${documentId}: ${NotificationLevel[inbox]} ${NotificationLevel[email]}`);
}

async function get(scene: Scene, documentIds: string[], userId = "bob"): Promise<string[]> {
  return wordsOf(
    await service.notifications.getNotificationConfig({
      ...scene.place,
      userId,
      documentIds,
      getOrganizationConfig: documentIds.length === 0,
    }),
  );
}

async function set(
  scene: Scene,
  documentIds: string[],
  inbox: NotificationLevel | undefined,
  email?: NotificationLevel,
): Promise<string[]> {
  return wordsOf(
    await service.notifications.setNotificationConfig({
      ...scene.place,
      userId: "bob",
      documentIds,
      setOrganizationConfig: documentIds.length === 0,
      ...(inbox === undefined ? {} : { inbox: { level: inbox } }),
      ...(email === undefined ? {} : { email: { level: email } }),
    }),
  );
}

test("an unset value is ALL, also for unknown users, documents and organizations", async () => {
  const scene = new Scene(service, "pk_default");

  expect(await get(scene, ["welcome", "unknown"], "nobody")).toEqual(["welcome: ALL ALL", "unknown: ALL ALL"]);
  expect(await get(scene, [])).toEqual([": ALL ALL"]);
});

test("documents are returned in the requested order, a repeated one once", async () => {
  const scene = new Scene(service, "pk_order");
  await set(scene, ["roadmap"], NONE);

  expect(await get(scene, ["z", "roadmap", "a", "roadmap", "welcome"])).toEqual([
    "z: ALL ALL",
    "roadmap: NONE ALL",
    "a: ALL ALL",
    "welcome: ALL ALL",
  ]);
});

test("each channel's value is the document's, else the organization's", async () => {
  const scene = new Scene(service, "pk_fallback");

  expect(await set(scene, [], MINE, NONE)).toEqual([": MINE NONE"]);
  expect(await set(scene, ["roadmap"], ALL)).toEqual(["roadmap: ALL NONE"]);
  expect(await get(scene, ["welcome", "roadmap"])).toEqual(["welcome: MINE NONE", "roadmap: ALL NONE"]);
  expect(await set(scene, [], undefined, ALL)).toEqual([": MINE ALL"]);
  expect(await get(scene, ["welcome", "roadmap"])).toEqual(["welcome: MINE ALL", "roadmap: ALL ALL"]);
});

test("a value that is removed falls back to the next wider level", async () => {
  const scene = new Scene(service, "pk_removed");
  await set(scene, [], NONE, NONE);
  await set(scene, ["roadmap", "welcome"], ALL, ALL);

  expect(await set(scene, ["roadmap"], UNSPECIFIED)).toEqual(["roadmap: NONE ALL"]);
  expect(await set(scene, [], UNSPECIFIED, UNSPECIFIED)).toEqual([": ALL ALL"]);
  expect(await get(scene, ["roadmap", "welcome"])).toEqual(["roadmap: ALL ALL", "welcome: ALL ALL"]);
});

test("a user's setting does not affect other users or keys", async () => {
  const scene = new Scene(service, "pk_own");
  const other = new Scene(service, "pk_other");
  await set(scene, ["roadmap"], NONE, NONE);

  expect(await get(scene, ["roadmap"], "carol")).toEqual(["roadmap: ALL ALL"]);
  expect(await get(scene, ["roadmap"], "BOB")).toEqual(["roadmap: ALL ALL"]);
  expect(await get(other, ["roadmap"])).toEqual(["roadmap: ALL ALL"]);
});

test("nothing is set when the organization or one of the documents does not exist", async () => {
  const scene = new Scene(service, "pk_missing");
  const elsewhere = { ...scene.place, organizationId: "none", userId: "bob", setOrganizationConfig: true, inbox: { level: NONE } };

  await expect(set(scene, ["roadmap", "gone"], NONE)).rejects.toMatchObject({
    failure: { kind: "not_found", message: expect.stringContaining("gone") },
  });
  await expect(service.notifications.setNotificationConfig(elsewhere)).rejects.toMatchObject({ failure: { kind: "not_found" } });

  expect(await get(scene, ["roadmap"])).toEqual(["roadmap: ALL ALL"]);
});

test("ambiguous requests are refused", async () => {
  const scene = new Scene(service, "pk_refused");
  const user = { ...scene.place, userId: "bob" };
  const refused = async (call: Promise<unknown>) => {
    const { failure } = await call.then(
      () => expect.fail("It was not refused."),
      (error) => error,
    );
    return failure.violations.map(({ field }: { field: string }) => field);
  };

  expect(await refused(service.notifications.setNotificationConfig({ ...user, inbox: { level: ALL } }))).toEqual(["document_ids"]);
  expect(await refused(service.notifications.setNotificationConfig({ ...user, setOrganizationConfig: true }))).toEqual(["inbox"]);
  const both = { ...user, setOrganizationConfig: true, documentIds: ["roadmap"], inbox: { level: ALL } };
  expect(await refused(service.notifications.setNotificationConfig(both))).toEqual(["document_ids"]);
  const unknown = { ...user, setOrganizationConfig: true, inbox: { level: 9 as NotificationLevel } };
  expect(await refused(service.notifications.setNotificationConfig(unknown))).toEqual(["inbox.level"]);
});
