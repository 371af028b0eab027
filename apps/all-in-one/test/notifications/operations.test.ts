import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Customer } from "../support/customer.ts";
import { add, least, type NotifyingCustomer, startNotifyingCustomer } from "../support/notifying-customer.ts";

let started: NotifyingCustomer;
let customer: Customer;
let inboxOf: NotifyingCustomer["inboxOf"];

beforeAll(async () => {
  started = await startNotifyingCustomer();
  ({ customer, inboxOf } = started);
});

afterAll(() => started?.parley.stop());

describe("Add notification", () => {
  test("responds as specified, also to a repeat, which changes nothing", async () => {
    const data = { ...least, notificationId: "twice_-1", notifyUsers: [{ userId: "bob" }] };

    const first = await customer.post(add, data);
    const second = await customer.post(add, { ...data, displayHeadlineMessageTemplate: "Other" });

    const answer = (message: string) => ({
      result: { status: "success", message: expect.any(String), data: { success: true, message }, notificationId: "twice_-1" },
    });
    expect(first.body).toEqual(answer("The notification twice_-1 was added."));
    expect(second.body).toEqual(answer("There is a notification twice_-1 already; nothing was changed."));
    const [notification] = await customer.data("/v2/notifications/get", { organizationId: "acme", userId: "bob", documentId: "welcome" });
    expect(notification.displayHeadlineMessage).toBe("Hello Name of bob");
  });

  test("a notification is returned as sent", async () => {
    const data = {
      ...least,
      documentId: "roadmap",
      notificationId: "as-sent",
      actionUser: { userId: "alice", name: "Alice", email: "alice@acme.example", color: { hue: [1, null] } },
      displayHeadlineMessageTemplate: "{actionUser}: {{x}} {y} {__proto__} <b>{html}</b>\u0007",
      displayHeadlineMessageTemplateData: JSON.parse(
        '{"html":"<i>\\u0001</i>","__proto__":"own","list":[[]],"actionUser":{"userId":"alice"}}',
      ),
      displayBodyMessage: "<script>alert(1)</script>{html}",
      notifyUsers: [{ userId: "carol", team: "x" }],
      metadata: { mine: [1], documentId: "of another place" },
      context: { access: { team: "x" } },
      notificationSourceData: JSON.parse('{"constructor":{"prototype":1},"__proto__":{"a":1},"n":1.5}'),
    };

    await customer.data(add, data);
    const [notification] = await customer.data("/v2/notifications/get", { organizationId: "acme", documentId: "roadmap" });

    expect(JSON.stringify(notification)).toBe(
      JSON.stringify({
        context: { access: { team: "x" } },
        id: "as-sent",
        notificationId: "as-sent",
        organizationId: "acme",
        documentId: "roadmap",
        metadata: { mine: [1], apiKey: started.workspace.apiKey, organizationId: "acme", documentId: "roadmap" },
        actionUser: data.actionUser,
        displayHeadlineMessageTemplate: data.displayHeadlineMessageTemplate,
        displayHeadlineMessageTemplateData: data.displayHeadlineMessageTemplateData,
        displayHeadlineMessage: "Alice: {x} {y} own <b><i>\u0001</i></b>\u0007",
        displayBodyMessage: data.displayBodyMessage,
        notifyUsers: { carol: true },
        notifyUsersByUserId: { carol: true },
        recipients: data.notifyUsers,
        notifyAll: false,
        notificationSource: "custom",
        notificationSourceData: data.notificationSourceData,
        timestamp: notification.timestamp,
      }),
    );
  });

  test("missing places are created if the flags request it, and NOT_FOUND otherwise", async () => {
    const data = { ...least, notifyAll: true, organizationId: "fresh", documentId: "page" };

    const missing = await customer.post(add, data);
    const half = await customer.post(add, { ...data, createOrganization: true });
    const organizations = await customer.data("/v2/organizations/get", { organizationIds: ["fresh"] });
    const created = await customer.post(add, { ...data, createOrganization: true, createDocument: true });
    const documents = await customer.data("/v2/organizations/documents/get", { organizationId: "fresh" });

    expect(missing.body.error).toMatchObject({ status: "NOT_FOUND", message: "The organization fresh does not exist." });
    expect([half.status, organizations]).toEqual([404, []]);
    expect(created.status).toBe(200);
    expect(documents).toMatchObject([{ documentId: "page" }]);
  });

  test("an empty request gets all missing fields", async () => {
    const { body } = await customer.post(add, {});

    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      "actionUser",
      "displayHeadlineMessageTemplate",
      "documentId",
      "notifyUsers",
      "organizationId",
    ]);
  });

  test("all violations are returned at once, by field", async () => {
    const { status, body } = await customer.post(add, {
      documentId: "",
      notificationId: "a/b",
      actionUser: { name: 1 },
      notifyUsers: [],
      typo: 1,
    });

    expect(status).toBe(400);
    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      "actionUser.name",
      "actionUser.userId",
      "displayHeadlineMessageTemplate",
      "documentId",
      "notificationId",
      "notifyUsers",
      "organizationId",
      "typo",
    ]);
  });

  test.each([
    ["source data of more than 262,144 characters", { notificationSourceData: { x: "x".repeat(262_144) } }, "notificationSourceData"],
    ["a template of more than 10,000 characters", { displayHeadlineMessageTemplate: "x".repeat(10_001) }, "displayHeadlineMessageTemplate"],
    [
      "a headline that its variables make longer than 20,000 characters",
      { displayHeadlineMessageTemplate: "{a}".repeat(3_000), displayHeadlineMessageTemplateData: { a: "x".repeat(200_000) } },
      "displayHeadlineMessageTemplate",
    ],
    ["an actor that is not an object", { actionUser: "alice" }, "actionUser"],
    ["an actor with more than 16,384 characters of further keys", { actionUser: { userId: "a", x: "x".repeat(16_384) } }, "actionUser"],
  ])("%s is refused by its field", async (_, more, field) => {
    const { status, body } = await customer.post(add, { ...least, notifyAll: true, ...more });

    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field }]);
  });

  test("a disabled organization does not block the customer's server", async () => {
    await customer.data("/v1/organizations/access/disablestate/update", { organizationIds: ["closed"], disabled: true });
    const data = { ...least, organizationId: "closed", notificationId: "n", notifyUsers: [{ userId: "bob" }], createDocument: true };

    expect((await customer.post(add, data)).status).toBe(200);
    const read = await customer.data("/v2/notifications/get", { organizationId: "closed", userId: "bob" });
    expect(read).toHaveLength(1);
  });
});

