import { withConstants } from "@parley/runtime";
import { type OwnPostgres, ownPostgres, querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, startActivity } from "./activity.ts";
import { searchedKey } from "./searched-key.ts";

// Uses a server of its own, because transactions of other tests on a shared one would delay the index.
let server: OwnPostgres;
let activity: Activity;

beforeAll(async () => {
  server = await ownPostgres();
  activity = await startActivity({ PARLEY_DATABASE_URL: await server.start(), ...withConstants({ searchKeysMs: 20 }) });
});

afterAll(async () => {
  await activity?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

type Key = ReturnType<typeof searchedKey>;

const threads = 24;
const hundred = Array<string>(100).fill("word");
// A segment is full with 2,048 comments. One step may then add 40 new ones and a hundred of the backlog, a whole thread, before it is split.
const most = 2_048 + 200;

/** The number of comments in each segment, the newest segment first, and whether all terms have the number of their comment's segment. */
async function segmentsOf({ apiKeyId }: Key) {
  const rows = await querySql<{ comments: number; right: boolean }>(
    activity.databaseUrl,
    `select count(c.*)::int as comments, coalesce(bool_and((select bool_and(t >> 40 = c.segment) from unnest(c.terms) t)), true) as right
     from activity.search_segments s left join activity.search_comments c using (api_key_id, organization_id, segment)
     where api_key_id = $1 group by s.from_ms, s.from_ref order by s.from_ms desc, s.from_ref desc`,
    [apiKeyId],
  );
  return { comments: rows.map(({ comments }) => comments), areRight: rows.every(({ right }) => right) };
}

/** The ids of all threads that a search finds, read page by page. */
async function allFound(key: Key, query: string): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for (let pageToken = "", isLast = false; !isLast; isLast = pageToken === "") {
    const page = await key.search(query, { pageSize: 10, pageToken });
    found.push(...page.threads.map(({ annotation }) => annotation?.annotationId));
    pageToken = page.nextPageToken;
  }
  return found;
}

const newestFirst = Array.from({ length: threads }, (_, index) => `t${threads - 1 - index}`);
const createdAtMs = (index: number) => BigInt(1_000 * (index + 1));

async function addThreads(key: Key): Promise<void> {
  for (let index = 0; index < threads; index++) await key.add(`t${index}`, hundred, { createdAtMs: createdAtMs(index) });
}

test("late replies to old threads split the segment that they fill, and every thread is still found once and in order", async () => {
  const key = searchedKey(activity, true);
  await key.add("t0", ["word"], { createdAtMs: createdAtMs(0) });
  await key.add(`t${threads - 1}`, ["word"], { createdAtMs: createdAtMs(threads - 1) });
  await key.indexed();
  const place = { apiKeyId: key.apiKeyId, organizationId: "acme", documentId: "welcome" };
  for (let index = 1; index < threads - 1; index++) await key.add(`t${index}`, ["word"], { createdAtMs: createdAtMs(index) });
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < threads; index++) {
      const comments = Array.from({ length: 100 }, () => ({ author: alice, comment: { text: "word" } }));
      await activity.administration.addComments({ ...place, annotationId: `t${index}`, comments });
    }
  }
  await key.indexed();
  await key.hold();

  const { comments, areRight } = await segmentsOf(key);
  expect(areRight).toBe(true);
  expect(comments.length).toBeGreaterThan(1);
  expect(Math.max(...comments)).toBeLessThanOrEqual(most);
  expect(await allFound(key, "wor")).toEqual(newestFirst);
});

test.each([
  ["that are newer than a full segment go into a new one after it", false],
  ["that are older than a full segment go into a new one before it", true],
])("threads %s, and the full one stays whole", async (_, isWalked) => {
  const key = searchedKey(activity, true);
  if (!isWalked) await key.indexed();

  await addThreads(key);
  await key.indexed();
  await key.hold();

  const { comments, areRight } = await segmentsOf(key);
  expect({ segments: comments.length, areRight }).toEqual({ segments: 2, areRight: true });
  // After a split in halves each of the two would have fewer.
  expect(isWalked ? comments[0] : comments[1]).toBeGreaterThanOrEqual(2_048);
  expect(await allFound(key, "word")).toEqual(newestFirst);
});

test("when a segment is split, the half with fewer terms moves", async () => {
  const key = searchedKey(activity, true);
  await key.add("light", ["word"], { createdAtMs: createdAtMs(0) });
  await key.add("newest", ["word"], { createdAtMs: createdAtMs(2) });
  await key.indexed();
  const words = (nth: number) => Array.from({ length: 1_000 }, (_, index) => `h${nth}x${index}yz`).join(" ");

  await key.add(
    "heavy",
    Array.from({ length: 60 }, (_, nth) => `word ${words(nth)}`),
    { createdAtMs: createdAtMs(1) },
  );
  await key.indexed();
  await key.hold();

  const segments = await querySql(
    activity.databaseUrl,
    `select annotation_id as id, array_agg(distinct segment) as segments from activity.search_comments join activity.annotations a
       using (api_key_id, annotation_ref) where api_key_id = $1 group by annotation_id order by annotation_id`,
    [key.apiKeyId],
  );
  expect(segments).toEqual([
    { id: "heavy", segments: [1] },
    { id: "light", segments: [2] },
    { id: "newest", segments: [1] },
  ]);
  expect((await segmentsOf(key)).areRight).toBe(true);
  expect(await allFound(key, "word")).toEqual(["newest", "heavy", "light"]);
});

test("an empty segment is removed when another one is split", async () => {
  const key = searchedKey(activity, true);
  await addThreads(key);
  await key.indexed();
  await key.addSegments(3);
  expect((await segmentsOf(key)).comments.length).toBe(5);

  for (let index = 0; index < threads; index++) await key.add(`old-${index}`, hundred, { createdAtMs: 1n });
  await key.indexed();
  await key.hold();

  expect((await segmentsOf(key)).comments).not.toContain(0);
});
