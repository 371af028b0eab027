import type { GetUserDataResponse } from "@parley/contracts/users";
import { withConstants } from "@parley/runtime";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Key, startUsers, type Users } from "./users.ts";

let users: Users;
let client: Users["client"];
let key: Key;

beforeAll(async () => {
  users = await startUsers({ ...withConstants({ maxUserDataBytes: 20_000 }) });
  client = users.client;
  key = await users.newKey();
  await client.addUsers({
    ...key.acme,
    users: [{ userId: "rich", name: "Rich", email: "rich@example.com", metadataJson: '{"title":"Boss"}' }],
  });
  await client.addUsers({ ...key.acme, documentId: "plan", users: [{ userId: "rich" }] });
});

afterAll(() => users?.stop());

beforeEach(() => {
  users.fakes.activityIsDown = false;
  users.fakes.pageSizes.length = 0;
});

const items = (what: string, count: number, length = 10) =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ [what]: index, text: "x".repeat(length) }));

async function pages(request: object = {}): Promise<GetUserDataResponse[]> {
  const found: GetUserDataResponse[] = [];
  for (let pageToken = ""; ; ) {
    const page = await client.getUserData({ ...key.acme, userId: "rich", ...request, pageToken });
    found.push(page);
    pageToken = page.nextPageToken;
    if (pageToken === "") return found;
  }
}

test("one token pages through four collections of different lengths, and returns every item once, in order", async () => {
  const { fakes } = users;
  Object.assign(fakes.items, {
    comments: items("c", 250),
    reactions: items("r", 100),
    recordings: [],
    notifications: items("n", 101),
  });

  const found = await pages();

  expect(
    found.map((page) => [page.commentsJson.length, page.reactionsJson.length, page.recordingsJson.length, page.notificationsJson.length]),
  ).toEqual([
    [100, 100, 0, 100],
    [100, 0, 0, 1],
    [50, 0, 0, 0],
  ]);
  expect(found.flatMap((page) => page.commentsJson)).toEqual(fakes.items.comments);
  expect(found.flatMap((page) => page.notificationsJson)).toEqual(fakes.items.notifications);
  // A completed collection is not requested again.
  expect(fakes.pageSizes).toHaveLength(4 + 2 + 1);
});

test("the profile is on the first page only", async () => {
  Object.assign(users.fakes.items, { comments: items("c", 150), reactions: [], recordings: [], notifications: [] });

  const [first, second] = await pages();

  expect(first?.profile).toMatchObject({
    user: { userId: "rich", name: "Rich", email: "rich@example.com" },
    metadataJson: '{"title": "Boss"}',
    organizationIds: ["acme"],
    documentIds: ["plan"],
    folderIds: [],
  });
  expect(second?.profile).toBeUndefined();
});

test("places that do not fit on the first page are on the next", async () => {
  const places = Array.from({ length: 1_200 }, (_, index) => `d${String(index).padStart(4, "0")}`);
  Object.assign(users.fakes.items, { comments: [], reactions: [], recordings: [], notifications: [] });
  const flags = { createDocument: true };
  for (const documentId of places) await client.addUsers({ ...key.acme, documentId, users: [{ userId: "rich" }], ...flags });

  const found = await pages();

  expect(found).toHaveLength(2);
  expect(found.flatMap(({ profile }) => profile?.documentIds ?? [])).toEqual([...places, "plan"]);
});

test("an unknown user has four empty lists and no profile", async () => {
  const page = await client.getUserData({ ...key.acme, userId: "nobody" });

  expect(page).toMatchObject({ commentsJson: [], reactionsJson: [], recordingsJson: [], notificationsJson: [], nextPageToken: "" });
  expect(page.profile).toBeUndefined();
});

test("items that are too long for one response come in shorter pages, each once", async () => {
  Object.assign(users.fakes.items, {
    comments: items("c", 60, 1_000),
    reactions: items("r", 60, 1_000),
    recordings: [],
    notifications: [],
  });

  const found = await pages();

  expect(found.length).toBeGreaterThan(2);
  expect(found.flatMap((page) => page.commentsJson)).toEqual(users.fakes.items.comments);
  expect(found.flatMap((page) => page.reactionsJson)).toEqual(users.fakes.items.reactions);
});

test("a single item that is longer than a response should be is still returned", async () => {
  Object.assign(users.fakes.items, { comments: items("c", 2, 30_000), reactions: [], recordings: [], notifications: [] });

  expect((await pages()).flatMap((page) => page.commentsJson)).toEqual(users.fakes.items.comments);
});

test("while a service with part of the data is down the call is unavailable, never incomplete", async () => {
  users.fakes.activityIsDown = true;

  await expect(client.getUserData({ ...key.acme, userId: "rich" })).rejects.toMatchObject({ failure: { kind: "unavailable" } });
});

test("a page token that this service did not make is refused", async () => {
  const foreign = Buffer.from(JSON.stringify(["", "nonsense", "", "", ""])).toString("base64url");

  for (const pageToken of ["nonsense", foreign]) {
    await expect(client.getUserData({ ...key.acme, userId: "rich", pageToken })).rejects.toMatchObject({
      failure: { kind: "invalid_argument" },
    });
  }
});

test("a removal whose request is repeated while it still runs is begun once", async () => {
  const again = { headers: { "x-parley-repeat-key": "removal-of-gone" } };
  const ask = () => client.deleteUserData({ apiKeyId: key.apiKeyId, userIds: ["gone"] }, again);

  const answers = await Promise.all([ask(), ask(), ask(), ask()]);

  expect(new Set(answers.map(({ jobId }) => jobId)).size).toBe(1);
  expect(
    await querySql(users.databaseUrl, "select count(*)::int as jobs from users.erasure_jobs where job_id = $1", [answers[0]?.jobId]),
  ).toEqual([{ jobs: 1 }]);
});