test("a notification to all is visible to the users of the organization, and to nobody else", async () => {
  await customer.data(add, { ...least, notificationId: "to-all", notifyAll: true });
  await customer.data("/v2/users/add", { organizationId: "acme", documentId: "welcome", users: [{ userId: "guest" }] });

  const before = await inboxOf("dora");
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "dora" }] });
  const asUser = await inboxOf("dora");
  await customer.data("/v2/users/delete", { organizationId: "acme", userIds: ["dora"] });

  expect([before, asUser, await inboxOf("dora"), await inboxOf("guest")]).toEqual([[], ["to-all"], [], []]);
});

test("pages are chained by tokens that are valid for nothing else", async () => {
  const seen: string[] = [];
  for (let index = 0; index < 5; index++) {
    await customer.data(add, { ...least, notificationId: `page-${index}`, notifyUsers: [{ userId: "pager" }] });
  }
  const filters = { organizationId: "acme", userId: "pager", pageSize: 2 };
  let token: string | null = null;
  do {
    const { body } = await customer.post("/v2/notifications/get", { ...filters, ...(token === null ? {} : { pageToken: token }) });
    seen.push(...body.result.data.map(({ notificationId }: { notificationId: string }) => notificationId));
    token = body.result.nextPageToken ?? null;
    if (token === null) break;
    const elsewhere = await customer.post("/v2/notifications/get", { ...filters, userId: "bob", pageToken: token });
    expect(elsewhere.body.error).toMatchObject({ status: "INVALID_ARGUMENT", details: [{ field: "pageToken" }] });
  } while (seen.length < 10);

  expect(seen).toEqual(["page-4", "page-3", "page-2", "page-1", "page-0"]);
});

test("Get all user data returns each notification of a user exactly once while others are added", async () => {
  const organizationId = "export";
  const data = { ...least, organizationId, createOrganization: true, createDocument: true };
  const ids = Array.from({ length: 250 }, (_, index) => `old-${index}`);
  await customer.data("/v2/users/add", { organizationId, users: [{ userId: "bob" }], createOrganization: true });
  const kinds = [
    { notifyAll: true },
    { notifyUsers: [{ userId: "bob" }] },
    { actionUser: { userId: "bob" }, notifyUsers: [{ userId: "carol" }] },
  ];
  for (const [index, notificationId] of ids.entries()) await customer.data(add, { ...data, notificationId, ...kinds[index % 3] });

  const seen: string[] = [];
  let pageToken: string | null = null;
  for (let page = 0; page < 20; page++) {
    const { body } = await customer.post("/v2/users/data/get", {
      organizationId,
      userId: "bob",
      ...(pageToken === null ? {} : { pageToken }),
    });
    seen.push(...body.result.data.notifications.map(({ notificationId }: { notificationId: string }) => notificationId));
    expect(body.result.data.notifications.length).toBeLessThanOrEqual(100);
    pageToken = body.result.nextPageToken;
    if (pageToken === null) break;
    for (const [kind, more] of kinds.entries()) await customer.data(add, { ...data, notificationId: `new-${page}-${kind}`, ...more });
  }

  expect(pageToken).toBeNull();
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => id.startsWith("old-"))).toEqual(ids);
});

test("read and unread marks affect the inbox of one user, deletions that of all", async () => {
  await customer.data(add, { ...least, notificationId: "life", notifyUsers: [{ userId: "bob" }, { userId: "carol" }] });
  const ids = { organizationId: "acme", notificationIds: ["life", "unknown", "life"] };
  const isRead = async (userId: string) =>
    (await customer.data("/v2/notifications/get", { organizationId: "acme", userId })).find(
      ({ notificationId }: { notificationId: string }) => notificationId === "life",
    )?.isRead;

  const read = await customer.data("/v2/notifications/update", { ...ids, userId: "bob", isRead: true });
  const states = [await isRead("bob"), await isRead("carol")];
  await customer.data("/v2/notifications/update", { ...ids, userId: "bob", isRead: false });
  states.push(await isRead("bob"));
  const deleted = await customer.data("/v2/notifications/delete", ids);
  states.push(await isRead("bob"));

  expect(read).toMatchObject({ life: { success: true }, unknown: { success: false, code: "not_found" } });
  expect(deleted).toMatchObject({ life: { success: true }, unknown: { success: false, code: "not_found" } });
  expect(states).toEqual([true, false, false, undefined]);
});

test("the id generated by the service is returned in addition to the specified response", async () => {
  const { body } = await customer.post(add, { ...least, notifyAll: true });

  expect(body.result).toMatchObject({ data: { success: true, message: expect.any(String) }, notificationId: expect.any(String) });
});
