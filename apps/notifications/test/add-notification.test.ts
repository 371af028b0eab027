import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scene, type Service, startService } from "./service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

test("a notification is kept as it was given", async () => {
  const scene = new Scene(service, "pk_kept");
  const request = scene.request({
    notificationId: "all_of-it",
    actionUser: { userId: "alice", name: "Alice", email: "alice@acme.example", extraJson: '{"team":["a"]}' },
    displayHeadlineMessageTemplate: "{actionUser} wrote to {recipientUser}: {word}<br>\u0007{{x}}",
    displayHeadlineMessageTemplateDataJson: '{"word":"<b>hi</b>\\u0001","__proto__":"p","n":{"deep":[1,null]}}',
    displayBodyMessage: "<script>{word}</script>",
    notifyUsers: [
      { userId: "bob", name: "Bob" },
      { userId: "dora", email: "dora@x.example" },
    ],
    notificationSourceDataJson: '{"a":{"b":[1,2,{"c":null}]}}',
  });

  const answer = await service.notifications.addNotification(request);
  const { notifications } = await service.notifications.getNotifications({ ...scene.place, userId: "bob" });

  expect(answer).toMatchObject({ notificationId: "all_of-it", added: true });
  const { apiKeyId: _, ...given } = request;
  expect(notifications).toMatchObject([
    {
      ...given,
      actionUser: { userId: "alice", name: "Alice", email: "alice@acme.example", extraJson: '{"team":["a"]}' },
      displayHeadlineMessage: "Alice wrote to Bob: <b>hi</b>\u0001<br>\u0007{x}",
      notifyAll: false,
    },
  ]);
});

test("the same id again changes nothing, not even the places that it would create", async () => {
  const scene = new Scene(service, "pk_repeat");
  await scene.add("once", { displayHeadlineMessageTemplate: "first" });

  const again = await scene.add("once", { displayHeadlineMessageTemplate: "second", documentId: "new-one", createDocument: true });

  expect(again.added).toBe(false);
  expect(scene.organization.documents.has("new-one")).toBe(false);
  const { notifications } = await service.notifications.getNotifications({ ...scene.place, documentId: "welcome" });
  expect(notifications).toMatchObject([{ notificationId: "once", displayHeadlineMessage: "first" }]);
});

test("the id of a notification in a deleted document may be reused, also before the removal has reached it", async () => {
  const scene = new Scene(service, "pk_again");
  await scene.add("again", { displayHeadlineMessageTemplate: "old", documentId: "gone", createDocument: true });
  service.fakes.removedUntil.set("gone", Date.now());

  const again = await scene.add("again", { displayHeadlineMessageTemplate: "new", notifyUsers: [{ userId: "bob" }] });

  expect(again.added).toBe(true);
  const { notifications } = await service.notifications.getNotifications({ ...scene.place, userId: "bob" });
  expect(notifications).toMatchObject([{ notificationId: "again", displayHeadlineMessage: "new", documentId: "welcome" }]);
});

test("of many simultaneous requests with one id, one adds it", async () => {
  const scene = new Scene(service, "pk_race");

  const answers = await Promise.all(Array.from({ length: 10 }, () => scene.add("race", { notifyUsers: [{ userId: "bob" }] })));

  expect(answers.filter(({ added }) => added)).toHaveLength(1);
  expect(await scene.inboxOf("bob")).toEqual(["race"]);
});

test("the same id in another organization or of another key is another notification", async () => {
  const scene = new Scene(service, "pk_ids");
  const other = new Scene(service, "pk_ids_other");
  service.fakes.organization("pk_ids", "globex").documents.add("welcome");

  const answers = [await scene.add("n"), await scene.add("n", { organizationId: "globex" }), await other.add("n"), await scene.add("N")];

  expect(answers.map(({ added }) => added)).toEqual([true, true, true, true]);
});

test("without an id each request adds its own notification", async () => {
  const scene = new Scene(service, "pk_no_id");

  const first = await service.notifications.addNotification(scene.request({ notifyAll: true }));
  const second = await service.notifications.addNotification(scene.request({ notifyAll: true }));

  expect(first.notificationId).toMatch(/^ntf_[A-Za-z0-9]{22}$/);
  expect(await scene.inboxOf("bob")).toEqual([second.notificationId, first.notificationId]);
});

