import { IdempotencyState } from "@parley/contracts/workspace";
import { newId } from "@parley/kernel";
import { type QuotaCases, quotaOverrides, testQuotas } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workspaceModule } from "../src/module.ts";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

let service: Harness;

const requestHash = Buffer.alloc(32, 1);

async function answer(scopeId: string, key: string, body = "{}") {
  const begun = await service.client.beginIdempotentRequest({ scopeId, key, requestHash });
  if (begun.state === IdempotencyState.FRESH)
    await service.client.finishIdempotentRequest({ scopeId, key, leaseId: begun.leaseId, status: 200, body });
  return begun;
}

const cases: QuotaCases = {
  PARLEY_WORKSPACE_MAX_IDEMPOTENCY_KEYS_PER_KEY: {
    thing: "idempotency key",
    most: 3,
    ids: ["a", "b", "c", "d"],
    add: async (scopeId, keys) => {
      for (const key of keys) await answer(scopeId, key);
      return keys.map((id) => ({ id, success: true, code: "", message: "" }));
    },
  },
};

beforeAll(async () => {
  service = await startWorkspaceService({
    ...quotaOverrides(cases),
    PARLEY_WORKSPACE_MAX_API_KEYS: "3",
    PARLEY_IDEMPOTENCY_KEPT_BYTES: "1024",
  });
});

afterAll(() => service.process.stop());

testQuotas(workspaceModule, cases, async () => newId("pk_test"));

test("a workspace never has more API keys than its quota, however many are created at the same time, and others are not affected", async () => {
  const mine = await service.workspace();
  const other = await service.workspace();
  const create = ({ workspaceId }: { workspaceId: string }) => service.apiKey(workspaceId);

  const created = await Promise.allSettled(Array.from({ length: 5 }, () => create(mine)));

  expect(created.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", "rejected", "rejected", "rejected"]);
  expect(await failureOf(create(mine))).toMatchObject({
    kind: "resource_exhausted",
    reason: "quota_reached",
    message: "The API key quota of this workspace (3) is reached.",
  });
  await create(other);
});

test("for requests whose responses exceed the quota only the fact that they were done is stored", async () => {
  const scopeId = newId("pk_test");
  await answer(scopeId, "a", "x".repeat(600));
  await answer(scopeId, "b", "y".repeat(600));
  await answer(scopeId, "c", "z".repeat(400));

  const repeats = [await answer(scopeId, "a"), await answer(scopeId, "b"), await answer(scopeId, "c")];

  expect(repeats.map(({ state, body }) => [state, body.length])).toEqual([
    [IdempotencyState.FINISHED, 600],
    [IdempotencyState.FORGOTTEN, 0],
    [IdempotencyState.FINISHED, 400],
  ]);
});
