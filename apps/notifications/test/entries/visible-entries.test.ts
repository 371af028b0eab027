import { webhookTriggersTopic } from "@parley/contracts/topics";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { comment, deletion, type EntriesService, entriesOf, newPlace, startEntries } from "./entries-service.ts";

let service: EntriesService;
let keys = 0;
let apiKeyId: string;

beforeAll(async () => {
  service = await startEntries();
});

beforeEach(() => {
  apiKeyId = `pk_visible_${++keys}`;
  newPlace(service, apiKeyId);
});

afterAll(() => service?.stop());

const seenBy = async (userId: string) => (await entriesOf({ ...service, apiKeyId }, userId)).map(({ headline }) => headline);

describe("an entry that the recipient may no longer see", () => {
  const own = { displayHeadlineMessageTemplate: "Own", actionUser: { userId: "alice" }, notifyUsers: [{ userId: "bob" }] };

  beforeEach(async () => {
    await service.handle(comment({ apiKeyId, tags: ["bob"] }));
    await service.notifications.addNotification({ apiKeyId, organizationId: "acme", documentId: "welcome", ...own });
    expect(await seenBy("bob")).toEqual(["Own", "Alice Example mentioned you"]);
  });

  test("is hidden while the user is not a user of the organization, unlike notifications that the customer's server added", async () => {
    const { members } = service.fakes.organization(apiKeyId, "acme");
    members.delete("bob");
    expect(await seenBy("bob")).toEqual(["Own"]);
    const { items } = await service.inbox.readInbox({ apiKeyId, organizationId: "acme", userId: "bob" });
    expect(items.map(({ displayHeadlineMessage }) => displayHeadlineMessage)).toEqual(["Own"]);

    members.add("bob");
    expect(await seenBy("bob")).toHaveLength(2);
  });

  test("is hidden while the document is disabled", async () => {
    service.fakes.organization(apiKeyId, "acme").disabled.add("welcome");

    // An enabled document is cached as such for a few seconds.
    await until(async () => (await seenBy("bob")).length === 1, 10_000);
    expect(await seenBy("bob")).toEqual(["Own"]);
  });

  test("is hidden while the document's state is unknown", async () => {
    service.fakes.directoryIsDown = true;
    try {
      const refusal = until(
        async () =>
          await seenBy("bob").then(
            () => false,
            (error) => error.failure,
          ),
        10_000,
      );
      expect(await refusal).toMatchObject({ kind: "unavailable" });
    } finally {
      service.fakes.directoryIsDown = false;
    }
  });
});

test("an entry sends no separate mail or webhook", async () => {
  await service.handle(comment({ apiKeyId, tags: ["bob"] }));

  const sent = await querySql(
    service.databaseUrl,
    `select from notifications.work where api_key_id = '${apiKeyId}'
     union all select from notifications.emails where api_key_id = '${apiKeyId}'
     union all select from notifications.webhook_deliveries where api_key_id = '${apiKeyId}'
     union all select from notifications.outbox where topic <> '${webhookTriggersTopic.name}'`,
  );
  expect(sent).toEqual([]);
});

test("an entry that was exported and imported again is deleted with its comment", async () => {
  await service.handle(comment({ apiKeyId, tags: ["bob"] }));
  const [entry] = (await service.notifications.getNotifications({ apiKeyId, organizationId: "acme", userId: "bob" })).notifications;
  const { notificationId = "", actionUser = { userId: "" }, notificationSourceDataJson = "" } = entry ?? {};
  await service.notifications.deleteNotifications({ apiKeyId, organizationId: "acme", notificationIds: [notificationId] });
  await service.notifications.addNotification({
    apiKeyId,
    organizationId: "acme",
    documentId: "welcome",
    notificationId,
    actionUser,
    notificationSourceDataJson,
    displayHeadlineMessageTemplate: "Imported",
    notifyUsers: [{ userId: "bob" }],
  });
  expect(await seenBy("bob")).toEqual(["Imported"]);

  await service.handle(deletion(apiKeyId, "c1"));

  expect(await seenBy("bob")).toEqual([]);
});

test("beyond the API key's quota of notifications comments add no entries, and none wait for the quota", async () => {
  await using small = await startEntries({ PARLEY_NOTIFICATIONS_MAX_NOTIFICATIONS_PER_KEY: "1" });
  newPlace(small, apiKeyId);
  newPlace(small, "pk_roomy");
  const seen = async (userId: string) => (await entriesOf({ ...small, apiKeyId }, userId)).map((entry) => entry.comment);
  await small.send(comment({ apiKeyId, commentId: "c1", tags: ["bob"] }));
  await until(async () => (await seen("bob")).length === 1);

  await small.send(comment({ apiKeyId, commentId: "c2", tags: ["bob"] }));
  await until(async () => (await querySql(small.databaseUrl, "select from trigger_sender.outbox")).length === 0);
  await small.handle(comment({ apiKeyId: "pk_roomy", notifiesInboxes: false }));

  expect(await seen("bob")).toEqual(["c1"]);
  expect(await querySql(small.databaseUrl, "select from notifications.dead_letters")).toEqual([]);
});