test("a missing organization or document is not found, and nothing is stored or created", async () => {
  const scene = new Scene(service, "pk_missing");

  await expect(scene.add("a", { documentId: "none" })).rejects.toMatchObject({
    failure: { kind: "not_found", reason: "document_not_found" },
  });
  await expect(scene.add("a", { organizationId: "none" })).rejects.toMatchObject({
    failure: { kind: "not_found", reason: "organization_not_found" },
  });
  await expect(scene.add("a", { organizationId: "none", createOrganization: true })).rejects.toMatchObject({
    failure: { kind: "not_found" },
  });
  await expect(scene.add("a", { organizationId: "none", createDocument: true })).rejects.toMatchObject({ failure: { kind: "not_found" } });

  expect(service.fakes.exists("pk_missing", "none")).toBe(false);
  expect(await querySql(service.databaseUrl, "select 1 from notifications.notifications where api_key_id = 'pk_missing'")).toEqual([]);
});

test("the create flags create what is missing", async () => {
  const scene = new Scene(service, "pk_create");

  await scene.add("a", { documentId: "fresh", createDocument: true });
  await scene.add("b", { organizationId: "new", documentId: "fresh", createOrganization: true, createDocument: true });

  expect(scene.organization.documents.has("fresh")).toBe(true);
  expect(service.fakes.organization("pk_create", "new").documents.has("fresh")).toBe(true);
});

test("all rules that a request breaks are reported at once", async () => {
  const scene = new Scene(service, "pk_rules");
  const failure = await service.notifications
    .addNotification(
      scene.request({
        notificationId: "not/good",
        displayHeadlineMessageTemplate: "{a}".repeat(3_000),
        displayHeadlineMessageTemplateDataJson: '{"a":"xxxxxxxx"}',
      }),
    )
    .catch((error) => error.failure);

  expect(failure.violations.map(({ field }: { field: string }) => field)).toEqual([
    "notification_id",
    "notify_users",
    "display_headline_message_template",
  ]);
});

test.each([
  ["an id with a blank", { notificationId: "a b" }, "notification_id"],
  ["an id of 129 characters", { notificationId: "x".repeat(129) }, "notification_id"],
  ["nobody to notify", { notifyAll: false, notifyUsers: [] }, "notify_users"],
  ["a user without an id", { notifyUsers: [{ userId: "" }] }, "notify_users[0].user_id"],
  ["1,001 users", { notifyUsers: Array.from({ length: 1_001 }, (_, index) => ({ userId: `u${index}` })) }, "notify_users"],
  [
    "users of more than 1 MiB together",
    {
      notifyUsers: Array.from({ length: 1_000 }, (_, index) => ({
        userId: `u${index}`,
        extraJson: JSON.stringify({ x: "x".repeat(1_100) }),
      })),
    },
    "notify_users",
  ],
  ["no acting user", { actionUser: undefined as never }, "action_user"],
  ["no template", { displayHeadlineMessageTemplate: "" }, "display_headline_message_template"],
  ["template data that is a list", { displayHeadlineMessageTemplateDataJson: "[]" }, "display_headline_message_template_data_json"],
  [
    "source data that is too deep",
    { notificationSourceDataJson: `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}` },
    "notification_source_data_json",
  ],
  ["a NUL in a text", { displayBodyMessage: "a\u0000b" }, "display_body_message"],
])("%s is refused", async (_, more, field) => {
  const scene = new Scene(service, "pk_bad");

  const failure = await service.notifications.addNotification(scene.request({ notifyAll: true, ...more })).catch((error) => error.failure);

  expect(failure).toMatchObject({ kind: "invalid_argument", violations: [{ field }] });
});

test("notifying a million users costs one row", async () => {
  const scene = new Scene(service, "pk_one_row");

  await scene.add("to-all");
  await scene.add("to-two", { notifyUsers: [{ userId: "bob" }, { userId: "carol" }, { userId: "bob", name: "Bobby" }] });

  const [rows] = await querySql(
    service.databaseUrl,
    `select (select count(*)::int from notifications.notifications where api_key_id = 'pk_one_row') as notifications,
       (select count(*)::int from notifications.recipients where api_key_id = 'pk_one_row') as recipients`,
  );
  expect(rows).toEqual({ notifications: 2, recipients: 2 });
});
