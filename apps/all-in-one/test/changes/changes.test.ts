import { type OwnPostgres, ownPostgres, querySql, until } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let server: OwnPostgres;
let parley: Parley;
let customer: Customer;

const path = "/v2/changes/get";
const acme = { organizationId: "acme" };
const welcome = { ...acme, documentId: "welcome" };
const patienceMs = 60_000;

interface Change {
  readonly actionType: string;
  readonly documentId: string | null;
  readonly annotationId: string | null;
}

beforeAll(async () => {
  // Uses a server of its own, because transactions of other tests on a shared one would delay the feed.
  server = await ownPostgres();
  parley = await startParley("all-in-one", { PARLEY_DATABASE_URL: await server.start() });
}, 120_000);

beforeEach(async () => {
  ({ customer } = await createWorkspace(parley.url, parley.adminToken));
  const documents = [{ documentId: "welcome" }, { documentId: "roadmap" }];
  await customer.data("/v2/organizations/documents/add", { ...acme, documents, createOrganization: true });
});

afterAll(async () => {
  await parley?.stop();
  await server?.[Symbol.asyncDispose]();
});

async function comment(annotationId: string, documentId = "welcome", userId = "alice"): Promise<void> {
  const commentAnnotations = [{ annotationId, commentData: [{ commentId: "c", from: { userId }, commentText: "Hello." }] }];
  await customer.data("/v2/commentannotations/add", { ...acme, documentId, commentAnnotations });
}

/** Reads until there are a number of changes. Other transactions of the server may delay them for a moment. */
async function read(count: number, request: object = {}, from = "start") {
  const changes: Change[] = [];
  let cursor = from;
  await until(async () => {
    const { status, body } = await customer.post(path, { ...request, cursor, waitMs: 1_000 });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    changes.push(...body.result.data);
    cursor = body.result.nextCursor;
    return changes.length >= count;
  }, patienceMs);
  return { changes, cursor };
}

test("changes are returned in order, from the reader's cursor on", async () => {
  for (const id of ["a", "b", "c"]) await comment(id);

  const { changes, cursor } = await read(3);
  await comment("d", "roadmap");
  const later = await read(1, {}, cursor);

  expect(changes.map(({ annotationId }) => annotationId)).toEqual(["a", "b", "c"]);
  expect(changes[0]).toMatchObject({
    featureType: "comment",
    actionType: "comment_annotation.add",
    ...welcome,
    actionUser: { userId: "alice" },
  });
  expect(changes[0]).not.toHaveProperty("thread");
  expect(later.changes).toMatchObject([{ annotationId: "d", documentId: "roadmap" }]);
});

test("without a cursor a reader begins now; a waiting request is answered by the next change", async () => {
  await comment("before");
  await read(1);
  const { body } = await customer.post(path, {});
  expect(body.result).toMatchObject({ status: "success", data: [], upToDate: true, nextCursor: expect.any(String) });

  const waiting = customer.post(path, { cursor: body.result.nextCursor, waitMs: 20_000 });
  await comment("after");

  expect((await waiting).body.result.data).toMatchObject([{ annotationId: "after" }]);
});

test("the current thread is included on request, null when it is deleted", async () => {
  await comment("kept");
  await comment("gone");
  await customer.data("/v2/commentannotations/delete", { ...welcome, annotationIds: ["gone"] });

  const { changes } = await read(3, { include: ["thread"] });

  expect(changes).toMatchObject([
    { annotationId: "kept", thread: { annotationId: "kept", comments: [{ commentText: "Hello." }] } },
    { annotationId: "gone", thread: null },
    { actionType: "comment_annotation.delete", thread: null },
  ]);
});

test("a cursor is valid only for its key and filters", async () => {
  await comment("a");
  const { cursor } = await read(1, welcome);
  const { customer: other } = await createWorkspace(parley.url, parley.adminToken);

  const good = await customer.post(path, { ...welcome, cursor, pageSize: 7, include: ["thread"] });
  const refused = [
    await customer.post(path, { ...acme, cursor }),
    await customer.post(path, { ...welcome, actionTypes: ["comment.add"], cursor }),
    await customer.post(path, { ...welcome, cursor: `${cursor}x` }),
    await other.post(path, { ...welcome, cursor }),
  ];

  expect(good.status).toBe(200);
  for (const { status, body } of refused) {
    expect([status, body.error.status, body.error.details[0].field]).toEqual([400, "INVALID_ARGUMENT", "cursor"]);
  }
});

test("a cursor of a database that was replaced since is out of range, and the response says where to begin", async () => {
  await comment("a");
  const { cursor } = await read(1);
  await querySql(parley.databaseUrl, "update activity.feed_epochs set tag = 'replaced'");

  const { status, body } = await customer.post(path, { cursor });

  expect([status, body.error.status]).toEqual([400, "OUT_OF_RANGE"]);
  expect(body.error.details).toMatchObject([{ field: "cursor", message: expect.stringContaining('"start"') }]);
  expect((await read(1)).changes).toMatchObject([{ annotationId: "a" }]);
});

test.each([
  ["documentId", { documentId: "welcome" }],
  ["waitMs", { waitMs: 25_001 }],
  ["pageSize", { pageSize: 1_001 }],
  ["include[0]", { include: ["everything"] }],
  ["since", { since: 1 }],
])("an invalid %s is refused by name", async (field, request) => {
  const { status, body } = await customer.post(path, request);

  expect([status, body.error.status]).toEqual([400, "INVALID_ARGUMENT"]);
  expect(JSON.stringify(body.error.details)).toContain(`"field":"${field}"`);
});

test("erased data is not returned to later readers, and the removal names nobody", async () => {
  await customer.data("/v2/users/add", { ...welcome, users: [{ userId: "alice" }, { userId: "bob" }] });
  await comment("of alice");
  await comment("of bob", "welcome", "bob");
  const { changes, cursor } = await read(2);
  expect(changes).toHaveLength(2);

  const { jobId } = await customer.data("/v2/users/data/delete", { userIds: ["alice"] });
  const [marker] = (await read(1, { actionTypes: ["removal.start"] })).changes;
  await until(async () => {
    const { body } = await customer.post(path, { cursor: "start" });
    return !JSON.stringify(body).includes("alice");
  }, patienceMs);

  expect(marker).toMatchObject({ featureType: "removal", jobId, organizationId: null, actionUser: null, changes: null });
  expect((await read(1, {}, "start")).changes.map(({ annotationId }) => annotationId)).toContain("of bob");
  expect(JSON.stringify((await read(1, {}, cursor)).changes)).not.toContain("alice");
}, 120_000);

test("removed places are returned once each", async () => {
  await customer.data("/v2/organizations/folders/add", { ...acme, folders: [{ folderId: "handbook" }] });
  await comment("a");
  await customer.data("/v2/organizations/documents/delete", { ...acme, documentIds: ["roadmap"] });
  await customer.data("/v2/organizations/folders/delete", { ...acme, folderId: "handbook" });
  await customer.data("/v2/organizations/delete", { organizationIds: ["acme"] });

  const actionTypes = ["document.delete", "folder.delete", "organization.delete"];
  const { changes } = await read(3, { actionTypes });

  expect(changes).toHaveLength(3);
  expect(changes).toContainEqual(
    expect.objectContaining({ actionType: "document.delete", documentId: "roadmap", jobId: expect.any(String) }),
  );
  expect(changes).toContainEqual(expect.objectContaining({ actionType: "folder.delete", folderId: "handbook", ...acme }));
  expect(changes).toContainEqual(expect.objectContaining({ actionType: "organization.delete", ...acme, documentId: null }));
});
