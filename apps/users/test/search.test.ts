import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findIds, type Key, startUsers, type Users } from "./users.ts";

let users: Users;
let client: Users["client"];
let key: Key;
let large: Key;

const people = {
  "a-1": { name: "Alice Adams", email: "alice@example.com" },
  "a-2": { name: "Örjan Ålund", email: "orjan@example.com" },
  "a-3": { name: "Bob Alder-Smith", email: "bob@example.com" },
  "a-4": { name: "Maria al Fayed", email: "Al.Fayed@example.com" },
  "al-5": { name: "", email: "" },
  "a-6": { name: "ALAN", email: "" },
  "AL-7": { name: "100% _sure", email: "" },
  "b-1": { name: "Großmann, Jürgen", email: "" },
  "b-2": { name: "Siobhán O’Neill", email: "" },
  "b-3": { name: "Maria de la Cruz", email: "" },
  "b-4": { name: "NGUYỄN Thị Bích Văn ĐỨC", email: "" },
  "b-5": { name: "ЁЛКИНА Нина", email: "" },
  "b-6": { name: "ÉLODIE  (Støle)", email: "" },
};

beforeAll(async () => {
  users = await startUsers();
  client = users.client;
  const named = Object.entries(people).map(([userId, profile]) => ({ userId, ...profile }));
  [key, large] = [await users.newKey(), await users.newKey()];
  for (const { acme } of [key, large]) await client.addUsers({ ...acme, users: named });
  // A large organization is searched by the indexes, a small one is read whole.
  await querySql(
    users.databaseUrl,
    `insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
       select $1, 'acme', 'organization', '', 'm' || n from generate_series(1, 1200) n`,
    [large.apiKeyId],
  );
  // Users of the same API key who match the same words, but in another organization.
  const elsewhere = { apiKeyId: key.apiKeyId, organizationId: "other" };
  await client.addUsers({ ...elsewhere, users: [{ userId: "al-other", name: "Alice Other" }], createOrganization: true });
});

afterAll(() => users?.stop());

const searches = [
  ["al", ["a-6", "a-1", "a-4", "a-3", "a-2", "al-5"]],
  ["AL", ["a-6", "a-1", "a-4", "a-3", "a-2", "AL-7"]],
  ["alice a", ["a-1"]],
  ["ADAMS", ["a-1"]],
  ["örjan", ["a-2"]],
  ["ORJAN a", ["a-2"]],
  ["ålund", ["a-2"]],
  ["al.fayed@", ["a-4"]],
  ["bob@example.com", ["a-3"]],
  ["al-", ["al-5"]],
  ["100%", ["AL-7"]],
  ["_", ["AL-7"]],
  ["%", []],
  ["lice", []],
  ["jurgen", ["b-1"]],
  ["JÜRGEN", ["b-1"]],
  ["grossmann", ["b-1"]],
  ["großmann j", ["b-1"]],
  ["Jürgen Grossmann", ["b-1"]],
  ["o'neill", ["b-2"]],
  ["O´Neill", ["b-2"]],
  ["siobhan o`n", ["b-2"]],
  ["maria cruz", ["b-3"]],
  ["cruz mar", ["b-3"]],
  ["la", ["b-3"]],
  ["cr", ["b-3"]],
  ["mar", ["a-4", "b-3"]],
  ["cruz marian", []],
  ["ria", []],
  ["nguyen duc", ["b-4"]],
  ["duc bich", ["b-4"]],
  ["van nguyễn", ["b-4"]],
  ["đức", ["b-4"]],
  ["елкина", ["b-5"]],
  ["нин елк", ["b-5"]],
  ["elodie stole", ["b-6"]],
  ["støle", ["b-6"]],
  [", (", []],
] as const;

test.each(searches)(
  "%s finds users by the beginnings of their names, e-mail address and id, without accents and in any order of words, each once",
  async (search, expected) => {
    for (const { acme } of [key, large]) {
      for (const pageSize of [1, 2, 1_000])
        expect(await findIds(client, { ...acme, search, pageSize }), `pages of ${pageSize}`).toEqual(expected);
    }
  },
);

test("with all documents a search also finds users who are only in a document, each once, in a small organization and in a large one", async () => {
  for (const isLarge of [false, true]) {
    const { acme, apiKeyId } = await users.newKey();
    const guest = { userId: "guest-1", name: "Gina Garcia", email: "gina@guest.example" };
    await client.addUsers({ ...acme, users: [{ userId: "gus", name: "Gus Member" }] });
    for (const documentId of ["plan", "memo"]) {
      await client.addUsers({ ...acme, documentId, createDocument: true, users: [guest, { userId: "gus" }] });
    }
    await client.addUsers({
      apiKeyId,
      organizationId: "other",
      createOrganization: true,
      users: [{ userId: "guest-other", name: "Gina Other" }],
    });
    if (isLarge) {
      await querySql(
        users.databaseUrl,
        `insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
           select $1, 'acme', 'organization', '', 'm' || n from generate_series(1, 1200) n`,
        [apiKeyId],
      );
    }
    const find = (search: string, allDocuments: boolean) => findIds(client, { ...acme, search, allDocuments, pageSize: 1 });

    for (const search of ["gina", "GARCIA", "gina@guest", "guest-"]) expect(await find(search, true), search).toEqual(["guest-1"]);
    expect(await find("gu", true)).toEqual(["gus", "guest-1"]);
    expect(await find("gina", false)).toEqual([]);
    expect(await find("guest-", false)).toEqual([]);
  }
});

