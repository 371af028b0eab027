import { NotificationLevel } from "@parley/contracts/notifications";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scene, type Service, startService } from "./service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

/** Reads all pages; `between` runs after each. */
async function walk(
  scene: Scene,
  userId: string,
  pageSize: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = [];
  let pageToken = "";
  do {
    const page = await service.notifications.listUserNotifications({ ...scene.place, userId, pageSize, pageToken });
    ids.push(...page.items.map(({ id }) => id));
    pageToken = page.nextPageToken;
    await between();
  } while (pageToken !== "");
  return ids;
}

test("a user's notifications are those they caused or received, oldest first, each once, including hidden ones", async () => {
  const scene = new Scene(service, "pk_all");
  await scene.add("received-by-all");
  await scene.add("received-by-name", { notifyUsers: [{ userId: "bob" }] });
  await scene.add("of-others", { notifyUsers: [{ userId: "carol" }] });
  await scene.add("caused", { actionUser: { userId: "bob" }, notifyUsers: [{ userId: "carol" }] });
  await scene.add("all-at-once", { actionUser: { userId: "bob" }, notifyAll: true, notifyUsers: [{ userId: "bob" }] });
  await service.notifications.setNotificationConfig({
    ...scene.place,
    userId: "bob",
    setOrganizationConfig: true,
    inbox: { level: NotificationLevel.NONE },
  });

  const expected = ["received-by-all", "received-by-name", "caused", "all-at-once"];
  for (const pageSize of [1, 2, 3, 100]) expect(await walk(scene, "bob", pageSize)).toEqual(expected);
  expect(await walk(scene, "nobody", 10)).toEqual([]);
});

test("an item has the user's own notification and nothing about other recipients", async () => {
  const scene = new Scene(service, "pk_item");
  await scene.add("told", {
    displayHeadlineMessageTemplate: "{recipientUser}: {what}",
    displayHeadlineMessageTemplateDataJson: '{"what":"<news>"}',
    notifyUsers: [
      { userId: "bob", name: "Bob" },
      { userId: "carol", email: "carol@secret.example" },
    ],
  });
  await service.notifications.updateNotifications({ ...scene.place, userId: "bob", notificationIds: ["told"], isRead: true });

  const { items } = await service.notifications.listUserNotifications({ ...scene.place, userId: "bob" });

  const [item] = items;
  expect(item).toMatchObject({ id: "told", createdAtMs: expect.any(BigInt) });
  expect(JSON.parse(item?.dataJson ?? "")).toEqual({
    id: "told",
    notificationId: "told",
    organizationId: "acme",
    documentId: "welcome",
    metadata: { organizationId: "acme", documentId: "welcome" },
    actionUser: { userId: "alice" },
    displayHeadlineMessageTemplate: "{recipientUser}: {what}",
    displayHeadlineMessageTemplateData: { what: "<news>" },
    displayHeadlineMessage: "Bob: <news>",
    displayBodyMessage: "",
    notifyAll: false,
    notificationSourceData: {},
    timestamp: Number(item?.createdAtMs),
    isRead: true,
    readAt: expect.any(Number),
  });
});

test("every notification existing at the start is returned exactly once while others are added", async () => {
  const scene = new Scene(service, "pk_walk");
  const ids = Array.from({ length: 60 }, (_, index) => `n${index}`);
  await Promise.all(
    ids.map((id, index) => scene.add(id, [{}, { notifyUsers: [{ userId: "bob" }] }, { actionUser: { userId: "bob" } }][index % 3])),
  );
  let writes = 0;

  const seen = await walk(scene, "bob", 7, () =>
    Promise.all(
      [scene.add(`new-${writes++}`), scene.add(`new-${writes++}`, { notifyUsers: [{ userId: "bob" }] })].slice(0, writes < 40 ? 2 : 0),
    ),
  );

  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => id.startsWith("n") && !id.startsWith("new")).sort()).toEqual(ids.toSorted());
});
