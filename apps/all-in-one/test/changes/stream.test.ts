import { withConstants } from "@parley/runtime";
import { type OwnPostgres, ownPostgres, querySql, until } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ChangesReader } from "../support/changes-reader.ts";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

const acme = { organizationId: "acme" };
const welcome = { ...acme, documentId: "welcome" };
const settings = {
  ...withConstants({ changesBookmarkMs: 500, unreadTimeoutMs: 1_000 }),
  PARLEY_MAX_STREAMS_PER_KEY: "3",
  PARLEY_MAX_IN_FLIGHT_PER_KEY: "2",
};

let server: OwnPostgres;
let databaseUrl: string;

beforeAll(async () => {
  // Uses a server of its own, because transactions of other tests on a shared one would delay the feed.
  server = await ownPostgres();
  databaseUrl = await server.start();
}, 120_000);

afterAll(() => server?.[Symbol.asyncDispose]());

describe("a stream of changes", () => {
  let parley: Parley;
  let workspace: Workspace;
  let customer: Customer;

  beforeAll(async () => {
    parley = await startParley("all-in-one", { ...settings, PARLEY_DATABASE_URL: databaseUrl });
  }, 120_000);

  beforeEach(async () => {
    workspace = await createWorkspace(parley.url, parley.adminToken);
    ({ customer } = workspace);
    const documents = [{ documentId: "welcome" }, { documentId: "roadmap" }];
    await customer.data("/v2/organizations/documents/add", { ...acme, documents, createOrganization: true });
  });

  afterAll(() => parley?.stop());

  async function comment(annotationId: string, documentId = "welcome", userId = "alice"): Promise<void> {
    const commentAnnotations = [{ annotationId, commentData: [{ commentId: "c", from: { userId }, commentText: "Hello." }] }];
    await customer.data("/v2/commentannotations/add", { ...acme, documentId, commentAnnotations });
  }

  /** The number of open streams according to the gateway's own metrics. */
  async function openStreams(): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${parley.opsPort}/metrics`)).text();
    return Number(/^parley_http_streams (\d+)$/m.exec(text)?.[1]);
  }

  test("a stream returns existing and new changes in order, in a form that proxies do not buffer", async () => {
    await comment("a");
    using reader = await ChangesReader.open(customer, { cursor: "start" });
    expect(await reader.annotations(1)).toEqual(["a"]);
    for (const id of ["b", "c"]) await comment(id);

    expect(await reader.annotations(3)).toEqual(["a", "b", "c"]);
    expect(reader.events.find(({ event }) => event === "change")?.data).toMatchObject({
      featureType: "comment",
      actionType: "comment_annotation.add",
      ...welcome,
      actionUser: { userId: "alice" },
    });
    expect([reader.status, reader.headers]).toMatchObject([
      200,
      { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no" },
    ]);
  });

  test("without a cursor a stream begins now, with a bookmark, and returns bookmarks regularly", async () => {
    await comment("before");
    using reader = await ChangesReader.open(customer, {});
    await reader.named("bookmark", 3);
    await comment("after");

    expect(await reader.annotations(1)).toEqual(["after"]);
    expect(reader.events[0]).toMatchObject({ event: "bookmark", id: expect.any(String), data: {} });
  });

  test("the id of each event continues behind it: as Last-Event-ID, which precedes the cursor, and as a cursor of pages", async () => {
    for (const id of ["a", "b", "c"]) await comment(id);
    using reader = await ChangesReader.open(customer, { cursor: "start" });
    const [first, second] = await reader.named("change", 3);

    using again = await ChangesReader.open(customer, { cursor: "start" }, { "last-event-id": first?.id });
    const page = await customer.post("/v2/changes/get", { cursor: second?.id });
    using fromPage = await ChangesReader.open(customer, { cursor: page.body.result.nextCursor });
    await comment("d");

    expect((await again.annotations(3)).slice(0, 2)).toEqual(["b", "c"]);
    expect(page.body.result.data).toMatchObject([{ annotationId: "c" }]);
    expect(await fromPage.annotations(1)).toEqual(["d"]);
  });

  test("a stream returns only changes that match its filters", async () => {
    using reader = await ChangesReader.open(customer, { ...acme, documentId: "roadmap", actionTypes: ["comment_annotation.add"] });
    await reader.named("bookmark");
    await comment("w", "welcome");
    await comment("r", "roadmap");
    await customer.data("/v2/commentannotations/delete", { ...acme, documentId: "roadmap", annotationIds: ["r"] });
    await comment("r2", "roadmap");

    expect(await reader.annotations(2)).toEqual(["r", "r2"]);
  });

  test("a stream includes the current thread on request", async () => {
    using reader = await ChangesReader.open(customer, { include: ["thread"] });
    await reader.named("bookmark");
    await comment("a");

    expect((await reader.named("change"))[0]?.data.thread).toMatchObject({ annotationId: "a", comments: [{ commentText: "Hello." }] });
  });

  test.each([
    ["cursor", { cursor: "garbled" }],
    ["documentId", { documentId: "welcome" }],
    ["waitMs", { waitMs: 10 }],
    ["include[0]", { include: ["everything"] }],
  ])("an invalid %s is refused by name before a stream begins", async (field, request) => {
    using reader = await ChangesReader.open(customer, request);

    expect(await reader.refusal()).toMatchObject({ status: 400, error: { status: "INVALID_ARGUMENT", details: [{ field }] } });
  });

  test("a Last-Event-ID of another key or other filters is refused", async () => {
    const other = await createWorkspace(parley.url, parley.adminToken);
    using reader = await ChangesReader.open(customer, {});
    const [bookmark] = await reader.named("bookmark");
    const headers = { "last-event-id": bookmark?.id };

    using ofOther = await ChangesReader.open(other.customer, {}, headers);
    using filtered = await ChangesReader.open(customer, acme, headers);

    for (const refused of [ofOther, filtered]) {
      expect(await refused.refusal()).toMatchObject({ status: 400, error: { status: "INVALID_ARGUMENT", details: [{ field: "cursor" }] } });
    }
  });

  test("an API key is limited in concurrent streams, which do not count towards its other requests", async () => {
    const readers = await Promise.all([1, 2, 3].map(() => ChangesReader.open(customer, {})));
    using refused = await ChangesReader.open(customer, {});
    expect(await refused.refusal()).toMatchObject({ status: 429, error: { status: "RESOURCE_EXHAUSTED" } });
    const others = await Promise.all([1, 2].map(() => customer.post("/v2/changes/get", { waitMs: 300 })));
    expect(others.map(({ status }) => status).toSorted()).toContain(200);
    expect((await customer.post("/v2/organizations/get", {})).status).toBe(200);

    for (const reader of readers) reader[Symbol.dispose]();

    await until(async () => {
      using again = await ChangesReader.open(customer, {});
      return again.status === 200;
    });
  });

  test("the revocation of a token ends its streams within five seconds, and no others", async () => {
    const { token } = await workspace.owner.data("/v2/workspace/authtokens/create", { apiKey: workspace.apiKey, name: "revoked" });
    using reader = await ChangesReader.open(customer.as({ ...customer.credentials, "x-svc-auth-token": token }), {});
    using stays = await ChangesReader.open(customer, {});
    await reader.named("bookmark");
    await workspace.owner.data("/v2/workspace/authtokens/revoke", { apiKey: workspace.apiKey, token });

    const [last] = await reader.named("error", 1, 5_000);

    expect(last?.data).toMatchObject({ status: "UNAUTHENTICATED" });
    await until(() => reader.ended === "whole");
    await comment("later");
    expect(await stays.annotations(1)).toEqual(["later"]);
    expect(reader.events.filter(({ event }) => event === "change")).toEqual([]);
  });

  test("a reader that stops reading is disconnected, regardless of the number of changes", async () => {
    const commentText = "x".repeat(15_000);
    const commentData = Array.from({ length: 60 }, (_, index) => ({ commentId: `c${index}`, from: { userId: "alice" }, commentText }));
    await customer.data("/v2/commentannotations/add", { ...welcome, commentAnnotations: [{ annotationId: "long", commentData }] });
    // Each change contains the whole thread: more than systems buffer for a connection that is not read.
    for (let index = 0; index < 30; index++) {
      const more = [{ commentId: `more${index}`, from: { userId: "alice" }, commentText: "Hello." }];
      await customer.data("/v2/commentannotations/comments/add", { ...welcome, annotationId: "long", commentData: more });
    }
    const before = await openStreams();
    using reader = await ChangesReader.open(customer, { cursor: "start", include: ["thread"], pageSize: 1_000 }, {}, { stands: true });
    expect(reader.status).toBe(200);

    await until(async () => (await openStreams()) === before);
    reader.read();
    await until(() => reader.ended === "cut off");
  });

  test("data erased while streams are read is not returned to later streams, and running ones receive only the removal", async () => {
    await customer.data("/v2/users/add", { ...welcome, users: [{ userId: "alice" }, { userId: "bob" }] });
    using reader = await ChangesReader.open(customer, { cursor: "start", include: ["thread"] });
    await comment("of-alice");
    await comment("of-bob", "welcome", "bob");
    await reader.named("change", 2);
    const known = reader.events.length;
    const { jobId } = await customer.data("/v2/users/data/delete", { userIds: ["alice"] });
    await until(async () => (await customer.data("/v2/workspace/removals/get", { jobId, openOnly: true })).length === 0, 60_000);
    await comment("after", "welcome", "bob");
    await reader.annotations(3);

    using later = await ChangesReader.open(customer, { cursor: "start", include: ["thread"] });
    await until(() => later.events.some(({ data }) => data.annotationId === "after"));

    expect(JSON.stringify(later.events)).not.toContain("alice");
    expect(later.events.map(({ data }) => data.annotationId)).toContain("of-bob");
    expect(JSON.stringify(reader.events.slice(known))).not.toContain("alice");
    expect(reader.events.slice(known).find(({ data }) => data.jobId === jobId)?.data).toMatchObject({
      actionType: "removal.start",
      actionUser: null,
    });
  }, 120_000);

  test("a client that disconnects leaves nothing behind", async () => {
    const before = await openStreams();
    const readers = await Promise.all([1, 2, 3].map(() => ChangesReader.open(customer, {})));
    expect(await openStreams()).toBe(before + 3);

    for (const reader of readers) reader[Symbol.dispose]();

    await until(async () => (await openStreams()) === before);
  });

  test("a cursor of a database that was replaced since is out of range, and the response says where to begin", async () => {
    using reader = await ChangesReader.open(customer, {});
    const [bookmark] = await reader.named("bookmark");
    await querySql(databaseUrl, "update activity.feed_epochs set tag = left(md5(tag), 12)");
    using again = await ChangesReader.open(customer, { cursor: bookmark?.id });

    expect(await again.refusal()).toMatchObject({ status: 400, error: { status: "OUT_OF_RANGE", details: [{ field: "cursor" }] } });
  });
});

test("a stream ends after its maximum duration, and the next one continues", async () => {
  await using parley = await startParley("all-in-one", { PARLEY_CHANGES_STREAM_MS: "500", PARLEY_DATABASE_URL: databaseUrl });
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  using reader = await ChangesReader.open(customer, {});
  await reader.named("end");
  await until(() => reader.ended === "whole");
  const last = reader.events.findLast(({ id }) => id !== undefined);
  using next = await ChangesReader.open(customer, {}, { "last-event-id": last?.id });

  expect(reader.events.at(-1)?.event).toBe("end");
  expect((await next.named("bookmark"))[0]?.id).toBe(last?.id);
}, 60_000);
