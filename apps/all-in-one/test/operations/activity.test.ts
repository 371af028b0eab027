import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let customer: Customer;

const place = { organizationId: "acme", documentId: "welcome" };
const alice = { userId: "alice", name: "Alice", email: "alice@example.com" };
const bob = { userId: "bob" };

beforeAll(async () => {
  parley = await startParley("all-in-one");
  ({ customer } = await createWorkspace(parley.url, parley.adminToken));
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "welcome" }] });
});

afterAll(() => parley?.stop());

const add = (annotation: object, comments: object[] = []) =>
  customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ ...annotation, commentData: comments }] });
const get = async (annotationId: string) =>
  (await customer.data("/v2/commentannotations/get", { ...place, annotationIds: [annotationId] }))[0];

test("additional keys of users, locations, attachments and metadata are returned as given", async () => {
  const author = { ...alice, color: "#123", nested: { a: [null, 1] } };
  const location = { id: "page-1", locationName: "Page 1", rect: { x: 0.5 } };
  const attachments = [{ name: "a.png", sizeBytes: 0, width: 3 }, { thumbnail: "t" }];
  await add({ annotationId: "free", location, metadata: { kept: null, list: [1, { b: "<i>" }] } }, [
    { commentId: "c", from: author, commentHtml: "<b>\u0007", attachments, createdAt: 0 },
  ]);

  const { comments, ...annotation } = await get("free");

  expect(annotation).toMatchObject({ location, metadata: { list: [1, { b: "<i>" }] }, involvedUserIds: [author.userId] });
  expect(comments).toMatchObject([{ from: author, commentHtml: "<b>\u0007", commentText: "", attachments, createdAt: 0 }]);
});

test("null removes a value of an annotation, and an absent key keeps it", async () => {
  await add({ annotationId: "null", priority: "HIGH", type: "bug", assignedTo: bob, location: { locationName: "Intro" } });
  const update = (change: object) =>
    customer.data("/v2/commentannotations/update", { ...place, annotationIds: ["null"], updatedData: change });

  await update({ status: "DONE" });
  expect(await get("null")).toMatchObject({
    status: { id: "DONE", name: "DONE", type: "default" },
    priority: { id: "HIGH", name: "HIGH" },
    type: "bug",
    assignedTo: bob,
    location: { locationName: "Intro" },
  });
  await update({ priority: null, type: null, assignedTo: null, location: null });
  const left = await get("null");
  expect(left).toMatchObject({ status: { id: "DONE" }, location: null });
  for (const name of ["priority", "type", "assignedTo"]) expect(left).not.toHaveProperty(name);
});

test("a record's keys are replaced as a whole and cleared by null", async () => {
  const record = {
    id: "r",
    actionType: "a",
    entityData: { a: 1 },
    changes: { x: { from: 1, to: 2 } },
    displayMessageTemplate: "{{n}}",
    displayMessageTemplateData: { n: "<1>" },
  };
  await customer.data("/v2/activities/add", { organizationId: "acme", activities: [record] });
  const read = async () => (await customer.data("/v2/activities/get", { organizationId: "acme", activityIds: ["r"] }))[0];
  const given = await read();
  expect(given).toMatchObject({ ...record, displayMessage: "<1>", featureType: "custom" });
  for (const name of ["documentId", "actionUser", "actionIcon"]) expect(given).not.toHaveProperty(name);

  const update = { id: "r", entityData: [2], changes: null, displayMessageTemplateData: { m: 1 } };
  expect(
    await customer.data("/v2/activities/update", {
      organizationId: "acme",
      activities: [update, { id: "r2", actionIcon: "i" }, { id: "r3" }],
    }),
  ).toMatchObject({
    r: { success: true },
    r2: { success: false, code: "not_found" },
    r3: { success: false, code: "invalid" },
  });
  const left = await read();
  expect(left).toMatchObject({ entityData: [2], displayMessage: "{{n}}" });
  expect(left).not.toHaveProperty("changes");
});

test("with the key's option on, new records are immutable within 5 s", async () => {
  await customer.data("/v2/workspace/apikeyconfig/update", { activityLogImmutable: true });
  let number = 0;
  const isImmutable = async () => {
    const id = `immutable-${number++}`;
    await customer.data("/v2/activities/add", { organizationId: "acme", activities: [{ id, actionType: "a" }] });
    const answer = await customer.data("/v2/activities/update", { organizationId: "acme", activities: [{ id, actionIcon: "i" }] });
    return answer[id].code === "failed_precondition";
  };

  await expect.poll(isImmutable, { timeout: 5_000, interval: 100 }).toBe(true);

  await customer.data("/v2/workspace/apikeyconfig/update", { activityLogImmutable: false });
});

