import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditSteps } from "./audit-steps.ts";
import { type Harness, startWorkspaceService } from "./harness.ts";

let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

const { act, recordsOf } = auditSteps(() => service);

test("records are found by time, action, actor, API key and target, persons among them", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const user = { apiKeyId, targets: [{ type: "user", id: "ada" }], action: "users.deleteData", actorId: "t2" };
  const first = await act(workspaceId, { targets: [{ type: "apiKey", id: "pk_x" }] });
  const second = await act(workspaceId, user);
  const third = await act(workspaceId);
  const times = (await recordsOf(workspaceId)).map(({ occurredAtMs }) => occurredAtMs).reverse();
  const found = async (filter: object) =>
    (await service.client.listAuditRecords({ workspaceId, ...filter })).records.map(({ recordId }) => recordId);

  expect(await found({})).toEqual([third, second, first]);
  expect(await found({ actions: ["users.deleteData", "other"] })).toEqual([second]);
  expect(await found({ actorIds: ["t1"] })).toEqual([third, first]);
  expect(await found({ apiKeyId })).toEqual([second]);
  expect(await found({ targetIds: ["pk_x", "ada"] })).toEqual([second, first]);
  expect(await found({ targetIds: ["nobody"] })).toEqual([]);
  expect(await found({ toMs: times[0] })).toContain(first);
  expect(await found({ toMs: (times[0] ?? 0n) - 1n })).toEqual([]);
  expect(await found({ fromMs: times[2] })).toContain(third);
  expect(await found({ fromMs: (times[2] ?? 0n) + 1n })).toEqual([]);
  expect(await found({ fromMs: times[1], toMs: times[1] })).toContain(second);
});

test("a filter with few matches continues after the records that one call examines", async () => {
  const { workspaceId } = await service.workspace();
  const wanted = await act(workspaceId, { action: "rare" });
  await recordsOf(workspaceId);
  await querySql(
    service.process.databaseUrl,
    `insert into workspace.audit_records (workspace_id, record_id, action, actor_type, actor_id, targets, target_ids, on_api_key, request_id, changes,
       outcome, finished_at_ms, sequence, sealed_at_ms, personal_hash, previous_hash, hash)
     select '${workspaceId}', 'r' || n, 'usual', 'token', '', '[]', '{}', '', '', '{}', 'success', 0, n, workspace.now_ms(), '', '', ''
     from generate_series(2, 15000) n`,
  );

  const first = await service.client.listAuditRecords({ workspaceId, actions: ["rare"] });
  const second = await service.client.listAuditRecords({ workspaceId, actions: ["rare"], pageToken: first.nextPageToken });

  expect(first.records).toEqual([]);
  expect(second.records.map(({ recordId }) => recordId)).toEqual([wanted]);
  expect(second.nextPageToken).toBe("");
});
