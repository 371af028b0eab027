import { withConstants } from "@parley/runtime";
import { type OwnPostgres, ownPostgres, querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, startActivity } from "./activity.ts";
import { searchedKey } from "./searched-key.ts";

// Uses a server of its own, because transactions of other tests on a shared one would delay the index.
let server: OwnPostgres;
let activity: Activity;

beforeAll(async () => {
  server = await ownPostgres();
  activity = await startActivity({ PARLEY_DATABASE_URL: await server.start(), ...withConstants({ searchKeysMs: 20 }) });
  await querySql(
    activity.databaseUrl,
    `create table public.steps (nth serial, api_key_id text, comments int, terms int);
     create table public.lists (pages int);
     create table public.most (comments int);
     insert into public.most values (1000);
     create function public.note_step() returns trigger language plpgsql security definer as $$ begin
       insert into public.steps (api_key_id, comments, terms) select api_key_id, count(*), coalesce(sum(cardinality(terms)), 0) from written group by api_key_id;
       insert into public.lists values (gin_clean_pending_list('activity.search_comments_by_terms'));
       if (select count(*) from written) > (select comments from public.most) then raise exception 'too large'; end if;
       return null;
     end $$;
     create trigger note_step after insert on activity.search_comments referencing new table as written
       for each statement execute function public.note_step();`,
  );
});

afterAll(async () => {
  await activity?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

const stepsOf = (apiKeyId: string) =>
  querySql<{ comments: number; terms: number }>(activity.databaseUrl, "select comments, terms from public.steps where api_key_id = $1", [
    apiKeyId,
  ]);

test.each([
  ["over the backlog", false],
  ["over new comments", true],
])("a step %s has a bounded number of terms, and the next one continues", async (_, isBegun) => {
  const key = searchedKey(activity, true);
  await key.add("first", ["word"]);
  if (isBegun) {
    await key.indexed();
    await key.hold();
  }
  const long = (nth: number) => Array.from({ length: 1_000 }, (_value, index) => `t${nth}x${index}y${"z".repeat(5)}`).join(" ");

  for (let nth = 0; nth < 24; nth++) await key.add(`long-${nth}`, [long(nth)]);
  await key.letGo();
  await key.indexed();

  const steps = await stepsOf(key.apiKeyId);
  expect(Math.max(...steps.map(({ terms }) => terms))).toBeLessThanOrEqual(30_100);
  expect(steps.reduce((all, { comments }) => all + comments, 0)).toBeGreaterThanOrEqual(25);
});

test("a thread with more terms than a step takes is walked in several steps, each continuing where the last one stopped", async () => {
  const key = searchedKey(activity, true);
  const long = (nth: number) => Array.from({ length: 1_000 }, (_value, index) => `c${nth}x${index}y${"z".repeat(5)}`).join(" ");

  await key.add("before", ["word"]);
  await key.add(
    "long",
    Array.from({ length: 24 }, (_, nth) => long(nth)),
  );
  await key.add("after", ["word"]);
  await key.indexed();

  const steps = await stepsOf(key.apiKeyId);
  expect(Math.max(...steps.map(({ terms }) => terms))).toBeLessThanOrEqual(30_100);
  expect(steps.reduce((all, { comments }) => all + comments, 0)).toBe(26);
  expect(await key.ids("word")).toEqual(["after", "before"]);
});

// Without a limit, the list of such a step has some 80 pages, and Postgres's own limit is 500.
test("a search meanwhile reads at most eight pages of terms that are not merged into the index yet, however many a step has", async () => {
  const key = searchedKey(activity, true);
  const some = (nth: number) => Array.from({ length: 100 }, (_, index) => `t${nth}x${index}y${"z".repeat(5)}`).join(" ");
  for (let nth = 0; nth < 40; nth++) await key.add(`some-${nth}`, [some(nth)]);
  await querySql(activity.databaseUrl, "delete from public.lists");

  await key.indexed();

  const [row] = await querySql<{ terms: number; pages: number }>(
    activity.databaseUrl,
    `select (select max(terms) from public.steps where api_key_id = $1) as terms, (select max(pages) from public.lists) as pages`,
    [key.apiKeyId],
  );
  expect(row?.terms).toBeGreaterThan(10_000);
  expect(row?.pages).toBeLessThanOrEqual(8);
});

test("indexes take turns, so that none waits until another is complete", async () => {
  const keys = [searchedKey(activity, true), searchedKey(activity, true)];
  for (const key of keys) {
    await key.add("first", ["word"]);
    await key.indexed();
    await key.hold();
    for (let nth = 0; nth < 3; nth++) await key.add(`many-${nth}`, Array<string>(100).fill("word"));
  }
  const ids = keys.map(({ apiKeyId }) => apiKeyId);

  await querySql(activity.databaseUrl, "update activity.search_keys set leased_until_ms = 0 where api_key_id = any($1)", [ids]);
  for (const key of keys) await key.indexed();

  const steps = await querySql<{ id: string }>(
    activity.databaseUrl,
    "select api_key_id as id from public.steps where api_key_id = any($1) and comments > 1 order by nth",
    [ids],
  );
  const turns = steps.map(({ id }) => ids.indexOf(id));
  expect(turns.length).toBeGreaterThanOrEqual(6);
  expect(turns.lastIndexOf(turns[0] ?? 0)).toBeGreaterThan(turns.indexOf(1 - (turns[0] ?? 0)));
});

test("a step after a failed one is half as large, until a step succeeds", async () => {
  const key = searchedKey(activity, true);
  for (let nth = 0; nth < 40; nth++) await key.add(`a-${nth}`, ["word"]);
  await querySql(activity.databaseUrl, "update public.most set comments = 20");

  await key.indexed();

  expect(await key.rows()).toBe(40);
  await querySql(activity.databaseUrl, "update public.most set comments = 1000");
});

test("an index is kept up to date among thousands of indexes without work", async () => {
  for (let nth = 0; nth < 2_500; nth++) activity.surroundings.indexedKeys.add(`idle-${nth}`);
  await until(async () => {
    const [row] = await querySql<{ n: number }>(activity.databaseUrl, "select count(*)::int as n from activity.search_keys");
    return (row?.n ?? 0) >= 2_500;
  });
  const key = searchedKey(activity, true);
  await key.add("a", ["word"]);
  await key.indexed();

  await key.add("b", ["word"]);
  await key.indexed();

  expect(await key.rows()).toBe(2);
  for (let nth = 0; nth < 2_500; nth++) activity.surroundings.indexedKeys.delete(`idle-${nth}`);
});
