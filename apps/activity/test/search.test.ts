import { Code } from "@connectrpc/connect";
import { withConstants } from "@parley/runtime";
import { type OwnPostgres, ownPostgres, querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, bob, startActivity } from "./activity.ts";
import { searchedKey } from "./searched-key.ts";

// Uses a server of its own, because transactions of other tests on a shared one would delay the index.
let server: OwnPostgres;
let activity: Activity;

beforeAll(async () => {
  server = await ownPostgres();
  activity = await startActivity({
    PARLEY_DATABASE_URL: await server.start(),
    ...withConstants({ maxScannedRows: 40, searchKeysMs: 20 }),
  });
});

afterAll(async () => {
  await activity?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

const freshKey = (isSearched = true) => searchedKey(activity, isSearched);

test("while search is off, searches are refused and nothing is indexed", async () => {
  const key = freshKey(false);
  await key.add("a", ["a typo"]);

  await expect(key.search("typo")).rejects.toMatchObject({ code: Code.FailedPrecondition });
  expect(await key.rows()).toBe(0);
});

test("a query without words and a query of too many words are refused", async () => {
  const key = freshKey();

  await expect(key.search(" -- ")).rejects.toMatchObject({ code: Code.InvalidArgument });
  await expect(key.search(Array.from({ length: 33 }, (_, index) => `w${index}`).join(" "))).rejects.toMatchObject({
    code: Code.InvalidArgument,
  });
});

test("existing comments are found once they are indexed, with the ids of matching comments and an excerpt", async () => {
  const key = freshKey();
  await key.add("both", ["The first page has a typo", "nothing here", "another typo on that page"]);
  await key.add("apart", ["a typo", "a page"]);

  await key.indexed();

  const { threads, isUpToDate, indexedPercent } = await key.search("page typ");
  expect({ isUpToDate, indexedPercent }).toEqual({ isUpToDate: true, indexedPercent: 100 });
  expect(threads).toMatchObject([
    { annotation: { annotationId: "both", documentId: "welcome" }, commentIds: ["c1", "c3"], excerpt: "another typo on that page" },
  ]);
});

test("threads that were created last come first, whenever they were stored", async () => {
  const key = freshKey();
  await key.add("today", ["word"]);
  await key.add("second", ["word"], { createdAtMs: 2_000n });
  await key.indexed();
  await key.add("third", ["word"], { createdAtMs: 3_000n });
  await key.indexed();
  await key.hold();
  await key.add("first", ["word"], { createdAtMs: 1_000n });
  await key.add("fourth", ["word"], { createdAtMs: 4_000n });

  expect(await key.ids("word")).toEqual(["today", "fourth", "third", "second", "first"]);
});

test("the newest threads come first, and pages follow each other without a gap or a repeat", async () => {
  const key = freshKey();
  for (let index = 0; index < 5; index++) await key.add(`old-${index}`, ["word"]);
  await key.indexed();
  for (let index = 0; index < 5; index++) await key.add(`new-${index}`, ["word", "word again"]);
  await key.indexed();
  await key.hold();
  for (let index = 0; index < 3; index++) await key.add(`now-${index}`, ["word"]);

  const found: (string | undefined)[] = [];
  for (let pageToken = "", isLast = false; !isLast; isLast = pageToken === "") {
    const page = await key.search("wor", { pageSize: 2, pageToken });
    expect(page.threads.length).toBeLessThanOrEqual(2);
    found.push(...page.threads.map(({ annotation }) => annotation?.annotationId));
    pageToken = page.nextPageToken;
  }

  const ids = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${count - 1 - index}`);
  expect(found).toEqual([...ids("now", 3), ...ids("new", 5), ...ids("old", 5)]);
});

test("documents, users and statuses filter by the current state of threads", async () => {
  const key = freshKey();
  const place = { apiKeyId: key.apiKeyId, organizationId: "acme", documentId: "welcome" };
  await key.add("open", ["word"]);
  await key.add("done", ["word"], { status: "DONE" });
  await key.add("elsewhere", ["word"], { documentId: "roadmap" });
  await key.indexed();
  await activity.administration.updateCommentAnnotations({ ...place, annotationIds: ["open"], change: { status: "LATER" } });
  await activity.administration.addComments({ ...place, annotationId: "open", comments: [{ author: bob, comment: { text: "mine" } }] });

  expect(await key.ids("word", { documentId: "roadmap" })).toEqual(["elsewhere"]);
  expect(await key.ids("word", { statuses: ["LATER", "NONE"] })).toEqual(["open"]);
  expect(await key.ids("word", { userId: "bob" })).toEqual(["open"]);
  expect(await key.ids("word", { userId: "alice" })).toEqual(["elsewhere", "done", "open"]);
});

test("threads of a disabled document are not found", async () => {
  const key = freshKey();
  await key.add("seen", ["word"]);
  await key.add("hidden", ["word"], { documentId: "hidden" });
  await key.indexed();
  expect(await key.ids("word")).toEqual(["hidden", "seen"]);

  activity.surroundings.disable(key.apiKeyId, "acme", "hidden");
  await until(async () => (await key.ids("word")).length === 1);

  expect(await key.ids("word")).toEqual(["seen"]);
});

test("a search finds nothing of other organizations or other API keys", async () => {
  const key = freshKey();
  const other = freshKey();
  for (const [name, of] of Object.entries({ word: key, else: other })) await of.add("a", [name]);
  for (const of of [key, other]) await of.indexed();

  expect(await key.ids("word", { organizationId: "globex" })).toEqual([]);
  expect(await other.ids("word")).toEqual([]);
});

test("a wrong match in the index is not shown, because the text is compared", async () => {
  const key = freshKey();
  await key.add("a", ["word"]);
  await key.add("b", ["else"]);
  await key.indexed();
  await key.hold();
  await querySql(
    activity.databaseUrl,
    `update activity.search_comments set terms = (select array_agg(t) from activity.search_comments, unnest(terms) t where api_key_id = $1)
     where api_key_id = $1`,
    [key.apiKeyId],
  );

  expect(await key.ids("word")).toEqual(["a"]);
});

test("a request examines a bounded number of threads; its page may be empty, and the next one continues", async () => {
  const key = freshKey();
  await key.add("rare", ["word"], { status: "RARE" });
  for (let index = 0; index < 60; index++) await key.add(`a-${index}`, ["word"]);
  await key.indexed();
  await key.hold();

  const first = await key.search("word", { statuses: ["RARE"], pageSize: 5 });
  const second = await key.search("word", { statuses: ["RARE"], pageSize: 5, pageToken: first.nextPageToken });

  expect(first.threads).toEqual([]);
  expect(first.nextPageToken).not.toBe("");
  expect(second.threads).toMatchObject([{ annotation: { annotationId: "rare" } }]);
});

test.each([
  ["with few threads", 0],
  ["with very many threads", 1_000],
])("the threads of a user %s are found, even among more threads of others than a request examines", async (_, otherThreads) => {
  const key = freshKey();
  const place = { apiKeyId: key.apiKeyId, organizationId: "acme", documentId: "welcome" };
  for (const annotationId of ["first", "second"]) {
    await activity.administration.addCommentAnnotations({
      ...place,
      annotations: [
        { annotation: { annotationId }, comments: [{ author: bob, comment: { text: annotationId === "first" ? "word" : "else" } }] },
      ],
    });
  }
  for (let index = 0; index < (otherThreads === 0 ? 60 : 10); index++) await key.add(`a-${index}`, ["word"]);
  await key.indexed();
  await key.hold();
  await querySql(
    activity.databaseUrl,
    `insert into activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
     select $1, 'acme', 'bob', 'welcome', 8000000000000 + n, 8000000000000 + n from generate_series(1, $2::int) n`,
    [key.apiKeyId, otherThreads],
  );

  expect(await key.ids("word", { userId: "bob", pageSize: 1 })).toEqual(["first"]);
  expect(await key.ids("else", { userId: "bob", pageSize: 1 })).toEqual(["second"]);
});

test.each([
  [1, 1_024],
  [32, 32],
])("a request searches for %i words in a bounded number of segments, and the next page continues", async (words, segments) => {
  const key = freshKey();
  const query = Array.from({ length: words }, (_, index) => `w${index}`).join(" ");
  await key.add("a", [query]);
  await key.indexed();
  await key.hold();
  await key.addSegments(segments);

  const first = await key.search(query);
  const second = await key.search(query, { pageToken: first.nextPageToken });

  expect(first.threads).toEqual([]);
  expect(second.threads).toMatchObject([{ annotation: { annotationId: "a" } }]);
});

test.each([
  ["Latin with marks", "Crème brûlée", "creme brulee"],
  ["Cyrillic", "Ёлка и чай", "елк"],
  ["Greek", "Ο δρόμος", "ΔΡΟΜΟΣ"],
  ["Arabic", "السَّلامُ عَلَيْكُم", "عليكم"],
  ["Hebrew", "שָׁלוֹם לכולם", "שלום"],
  ["Thai", "สวัสดีครับ", "สวัสดี"],
  ["Chinese", "我们在东京都开会", "东京都"],
  ["Japanese", "東京タワーを見た", "タワー"],
  ["Korean", "한국어 댓글을 검색", "댓글"],
  ["emoji", "Ship it 👍🏽", "👍"],
])("a comment in %s is found through the index", async (script, text, query) => {
  const key = freshKey();
  await key.add(script, [text]);
  await key.add("other", ["nothing of it"]);
  await key.indexed();
  await key.hold();

  expect(await key.ids(query)).toEqual([script]);
});
