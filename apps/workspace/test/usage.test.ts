import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startWorkspaceService } from "./harness.ts";

const dayMs = 86_400_000;
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

const today = Math.floor(Date.now() / dayMs) * dayMs;
let reports = 0;

interface Counted {
  readonly apiKeyId: string;
  readonly daysAgo?: number;
  readonly counts?: object;
  readonly userIds?: string[];
}

function record(counted: readonly Counted[], reportId = `report_${++reports}`) {
  return service.client.recordUsage({
    reportId,
    counted: counted.map(({ apiKeyId, daysAgo = 0, counts = {}, userIds = [] }) => ({
      usage: { apiKeyId, dayMs: BigInt(today - daysAgo * dayMs), ...counts },
      userIds,
    })),
  });
}

async function usageOf(workspaceId: string, filter: object = {}) {
  const range = { fromMs: 0n, toMs: BigInt(today) };
  return (await service.client.listUsage({ workspaceId, ...range, ...filter })).days;
}

test("the counts of several processes for a day add up, and each user of the day counts once", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();

  await record([{ apiKeyId, counts: { requests: 2n, refused: 1n, streamsMs: 500n }, userIds: ["ada", "bob"] }]);
  await Promise.all([
    record([{ apiKeyId, counts: { requests: 3n, failed: 1n, inputTokens: 7n }, userIds: ["bob", "cyd"] }]),
    record([{ apiKeyId, counts: { comments: 4n, mails: 1n, deliveries: 2n, outputTokens: 9n }, userIds: ["cyd", "bob", "ada"] }]),
  ]);

  const [day, ...others] = await usageOf(workspaceId);
  expect(others).toEqual([]);
  expect(day?.users).toBe(3n);
  expect(day?.usage).toMatchObject({
    apiKeyId,
    dayMs: BigInt(today),
    requests: 5n,
    failed: 1n,
    refused: 1n,
    comments: 4n,
    mails: 1n,
    deliveries: 2n,
    streamsMs: 500n,
    inputTokens: 7n,
    outputTokens: 9n,
  });
});

test("users who acted are stored without their ids, under a different hash for each day and key", async () => {
  const mine = await service.workspace();
  const other = await service.workspace();

  await record([
    { apiKeyId: mine.apiKeyId, userIds: ["zoe"] },
    { apiKeyId: mine.apiKeyId, daysAgo: 1, userIds: ["zoe"] },
    { apiKeyId: other.apiKeyId, userIds: ["zoe"] },
  ]);

  const rows = await querySql<{ user_hash: string }>(
    service.process.databaseUrl,
    "select user_hash from workspace.usage_people where api_key_id = any($1)",
    [[mine.apiKeyId, other.apiKeyId]],
  );
  expect(rows).toHaveLength(3);
  expect(new Set(rows.map(({ user_hash }) => user_hash)).size).toBe(3);
  expect(JSON.stringify(rows)).not.toContain("zoe");
});

test("a repeated report counts once, even when it arrives at the same time, and so does a key that is in it twice", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const counted = [
    { apiKeyId, counts: { requests: 1n }, userIds: ["ada"] },
    { apiKeyId, userIds: ["bob"] },
  ];

  await Promise.all([record(counted, "heard"), record(counted, "heard")]);
  await record(counted, "heard");

  expect((await usageOf(workspaceId)).map(({ usage, users }) => [usage?.requests, users])).toEqual([[1n, 2n]]);
});

test("usage is listed by day and key, oldest first, in pages, only of the workspace's own keys", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const other = await service.workspace();
  const second = await service.apiKey(workspaceId);
  const keys = [apiKeyId, second].toSorted();
  await record([second, apiKeyId, other.apiKeyId].flatMap((key) => [2, 0, 1].map((daysAgo) => ({ apiKeyId: key, daysAgo }))));

  const seen = [];
  let pageToken = "";
  do {
    const page = await service.client.listUsage({ workspaceId, fromMs: 0n, toMs: BigInt(today), pageSize: 4, pageToken });
    seen.push(...page.days.map(({ usage }) => [(today - Number(usage?.dayMs)) / dayMs, usage?.apiKeyId]));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");

  expect(seen).toEqual([2, 1, 0].flatMap((daysAgo) => keys.map((key) => [daysAgo, key])));
  const daysOf = async (filter: object) => (await usageOf(workspaceId, filter)).map(({ usage }) => (today - Number(usage?.dayMs)) / dayMs);
  expect(await daysOf({ apiKeyId: second })).toEqual([2, 1, 0]);
  expect(await daysOf({ apiKeyId: second, pageSize: 2 })).toEqual([2, 1]);
  expect(await daysOf({ apiKeyId: second, fromMs: BigInt(today - dayMs), toMs: BigInt(today - dayMs) })).toEqual([1]);
  expect(await daysOf({ apiKeyId: other.apiKeyId })).toEqual([]);
});

test("the numbers of a deleted key stay, and nothing is added", async () => {
  const { workspaceId } = await service.workspace();
  const deleted = await service.apiKey(workspaceId);
  await record([{ apiKeyId: deleted, counts: { requests: 5n }, userIds: ["ada"] }]);

  await service.client.deleteApiKey({ workspaceId, apiKeyId: deleted });
  await record([{ apiKeyId: deleted, counts: { requests: 1n }, userIds: ["bob"] }, { apiKeyId: "pk_unknown" }]);

  expect((await usageOf(workspaceId)).map(({ usage, users }) => [usage?.apiKeyId, usage?.requests, users])).toEqual([[deleted, 5n, 1n]]);
});

test("usage is kept for 400 days, and the users who acted until the next day is over", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  await record([0, 1, 2, 400, 401].map((daysAgo) => ({ apiKeyId, daysAgo, userIds: ["ada"] })));
  expect(await peopleOf(apiKeyId)).toBe(5);

  // Old rows are deleted when a process starts, and once a minute.
  await using _again = await startAgain();

  await until(async () => (await peopleOf(apiKeyId)) === 2, 20_000);
  await until(async () => (await usageOf(workspaceId)).length === 4, 20_000);
  expect((await usageOf(workspaceId)).map(({ usage }) => (today - Number(usage?.dayMs)) / dayMs)).toEqual([400, 2, 1, 0]);
});

async function startAgain() {
  const again = await startWorkspaceService({ PARLEY_DATABASE_URL: service.process.databaseUrl });
  return { [Symbol.asyncDispose]: () => again.process.stop() };
}

async function peopleOf(apiKeyId: string): Promise<number> {
  const [row] = await querySql<{ count: number }>(
    service.process.databaseUrl,
    "select count(*)::int as count from workspace.usage_people where api_key_id = $1",
    [apiKeyId],
  );
  return row?.count ?? -1;
}