test("a page token continues where its page ended, and is refused with other filters", async () => {
  for (let index = 0; index < 5; index++) await add({ annotationId: `page-${index}`, status: "PAGED", createdAt: index });
  const filter = { ...place, statusIds: ["PAGED"], pageSize: 2 };
  const found: string[] = [];
  let pageToken: string | null = null;
  do {
    const { body } = await customer.post("/v2/commentannotations/get", { ...filter, ...(pageToken === null ? {} : { pageToken }) });
    found.push(...body.result.data.map(({ annotationId }: { annotationId: string }) => annotationId));
    pageToken = body.result.nextPageToken;
    if (pageToken !== null)
      expect((await customer.post("/v2/commentannotations/get", { ...filter, statusIds: ["OPEN"], pageToken })).status).toBe(400);
  } while (pageToken !== null);

  expect(found).toEqual(["page-0", "page-1", "page-2", "page-3", "page-4"]);
});

test("ids such as __proto__ are ordinary ids", async () => {
  expect(Object.keys(await add({ annotationId: "__proto__" }, [{ commentId: "constructor", from: bob, commentText: "x" }]))).toEqual([
    "__proto__",
  ]);
  const reactions = { ...place, annotationId: "__proto__", commentId: "constructor", reactions: ["__proto__", "__proto__"] };
  expect(JSON.stringify(await customer.data("/v2/commentannotations/comments/reactions/add", { ...reactions, user: bob }))).toContain(
    '"__proto__":{"success":true',
  );

  expect((await get("__proto__")).comments).toMatchObject([
    { commentId: "constructor", reactionAnnotations: [{ icon: "__proto__", fromUsers: [{ from: bob }] }] },
  ]);
});

test("a request repeated with its idempotency key creates one thread", async () => {
  const send = () =>
    customer.post(
      "/v2/commentannotations/add",
      { ...place, commentAnnotations: [{ type: "once", commentData: [{ from: bob, commentText: "x" }] }] },
      { "idempotency-key": "once" },
    );

  const first = await send();
  const second = await send();

  expect(second.body).toEqual(first.body);
  const all = await customer.data("/v2/commentannotations/get", { ...place, userIds: ["bob"] });
  expect(all.filter(({ type }: { type: string }) => type === "once")).toHaveLength(1);
});

test("entityData nested 10,000 levels deep is refused", async () => {
  const deep = "[".repeat(10_000) + "]".repeat(10_000);
  const body = `{"data":{"organizationId":"acme","activities":[{"actionType":"a","entityData":${deep}}]}}`;

  const answer = await customer.send("/v2/activities/add", body, {
    headers: { "content-type": "application/json", ...customer.credentials },
  });

  expect(answer).toMatchObject({ status: 400, body: { error: { status: "INVALID_ARGUMENT" } } });
});

test.each<[string, string, object]>([
  ["a negative time", "/v2/commentannotations/get", { ...place, createdAfter: -1 }],
  ["a negative time of creation", "/v2/commentannotations/add", { ...place, commentAnnotations: [{ createdAt: -1 }] }],
  ["a location without its document", "/v2/commentannotations/get", { organizationId: "acme", locationIds: ["l"] }],
  ["an empty status", "/v2/commentannotations/update", { ...place, annotationIds: ["a"], updatedData: { status: "" } }],
  [
    "a reaction of 65 characters",
    "/v2/commentannotations/comments/reactions/add",
    { ...place, annotationId: "a", commentId: "c", user: bob, reactions: ["x".repeat(65)] },
  ],
  [
    "an author without an id",
    "/v2/commentannotations/comments/add",
    { ...place, annotationId: "a", commentData: [{ from: { name: "x" }, commentText: "x" }] },
  ],
  [
    "a user with too much to say",
    "/v2/commentannotations/comments/add",
    { ...place, annotationId: "a", commentData: [{ from: { userId: "u", bio: "x".repeat(9_000) }, commentText: "x" }] },
  ],
  [
    "an unknown key of a comment",
    "/v2/commentannotations/comments/add",
    { ...place, annotationId: "a", commentData: [{ from: bob, commentText: "x", commentTxet: "y" }] },
  ],
  ["a recording without a user", "/v2/recordings/add", { ...place, recordings: [{ recordingId: "r" }] }],
  ["metadata that is a list", "/v2/recordings/add", { ...place, recordings: [{ user: bob, metadata: [] }] }],
])("%s is refused", async (_, path, data) => {
  expect(await customer.post(path, data)).toMatchObject({ status: 400, body: { error: { status: "INVALID_ARGUMENT" } } });
});
