import { IdempotencyState } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import { randomText } from "@parley/kernel";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetAnswers } from "../src/idempotency/idempotency-records.store.ts";
import { databaseOf, failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const requestHash = Buffer.alloc(32, 1);
const otherHash = Buffer.alloc(32, 2);
const dayMs = 24 * 60 * 60 * 1000;
let service: Harness;
let database: Database;

beforeAll(async () => {
  service = await startWorkspaceService({ ...withConstants({ idempotencyRemovalMs: 20 }) });
  database = databaseOf(service);
});

afterAll(() => Promise.all([database.close(), service.process.stop()]));

const begin = (key: string, hash = requestHash, scopeId = "pk_test_1") =>
  service.client.beginIdempotentRequest({ scopeId, key, requestHash: hash });
const finish = (key: string, leaseId: string, body = "{}", scopeId = "pk_test_1") =>
  service.client.finishIdempotentRequest({ scopeId, key, leaseId, status: 200, body });
const forgetUntil = (requestedAtMs: number, apiKeyId: string) => forgetAnswers(database, apiKeyId, requestedAtMs, 1_000);
const stateOf = async (key: string, hash = requestHash, scopeId = "pk_test_1") => (await begin(key, hash, scopeId)).state;
const endLease = (key: string) =>
  querySql(service.process.databaseUrl, "update workspace.idempotency_records set lease_until_ms = 0 where idempotency_key = $1", [key]);
const age = (key: string, ageMs: number) =>
  querySql(
    service.process.databaseUrl,
    "update workspace.idempotency_records set created_at_ms = workspace.now_ms() - $2::bigint where idempotency_key = $1",
    [key, ageMs],
  );

test("the first request is fresh, a repeat learns that it runs, and after its end gets the same response", async () => {
  const key = randomText(10);

  const first = await begin(key);
  expect(first).toMatchObject({ state: IdempotencyState.FRESH, leaseId: expect.stringMatching(/./) });
  expect(await stateOf(key)).toBe(IdempotencyState.RUNNING);
  await finish(key, first.leaseId, '{"result":"é😀"}');

  expect(await begin(key)).toMatchObject({ state: IdempotencyState.FINISHED, status: 200, body: '{"result":"é😀"}' });
});

test("a claim that is sent again with its lease keeps the lease, until it is finished", async () => {
  const [key, leaseId] = [randomText(10), randomText(22)];
  const claim = { scopeId: "pk_test_1", key, requestHash, leaseId };

  const [first, again] = [await service.client.beginIdempotentRequest(claim), await service.client.beginIdempotentRequest(claim)];
  const other = await service.client.beginIdempotentRequest({ ...claim, leaseId: randomText(22) });
  await finish(key, leaseId);

  expect([first.state, again.state, other.state]).toEqual([IdempotencyState.FRESH, IdempotencyState.FRESH, IdempotencyState.RUNNING]);
  expect([first.leaseId, again.leaseId]).toEqual([leaseId, leaseId]);
  expect((await service.client.beginIdempotentRequest(claim)).state).toBe(IdempotencyState.FINISHED);
});

test("each claim under another lease has the next number, until the key stands for a new request", async () => {
  const [key, leaseId] = [randomText(10), randomText(22)];
  const claim = async () => {
    const { earlierClaims, sentBefore } = await begin(key);
    await endLease(key);
    return [earlierClaims, sentBefore];
  };
  const sentAgain = async () =>
    (await service.client.beginIdempotentRequest({ scopeId: "pk_test_1", key, requestHash, leaseId })).earlierClaims;

  expect([await claim(), await claim()]).toEqual([
    [0, false],
    [1, true],
  ]);
  expect([await sentAgain(), await sentAgain()]).toEqual([2, 2]);
  await age(key, dayMs);
  expect(await claim()).toEqual([0, false]);
});

test("the same key with another request is refused, running or finished", async () => {
  const key = randomText(10);
  const { leaseId } = await begin(key);

  expect(await stateOf(key, otherHash)).toBe(IdempotencyState.OTHER_REQUEST);
  await finish(key, leaseId);
  expect(await stateOf(key, otherHash)).toBe(IdempotencyState.OTHER_REQUEST);
  expect(await stateOf(key)).toBe(IdempotencyState.FINISHED);
});

test("the same key of another caller is a different key", async () => {
  const key = randomText(10);
  await begin(key);

  expect(await stateOf(key, requestHash, "pk_test_2")).toBe(IdempotencyState.FRESH);
});

test("each caller who repeats a key gets the response to its own request, even if others use the same key", async () => {
  const key = randomText(10);
  const scopes = ["pk_test_a", "pk_test_b", "ws_c", "admin"];
  for (const scope of scopes) await finish(key, (await begin(key, requestHash, scope)).leaseId, `answer of ${scope}`, scope);

  const repeats = await Promise.all(scopes.map((scope) => begin(key, requestHash, scope)));

  expect(repeats.map(({ state, body }) => [state, body])).toEqual(scopes.map((scope) => [IdempotencyState.FINISHED, `answer of ${scope}`]));
});

test("of twenty concurrent requests exactly one is fresh", async () => {
  for (let round = 0; round < 5; round++) {
    const key = randomText(10);

    const states = await Promise.all(Array.from({ length: 20 }, () => stateOf(key)));

    expect(states.filter((state) => state === IdempotencyState.FRESH)).toHaveLength(1);
    expect(states.filter((state) => state === IdempotencyState.RUNNING)).toHaveLength(19);
  }
});

test("an abandoned request can be sent again at once, as the same request only", async () => {
  const key = randomText(10);
  const { leaseId } = await begin(key);

  await service.client.abandonIdempotentRequest({ scopeId: "pk_test_1", key, leaseId });

  expect(await stateOf(key, otherHash)).toBe(IdempotencyState.OTHER_REQUEST);
  expect(await stateOf(key)).toBe(IdempotencyState.FRESH);
});

test.each([false, true])("the key of a refused request is free for another one, unless it was sent before: %s", async (wasSent) => {
  const key = randomText(10);
  if (wasSent) await begin(key).then(() => endLease(key));
  const { leaseId } = await begin(key);
  await service.client.abandonIdempotentRequest({ scopeId: "pk_test_1", key, leaseId, wasRefused: true });

  expect(await stateOf(key, otherHash)).toBe(wasSent ? IdempotencyState.OTHER_REQUEST : IdempotencyState.FRESH);
});

test("when a gateway dies the same request may begin again after its lease, and one of many does", async () => {
  const key = randomText(10);
  await begin(key);
  await endLease(key);

  expect(await stateOf(key, otherHash)).toBe(IdempotencyState.OTHER_REQUEST);
  const states = await Promise.all(Array.from({ length: 10 }, () => stateOf(key)));
  expect(states.filter((state) => state === IdempotencyState.FRESH)).toHaveLength(1);
});

test("a holder that lost the lease neither ends nor frees the request of its successor", async () => {
  const key = randomText(10);
  const lost = await begin(key);
  await endLease(key);
  const taken = await begin(key);

  await finish(key, lost.leaseId, "late");
  await service.client.abandonIdempotentRequest({ scopeId: "pk_test_1", key, leaseId: lost.leaseId });
  expect(await stateOf(key)).toBe(IdempotencyState.RUNNING);

  await finish(key, taken.leaseId, "right");
  await finish(key, taken.leaseId, "again");
  await service.client.abandonIdempotentRequest({ scopeId: "pk_test_1", key, leaseId: taken.leaseId });
  expect((await begin(key)).body).toBe("right");
});

test("a response is stored for 24 hours and no longer", async () => {
  const kept = randomText(10);
  const old = randomText(10);
  for (const key of [kept, old]) await finish(key, (await begin(key)).leaseId);

  await age(kept, dayMs - 60_000);
  await age(old, dayMs);

  expect(await stateOf(kept)).toBe(IdempotencyState.FINISHED);
  expect(await stateOf(old, otherHash)).toBe(IdempotencyState.FRESH);
});

test("all old records are deleted in the background, and young ones stay", async () => {
  const [young] = await Promise.all([begin(randomText(10)), begin(randomText(10))]);
  await querySql(
    service.process.databaseUrl,
    `insert into workspace.idempotency_records (scope_id, idempotency_key, request_hash, lease_id, lease_until_ms, created_at_ms)
     select 'old', n::text, '\\x01', 'lease', 0, workspace.now_ms() - $1::bigint - n from generate_series(1, 2500) n`,
    [dayMs],
  );

  const left = () =>
    querySql<{ count: string }>(service.process.databaseUrl, "select count(*) from workspace.idempotency_records where scope_id = 'old'");
  await until(async () => (await left())[0]?.count === "0");

  expect(young?.state).toBe(IdempotencyState.FRESH);
  const [rest] = await querySql<{ count: string }>(service.process.databaseUrl, "select count(*) from workspace.idempotency_records");
  expect(Number(rest?.count)).toBeGreaterThan(1);
});

test("a request that ends without a response to store is known to have been done", async () => {
  const key = randomText(10);

  await finish(key, (await begin(key)).leaseId, "");

  expect(await begin(key)).toMatchObject({ state: IdempotencyState.FORGOTTEN, body: "" });
  expect(await stateOf(key, otherHash)).toBe(IdempotencyState.OTHER_REQUEST);
});

test("responses from before a removal are deleted, later ones and those of other API keys stay", async () => {
  const apiKeyId = `pk_test_${randomText(10)}`;
  const [old, young, others] = [randomText(10), randomText(10), randomText(10)];
  await finish(old, (await begin(old, requestHash, apiKeyId)).leaseId, "names Ada", apiKeyId);
  await finish(young, (await begin(young, requestHash, apiKeyId)).leaseId, "names Bob", apiKeyId);
  await finish(others, (await begin(others)).leaseId, "names Cem");
  for (const key of [old, others]) await age(key, 600_000);

  const forgotten = await forgetUntil(Date.now() - 300_000, apiKeyId);
  const again = await forgetUntil(Date.now() - 300_000, apiKeyId);

  expect([forgotten, again]).toEqual([1, 0]);
  expect(await begin(old, requestHash, apiKeyId)).toMatchObject({ state: IdempotencyState.FORGOTTEN, body: "" });
  expect((await begin(young, requestHash, apiKeyId)).body).toBe("names Bob");
  expect((await begin(others)).body).toBe("names Cem");
  const stored = "select sealed_body from workspace.idempotency_records where idempotency_key = $1";
  expect(await querySql(service.process.databaseUrl, stored, [old])).toEqual([{ sealed_body: null }]);
});

test("a request that runs while responses are deleted stores none when it ends; executed again later it does", async () => {
  const apiKeyId = `pk_test_${randomText(10)}`;
  const [running, ended] = [randomText(10), randomText(10)];
  const { leaseId } = await begin(running, requestHash, apiKeyId);
  const lost = await begin(ended, requestHash, apiKeyId);

  await forgetUntil(Date.now(), apiKeyId);
  await finish(running, leaseId, "names Ada", apiKeyId);
  await service.client.abandonIdempotentRequest({ scopeId: apiKeyId, key: ended, leaseId: lost.leaseId });
  const anew = await begin(ended, requestHash, apiKeyId);
  await finish(ended, anew.leaseId, "later", apiKeyId);

  expect(await begin(running, requestHash, apiKeyId)).toMatchObject({ state: IdempotencyState.FORGOTTEN, body: "" });
  expect((await begin(ended, requestHash, apiKeyId)).body).toBe("later");
});

test("a removal also reaches responses of a database whose clock is ahead by a minute", async () => {
  const apiKeyId = `pk_test_${randomText(10)}`;
  const key = randomText(10);
  await finish(key, (await begin(key, requestHash, apiKeyId)).leaseId, "names Ada", apiKeyId);

  await forgetUntil(Date.now() - 60_000, apiKeyId);

  expect(await stateOf(key, requestHash, apiKeyId)).toBe(IdempotencyState.FORGOTTEN);
});

test("a request hash must be present and short", async () => {
  for (const hash of [Buffer.alloc(0), Buffer.alloc(65)]) expect((await failureOf(begin("key", hash))).kind).toBe("invalid_argument");
});
