import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one", {
    PARLEY_ORGANIZATION_DIRECTORY_MAX_DOCUMENTS_PER_KEY: "3",
    PARLEY_USERS_MAX_USERS_PER_KEY: "2",
    PARLEY_ACTIVITY_MAX_ANNOTATIONS_PER_KEY: "2",
    PARLEY_ACTIVITY_MAX_COMMENTS_PER_KEY: "3",
    PARLEY_WORKSPACE_MAX_IDEMPOTENCY_KEYS_PER_KEY: "2",
  });
});

afterAll(() => parley?.stop());

const acme = { organizationId: "acme" };
const inPlan = { ...acme, documentId: "plan" };

/** A customer with an API key of its own, an organization `acme` and documents with these ids. */
async function customerWith(...documentIds: string[]): Promise<Customer> {
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  expect(await addDocuments(customer, ...documentIds)).toEqual(Object.fromEntries(documentIds.map((id) => [id, "ok"])));
  return customer;
}

async function codesOf(customer: Customer, path: string, data: unknown): Promise<Record<string, string>> {
  const { status, body } = await customer.post(path, data);
  expect(status, JSON.stringify(body)).toBe(200);
  const results = (body.result.items ?? body.result.data) as Record<string, { success: boolean; code?: string }>;
  return Object.fromEntries(Object.entries(results).map(([id, { success, code }]) => [id, success ? "ok" : `${code}`]));
}

function addDocuments(customer: Customer, ...ids: string[]) {
  const documents = ids.map((documentId) => ({ documentId, documentName: "New" }));
  return codesOf(customer, "/v2/organizations/documents/add", { ...acme, documents, createOrganization: true });
}

const addUsers = (customer: Customer, ...ids: string[]) =>
  codesOf(customer, "/v2/users/add", { ...acme, users: ids.map((userId) => ({ userId })) });

const commentOf = (commentId: string) => ({ commentId, commentText: "Hello", from: { userId: "alice" } });

const addComments = (customer: Customer, annotationId: string, ...ids: string[]) =>
  codesOf(customer, "/v2/commentannotations/comments/add", { ...inPlan, annotationId, commentData: ids.map(commentOf) });

function addAnnotations(customer: Customer, ...annotations: readonly { annotationId: string; commentData?: unknown[] }[]) {
  return codesOf(customer, "/v2/commentannotations/add", { ...inPlan, commentAnnotations: annotations });
}

test("documents beyond the quota are refused individually, existing ones are changed, and other keys have their own quota", async () => {
  const customer = await customerWith("plan", "a");
  const other = await customerWith("plan");

  expect(await addDocuments(customer, "b", "plan", "c", "a")).toEqual({ b: "ok", plan: "ok", c: "quota_reached", a: "ok" });
  expect(await addDocuments(other, "x")).toEqual({ x: "ok" });
});

test("a document that a request would create along with something else is refused with 429, naming the quota", async () => {
  const customer = await customerWith("plan", "a", "b");
  const created = { ...acme, createDocument: true };

  const added = await customer.post("/v2/users/add", { ...created, documentId: "new", users: [{ userId: "alice" }] });
  const notified = await customer.post("/v2/notifications/add", {
    ...created,
    documentId: "new",
    actionUser: { userId: "alice" },
    notifyAll: true,
    displayHeadlineMessageTemplate: "Hello",
  });
  const there = await codesOf(customer, "/v2/users/add", { ...created, documentId: "plan", users: [{ userId: "alice" }] });

  for (const { status, body } of [added, notified]) {
    expect(status, JSON.stringify(body)).toBe(429);
    expect(body.error).toMatchObject({
      status: "RESOURCE_EXHAUSTED",
      message: "The document quota of this API key (3) is reached.",
    });
  }
  expect(there).toEqual({ alice: "ok" });
});

test("deleting a document makes room in the quota", async () => {
  const customer = await customerWith("plan", "a", "b");
  expect(await addDocuments(customer, "c")).toEqual({ c: "quota_reached" });

  await customer.post("/v2/organizations/documents/delete", { ...acme, documentIds: ["a"] });

  await until(async () => (await addDocuments(customer, "c")).c === "ok");
});

test("users beyond the quota are refused individually, and existing ones can be added to further places", async () => {
  const customer = await customerWith("plan");
  expect(await addUsers(customer, "alice", "bob", "carol")).toEqual({ alice: "ok", bob: "ok", carol: "quota_reached" });

  const inDocument = { ...inPlan, users: [{ userId: "dave" }, { userId: "alice" }] };

  expect(await codesOf(customer, "/v2/users/add", inDocument)).toEqual({ dave: "quota_reached", alice: "ok" });
});

test("comments beyond the quota are refused individually, and existing ones are changed", async () => {
  const customer = await customerWith("plan");
  await addAnnotations(customer, { annotationId: "first", commentData: [commentOf("1")] });
  expect(await addComments(customer, "first", "2")).toEqual({ 2: "ok" });

  expect(await addComments(customer, "first", "1", "2", "3", "4")).toEqual({ 1: "ok", 2: "ok", 3: "ok", 4: "quota_reached" });
  expect(await addComments(customer, "first", "5")).toEqual({ 5: "quota_reached" });
});

test("annotations beyond the quota are refused individually, as is one whose comment exceeds the quota", async () => {
  const customer = await customerWith("plan");
  const [first, second, third] = ["first", "second", "third"].map((annotationId) => ({ annotationId, commentData: [commentOf("1")] }));
  if (first === undefined || second === undefined || third === undefined) throw new Error("There are three.");
  expect(await addAnnotations(customer, first)).toEqual({ first: "ok" });
  expect(await addComments(customer, "first", "2", "3")).toEqual({ 2: "ok", 3: "ok" });

  expect(await addAnnotations(customer, first, second, third)).toEqual({ first: "ok", second: "quota_reached", third: "quota_reached" });
  const { body } = await customer.post("/v2/commentannotations/get", inPlan);

  const threads = body.result.data as { annotationId: string; comments: unknown[] }[];
  expect(Object.fromEntries(threads.map(({ annotationId, comments }) => [annotationId, comments.length]))).toEqual({ first: 3 });
});

test("a request with an idempotency key beyond the quota is refused with 429 and not executed, while repeats get their responses", async () => {
  const customer = await customerWith("plan");
  const add = (key: string) => customer.post("/v2/users/add", { ...acme, users: [{ userId: key }] }, { "idempotency-key": key });
  const first = await add("alice");
  await add("bob");

  const refused = await add("carol");

  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatchObject({
    status: "RESOURCE_EXHAUSTED",
    message: "The idempotency key quota of this API key (2) is reached.",
  });
  expect((await add("alice")).body).toEqual(first.body);
  const found = await customer.data("/v2/users/get", acme);
  expect(found).toMatchObject([{ userId: "alice" }, { userId: "bob" }]);
});
