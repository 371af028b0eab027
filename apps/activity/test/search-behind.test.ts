import { withConstants } from "@parley/runtime";
import { type OwnPostgres, ownPostgres, querySql, until } from "@parley/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Activity, bob, startActivity } from "./activity.ts";
import { searchedKey } from "./searched-key.ts";

// Uses a server of its own, because transactions of other tests on a shared one would delay the index.
let server: OwnPostgres;
let activity: Activity;

beforeAll(async () => {
  server = await ownPostgres();
  activity = await startActivity({
    PARLEY_DATABASE_URL: await server.start(),
    ...withConstants({ searchKeysMs: 20 }),
  });
});

afterAll(async () => {
  await activity?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

const freshKey = (isSearched = true) => searchedKey(activity, isSearched);

test("paging skips no thread when threads are indexed between two pages", async () => {
  const key = freshKey();
  await key.add("old", ["word"]);
  await key.indexed();
  await key.hold();
  for (let index = 0; index < 4; index++) await key.add(`now-${index}`, ["word"]);
  const first = await key.search("word", { pageSize: 2 });

  await key.letGo();
  await key.indexed();
  await key.hold();
  const second = await key.search("word", { pageSize: 2, pageToken: first.nextPageToken });
  const third = await key.search("word", { pageSize: 2, pageToken: second.nextPageToken });

  const ids = [first, second, third].map(({ threads }) => threads.map(({ annotation }) => annotation?.annotationId));
  expect(ids).toEqual([["now-3", "now-2"], ["now-1", "now-0"], ["old"]]);
});

test("added and edited comments are indexed even if their feed records are deleted", async () => {
  const key = freshKey();
  const place = { apiKeyId: key.apiKeyId, organizationId: "acme", documentId: "welcome" };
  await key.add("edited", ["before"]);
  await key.indexed();
  await key.hold();
  await key.add("added", ["word"]);
  await activity.administration.updateComments({ ...place, annotationId: "edited", commentIds: ["c1"], change: { text: "word now" } });
  await querySql(activity.databaseUrl, "delete from activity.activities where api_key_id = $1", [key.apiKeyId]);

  expect(await key.ids("word")).toEqual(["added", "edited"]);
  await key.letGo();
  await key.indexed();
  await key.caughtUp();
  await key.hold();

  expect(await key.ids("word")).toEqual(["added", "edited"]);
});

test.each([
  ["stays out of it if the deletion commits", "commit", ["c", "a"]],
  ["enters it if the deletion is rolled back", "rollback", ["c", "b", "a"]],
])("a comment that is being deleted does not block the index, and %s", async (_, end, expected) => {
  const key = freshKey();
  await key.add("first", ["else"]);
  await key.indexed();
  await key.hold();
  for (const id of ["a", "b", "c"]) await key.add(id, ["word"]);
  const deleting = new pg.Client({ connectionString: activity.databaseUrl });
  await deleting.connect();
  onTestFinished(() => deleting.end());
  await deleting.query(
    `begin; delete from activity.comments c using activity.annotations a where a.api_key_id = '${key.apiKeyId}' and a.annotation_id = 'b'
       and c.api_key_id = a.api_key_id and c.annotation_ref = a.annotation_ref`,
  );

  await key.letGo();
  await until(async () => (await key.rows()) === 3);
  await deleting.query(end);
  await key.indexed();
  await key.caughtUp();
  await key.hold();

  expect(await key.ids("word")).toEqual(expected);
});

test("added, edited and deleted comments show at once, before they are indexed", async () => {
  const key = freshKey();
  const place = { apiKeyId: key.apiKeyId, organizationId: "acme", documentId: "welcome" };
  await key.add("a", ["before"]);
  await key.add("gone", ["before"]);
  await key.indexed();
  await key.hold();

  await activity.administration.updateComments({ ...place, annotationId: "a", commentIds: ["c1"], change: { text: "afterwards" } });
  await activity.administration.addComments({ ...place, annotationId: "a", comments: [{ author: bob, comment: { text: "a reply" } }] });
  await activity.administration.deleteCommentAnnotations({ ...place, annotationIds: ["gone"] });

  expect(await key.ids("before")).toEqual([]);
  expect(await key.ids("afterw")).toEqual(["a"]);
  expect(await key.ids("reply")).toEqual(["a"]);
  expect((await key.search("reply")).isUpToDate).toBe(true);
  expect(await key.rows()).toBe(1);
});

test("the terms of indexed comments are merged into the index, so that no search reads them one by one", async () => {
  const key = freshKey();
  await key.add("a", ["several words of a comment"]);
  await key.indexed();

  const [left] = await querySql<{ pages: number }>(
    activity.databaseUrl,
    "select gin_clean_pending_list('activity.search_comments_by_terms')::int as pages",
  );

  expect(left?.pages).toBe(0);
});

test("an edit replaces the indexed terms", async () => {
  const key = freshKey();
  const place = { apiKeyId: key.apiKeyId, organizationId: "acme", documentId: "welcome" };
  await key.add("a", ["before"]);
  await key.indexed();
  const terms = () => querySql(activity.databaseUrl, "select terms from activity.search_comments where api_key_id = $1", [key.apiKeyId]);
  const before = await terms();

  await activity.administration.updateComments({ ...place, annotationId: "a", commentIds: ["c1"], change: { text: "afterwards" } });
  await until(async () => JSON.stringify(await terms()) !== JSON.stringify(before));
  await key.hold();

  expect(await key.ids("afterwards")).toEqual(["a"]);
});

async function addFillers(key: ReturnType<typeof freshKey>, threads: number, commentsEach: number, organizationId = "acme"): Promise<void> {
  const texts = Array<string>(commentsEach).fill("filler");
  for (let thread = 0; thread < threads; thread++) await key.add(`filler-${thread}`, texts, { organizationId });
}

// Comments of another organization are scanned, but take none of the bytes.
test.each(["acme", "globex"])("a search reports an index that is too far behind (with comments of %s)", async (organizationId) => {
  const key = freshKey();
  await key.add("a", ["word"]);
  await key.indexed();
  await key.hold();

  await addFillers(key, 21, 100, organizationId);

  expect((await key.search("word")).isUpToDate).toBe(false);
  expect(await key.ids("word")).toEqual(["a"]);
});

test("a request scans a bounded number of bytes of comments that are not indexed yet", async () => {
  const key = freshKey();
  await key.add("first", ["word"]);
  await key.indexed();
  await key.hold();
  for (const id of ["one", "two"])
    await key.add(
      id,
      Array.from({ length: 10 }, () => `word ${"x".repeat(18_000)}`),
    );

  const { threads, isUpToDate } = await key.search("word");
  expect(isUpToDate).toBe(false);
  expect(threads[0]).toMatchObject({ annotation: { annotationId: "two" } });
});

test("a search says that it is not up to date while the backlog is not indexed", async () => {
  const key = freshKey();
  await key.add("a", ["word"]);
  await key.indexed();
  await querySql(
    activity.databaseUrl,
    "update activity.search_keys set below_ref = top_ref, leased_until_ms = 9000000000000000 where api_key_id = $1",
    [key.apiKeyId],
  );

  expect(await key.search("word")).toMatchObject({ isUpToDate: false, indexedPercent: 0 });
});

test("an index that is being removed is not searched, and the answer says so", async () => {
  const key = freshKey();
  await key.add("a", ["word"]);
  await key.indexed();
  await key.hold();

  await querySql(activity.databaseUrl, "update activity.search_keys set is_leaving = true where api_key_id = $1", [key.apiKeyId]);

  expect(await key.search("word")).toMatchObject({ threads: [], isUpToDate: false, indexedPercent: 0 });
});

test("an index that another process creates while the keys are listed is not removed", async () => {
  const key = freshKey();
  const { surroundings, databaseUrl } = activity;
  let listed = 0;
  surroundings.whileListing = async () => {
    if (listed++ > 0) return;
    await querySql(
      databaseUrl,
      `insert into activity.search_keys (api_key_id, written_position, written_ref, written_comment_id, top_ref, below_ref, oldest_ref, leased_until_ms)
       values ($1, 0, 0, '', 0, 0, 0, 9000000000000000)`,
      [key.apiKeyId],
    );
    surroundings.indexedKeys.add(key.apiKeyId);
  };
  await until(async () => listed > 1);
  surroundings.whileListing = undefined;

  const states = await querySql(databaseUrl, "select is_leaving from activity.search_keys where api_key_id = $1", [key.apiKeyId]);
  expect(states).toEqual([{ is_leaving: false }]);
});

test("the terms of a comment are deleted with it, and those of a key after its search is turned off", async () => {
  const key = freshKey();
  const place = { apiKeyId: key.apiKeyId, organizationId: "acme", documentId: "welcome" };
  await key.add("a", ["one", "two"]);
  await key.add("b", ["three"]);
  await key.indexed();
  expect(await key.rows()).toBe(3);

  await activity.administration.deleteComments({ ...place, annotationId: "a", commentIds: ["c1"] });
  expect(await key.rows()).toBe(2);
  key.turnOff();

  await until(async () => (await key.rows()) === 0);
  await until(
    async () =>
      (await querySql(activity.databaseUrl, "select from activity.search_keys where api_key_id = $1", [key.apiKeyId])).length === 0,
  );
});