test("a search of a large organization finds the same in the same order, page by page", async () => {
  const { acme } = await users.newKey();
  // Every second user of the API key is in the organization. The others slow down a search that uses only the indexes.
  await querySql(
    users.databaseUrl,
    `with fresh as (
       insert into users.users (api_key_id, user_id, name, email)
       select $1, 'u' || lpad(n::text, 5, '0'), case n % 3 when 0 then 'Alma ' || n when 1 then 'Zoe Albers' else null end, 'al' || n || '@example.com'
       from generate_series(1, 4500) n returning user_id
     )
     insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
     select $1, 'acme', 'organization', '', user_id from fresh where right(user_id, 1) in ('0', '2', '4', '6', '8')`,
    [acme.apiKeyId],
  );
  const ids = Array.from({ length: 2_250 }, (_, index) => 2 * index + 2);
  const idOf = (n: number) => `u${String(n).padStart(5, "0")}`;
  const byText = (texts: readonly (readonly [string, number])[]) =>
    texts.toSorted(([a, n], [b, m]) => (a === b ? n - m : a < b ? -1 : 1)).map(([, n]) => idOf(n));
  const expected = [
    ...byText(ids.filter((n) => n % 3 === 0).map((n) => [`alma ${n}`, n])),
    ...byText(ids.filter((n) => n % 3 === 1).map((n) => ["albers", n])),
    ...byText(ids.filter((n) => n % 3 === 2).map((n) => [`al${n}@example.com`, n])),
  ];

  expect(await findIds(client, { ...acme, search: "al" })).toEqual(expected);
  expect(await findIds(client, { ...acme, search: "al", pageSize: 70 })).toEqual(expected);
  expect(await findIds(client, { ...acme, search: "u0000" })).toEqual([2, 4, 6, 8].map(idOf));
});

test("names and ids are found in a large organization, whatever letter follows the search text", async () => {
  const { acme } = await users.newKey();
  await querySql(
    users.databaseUrl,
    `with fresh as (
       insert into users.users (api_key_id, user_id, name, email)
       select $1, id, name, '' from (
         select 'many' || n, 'Many' from generate_series(1, 1100) n union all
         values ('by-name', 'Alžbeta'), ('by-emoji', 'Al😀'), ('alžid', 'Nobody'), ('al😀', 'Nobody')
       ) as people (id, name) returning user_id
     )
     insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
     select $1, 'acme', 'organization', '', user_id from fresh`,
    [acme.apiKeyId],
  );

  const found = await findIds(client, { ...acme, search: "al" });

  expect(found).toEqual(["by-name", "by-emoji", "alžid", "al😀"]);
});

test("an erased user is no longer found, and a renamed one only by the new name", async () => {
  const { acme, apiKeyId } = await users.newKey();
  await client.addUsers({
    ...acme,
    users: [
      { userId: "gone", name: "Greta" },
      { userId: "renamed", name: "Gustav" },
    ],
  });

  await client.deleteUserData({ apiKeyId, userIds: ["gone"] });
  await client.updateUsers({ ...acme, users: [{ userId: "renamed", name: "Henrik" }] });

  expect(await findIds(client, { ...acme, search: "g" })).toEqual([]);
  expect(await findIds(client, { ...acme, search: "hen" })).toEqual(["renamed"]);
});

test("another API key's users are not found", async () => {
  const stranger = await users.newKey();

  expect(await findIds(client, { ...stranger.acme, search: "al" })).toEqual([]);
});

test("names, addresses and ids of the maximum length are stored and found", async () => {
  const { acme } = await users.newKey();
  const long = { userId: "漢".repeat(256), name: "Å".repeat(1_000), email: `${"𝒜".repeat(32)}@${"a".repeat(63)}.example` };
  await client.addUsers({ ...acme, users: [long] });

  for (const search of ["å".repeat(128), "𝒜".repeat(32), "漢".repeat(128)]) {
    expect(await findIds(client, { ...acme, search, pageSize: 1 })).toEqual([long.userId]);
  }
});

test.each([
  ["a document", { documentId: "plan" }],
  ["a folder", { folderId: "notes" }],
  ["user ids", { userIds: ["a-1"] }],
  ["groups", { groupIds: ["g"] }],
  ["all documents, grouped", { allDocuments: true, groupByDocument: true }],
  ["a page token of a list", { pageToken: Buffer.from('["a"]').toString("base64url") }],
])("a search with %s is refused", async (_, request) => {
  await expect(client.findUsers({ ...key.acme, search: "al", ...request })).rejects.toMatchObject({
    failure: { kind: "invalid_argument" },
  });
});
