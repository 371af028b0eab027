import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type NotifyingCustomer, startNotifyingCustomer } from "../support/notifying-customer.ts";

let notifying: NotifyingCustomer;

beforeAll(async () => {
  notifying = await startNotifyingCustomer();
});

afterAll(() => notifying?.parley.stop());

const place = { organizationId: "acme", documentId: "welcome" };

async function counts(userId: string, more: object = {}) {
  const data = { organizationId: "acme", documentIds: ["welcome", "roadmap"], userId, ...more };
  return notifying.customer.data("/v2/commentannotations/count/get", data);
}

const unreadOf = async (userId: string) => (await counts(userId)).welcome.unread;

/** Alice adds a thread that tags bob; waits for the entry in bob's inbox and returns its id. */
async function tagBob(annotationId: string, documentId = "welcome"): Promise<string> {
  const commentData = [
    { from: { userId: "alice" }, commentText: "Look, @bob.", taggedUserContacts: [{ userId: "bob", text: "@bob" }] },
    { from: { userId: "alice" }, commentText: "Once more." },
  ];
  await notifying.customer.data("/v2/commentannotations/add", {
    ...place,
    documentId,
    commentAnnotations: [{ annotationId, commentData }],
  });
  return until(async () => {
    const entries = await notifying.customer.data("/v2/notifications/get", { organizationId: "acme", userId: "bob" });
    const own = entries.filter(({ notificationSourceData }: { notificationSourceData: { annotationId: string } }) => {
      return notificationSourceData.annotationId === annotationId;
    });
    return own.length === 2 ? own.map(({ notificationId }: { notificationId: string }) => notificationId).join() : undefined;
  });
}

const mark = (ids: string, isRead: boolean) => {
  return notifying.customer.data("/v2/notifications/update", {
    organizationId: "acme",
    userId: "bob",
    notificationIds: ids.split(","),
    isRead,
  });
};

test("a thread is unread while the user's inbox has an unread entry of it", async () => {
  const first = await tagBob("first");
  const second = await tagBob("second");

  expect(await counts("bob")).toEqual({
    welcome: { total: 2, statuses: { OPEN: 2 }, hasMore: false, mine: 2, unread: 2 },
    roadmap: { total: 0, statuses: {}, hasMore: false, mine: 0, unread: 0 },
  });
  expect(await unreadOf("alice")).toBe(0);

  await mark(first.split(",")[0] ?? "", true);
  expect(await unreadOf("bob")).toBe(2);
  await mark(first, true);
  expect(await unreadOf("bob")).toBe(1);
  await mark(first, false);
  expect(await unreadOf("bob")).toBe(2);
  await mark(`${first},${second}`, true);
  expect(await unreadOf("bob")).toBe(0);
});

test("threads that an inbox does not show are not unread: of a muted or disabled document, and of a user who has left", async () => {
  const { customer } = notifying;
  const { mine } = (await counts("bob")).welcome;
  await tagBob("third");
  expect(await unreadOf("bob")).toBe(1);

  const config = (inbox: string) => ({ organizationId: "acme", documentIds: ["welcome"], userIds: ["bob"], config: { inbox } });
  await customer.data("/v2/notifications/config/set", config("NONE"));
  expect(await unreadOf("bob")).toBe(0);
  await customer.data("/v2/notifications/config/set", config("MINE"));
  expect(await unreadOf("bob")).toBe(1);

  const disable = (disabled: boolean) => {
    const path = "/v2/organizations/documents/access/disablestate/update";
    return customer.data(path, { organizationId: "acme", documentIds: ["welcome"], disabled });
  };
  await disable(true);
  await until(async () => (await unreadOf("bob")) === 0);
  expect((await counts("bob")).welcome).toMatchObject({ mine: mine + 1 });
  await disable(false);
  await until(async () => (await unreadOf("bob")) === 1);

  await customer.data("/v2/users/delete", { organizationId: "acme", userIds: ["bob"] });
  expect(await unreadOf("bob")).toBe(0);
});

test("an empty filter matches nothing, and too many documents are refused", async () => {
  const { customer } = notifying;

  expect((await counts("alice", { statusIds: [] })).welcome).toEqual({ total: 0, statuses: {}, hasMore: false, mine: 0, unread: 0 });
  expect(await counts("alice", { documentIds: [] })).toEqual({});
  const documentIds = Array.from({ length: 101 }, (_, index) => `d${index}`);
  const { status, body } = await customer.post("/v2/commentannotations/count/get", { organizationId: "acme", documentIds });
  expect([status, body.error.details[0].field]).toEqual([400, "documentIds"]);
});
