import { querySql } from "@parley/testing";
import { expect, test } from "vitest";
import { createWorkspace } from "./customer.ts";
import { useWorkspace } from "./use-workspace.ts";
import { expectError } from "./wire-answers.ts";

const { parley, workspace } = useWorkspace();

const create = (key: string, name: string) =>
  workspace.owner.post("/v2/workspace/apikey/create", { ownerEmail: "a@example.com", apiKeyName: name }, { "idempotency-key": key });

test("the same key and body return the first response again", async () => {
  const first = await create("once", "n");
  const second = await create("once", "n");

  expect(first.status).toBe(200);
  expect(second.body).toEqual(first.body);
  expect(second.headers["idempotent-replayed"]).toBe("true");
  expect(first.headers).not.toHaveProperty("idempotent-replayed");
});

test("the same key with another body is refused", async () => {
  await create("other", "n");

  expectError(await create("other", "m"), 400, "FAILED_PRECONDITION");
});

test("of fifty concurrent requests one is executed, and all answered ones get the same response", async () => {
  const keys = Array.from({ length: 4 }, (_, n) => `race-${n}`);

  const answers = await Promise.all(keys.flatMap((key) => Array.from({ length: 50 }, () => create(key, key))));
  const later = await Promise.all(keys.map((key) => create(key, key)));

  for (const answer of answers) if (answer.status !== 200) expectError(answer, 409, "ABORTED");
  const done = [...answers, ...later].filter(({ status }) => status === 200);
  expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(keys.length);
  const effects =
    "select api_key_name as key, count(*)::int as effects from workspace.api_keys where api_key_name like 'race-%' group by 1 order by 1";
  expect(await querySql(parley.databaseUrl, effects)).toEqual(keys.map((key) => ({ key, effects: 1 })));
});

test("keys of different callers are independent", async () => {
  const other = await createWorkspace(parley.url, parley.adminToken);
  const mine = await create("shared", "n");

  const theirs = await other.owner.post(
    "/v2/workspace/apikey/create",
    { ownerEmail: "a@example.com", apiKeyName: "n" },
    { "idempotency-key": "shared" },
  );

  expect(theirs.status).toBe(200);
  expect(theirs.body.result.data.apiKey).not.toBe(mine.body.result.data.apiKey);
});

test("a key with other characters than visible ASCII is refused", async () => {
  expectError(await create("a b", "n"), 400, "INVALID_ARGUMENT");
});
