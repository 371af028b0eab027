import { afterAll, beforeAll, expect, test } from "vitest";
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

const get = "/v2/notifications/config/get";
const set = "/v2/notifications/config/set";

test("Get notification config returns one entry per document in the order of the request, none for an empty list, and defaults for unknown ones", async () => {
  const data = await customer.data(get, { organizationId: "acme", documentIds: ["z", "roadmap", "a", "z"], userId: "nobody" });

  const entry = (documentId: string) => ({
    config: { inbox: "ALL", email: "ALL" },
    metadata: { organizationId: "acme", apiKey: started.workspace.apiKey, documentId, userId: "nobody" },
  });
  expect(data).toEqual([entry("z"), entry("roadmap"), entry("a")]);
  expect(await customer.data(get, { organizationId: "acme", documentIds: [], userId: "nobody" })).toEqual([]);
  expect(await customer.data(get, { organizationId: "acme", userId: "nobody", getOrganizationConfig: true })).toEqual([entry("")]);
  expect(await customer.data(get, { organizationId: "acme", userId: "nobody", getOrganizationConfig: true, documentIds: [] })).toEqual([
    entry(""),
  ]);
});

test("a document's own values precede the organization's, and the inbox applies both", async () => {
  const user = { organizationId: "acme", userIds: ["reader"] };
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "reader" }] });
  await customer.data(add, { ...least, notificationId: "named", notifyUsers: [{ userId: "reader" }] });

  await customer.data(set, { ...user, config: { inbox: "MINE", email: "NONE" } });
  const mine = await inboxOf("reader");
  const answer = await customer.data(set, { ...user, documentIds: ["welcome"], config: { inbox: "NONE" } });
  const none = await inboxOf("reader");
  await customer.data(set, { ...user, documentIds: ["welcome"], config: { inbox: null } });

  expect(mine).toEqual(["named"]);
  expect(none).toEqual([]);
  expect(answer).toEqual({ reader: { success: true, userId: "reader", documentId: "welcome", message: expect.any(String) } });
  expect(await inboxOf("reader")).toEqual(["named"]);
});

test("channels of any name are kept and returned, the document's before the organization's, and null removes one", async () => {
  const user = { organizationId: "acme", userIds: ["writer"] };
  const read = { organizationId: "acme", userId: "writer", documentIds: ["welcome"] };

  await customer.data(set, { ...user, config: { slack: "MINE", teams: "ALL" } });
  await customer.data(set, { ...user, documentIds: ["welcome"], config: { slack: "NONE", inbox: "MINE" } });
  const [both] = await customer.data(get, read);
  await customer.data(set, { ...user, documentIds: ["welcome"], config: { slack: null } });
  const [one] = await customer.data(get, read);

  expect(both.config).toEqual({ inbox: "MINE", email: "ALL", slack: "NONE", teams: "ALL" });
  expect(one.config).toEqual({ inbox: "MINE", email: "ALL", slack: "MINE", teams: "ALL" });
});

test("a user has at most 20 further channels in a place", async () => {
  const user = { organizationId: "acme", userIds: ["many"] };
  const channels = (from: number) => Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`c${from + n}`, "ALL"]));
  await customer.data(set, { ...user, config: channels(0) });

  const { status, body } = await customer.post(set, { ...user, config: channels(1) });

  expect([status, body.error.status]).toEqual([400, "INVALID_ARGUMENT"]);
});

test.each([
  ["no document", get, { userId: "bob" }, "documentIds"],
  ["no user", set, { userIds: [], config: { inbox: "ALL" } }, "userIds"],
  ["a second way to name a user", set, { userIds: ["bob"], userId: "bob", config: { inbox: "ALL" } }, "userId"],
  ["nothing to set", set, { userIds: ["bob"], documentIds: ["a"], config: {} }, "config"],
  ["a channel with a space in its name", set, { userIds: ["bob"], config: { "a b": "ALL" } }, "config"],
  ["an unknown value", set, { userIds: ["bob"], documentIds: ["a"], config: { inbox: "SOME" } }, "config.inbox"],
  [
    "more than 5,000 values",
    set,
    { userIds: Array.from({ length: 1_000 }, (_, n) => `u${n}`), documentIds: ["a", "b", "c", "d", "e", "f"], config: { inbox: "ALL" } },
    "data",
  ],
])("%s is refused", async (_, path, data, field) => {
  const { status, body } = await customer.post(path, { organizationId: "acme", ...data });

  expect(status).toBe(400);
  expect(body.error.details).toMatchObject([{ field }]);
});

test("nothing is set for missing objects", async () => {
  const { body } = await customer.post(set, {
    organizationId: "acme",
    userIds: ["bob"],
    documentIds: ["roadmap", "gone"],
    config: { inbox: "NONE" },
  });

  expect(body.error).toMatchObject({ status: "NOT_FOUND", message: expect.stringContaining("gone") });
  const [roadmap] = await customer.data(get, { organizationId: "acme", userId: "bob", documentIds: ["roadmap"] });
  expect(roadmap.config.inbox).toBe("ALL");
});
