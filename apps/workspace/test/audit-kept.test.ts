import { createHash } from "node:crypto";
import { auditKeySet, beginningOf, personHashOf, publicBytesOf, readCheckpoint, signingKey } from "@parley/audit";
import { runCommandLine } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { workspaceModule } from "../src/module.ts";
import { auditSteps, hashed } from "./audit-steps.ts";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

const { begin, act, recordsOf } = auditSteps(() => service);

test("an erased person leaves a hash in the record, which still verifies", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  await act(workspaceId, { apiKeyId, targets: [{ type: "user", id: "ada" }], action: "users.deleteData" });
  const [before] = await recordsOf(workspaceId);

  await querySql(service.process.databaseUrl, `delete from workspace.audit_people where api_key_id = '${apiKeyId}'`);

  const [after] = await recordsOf(workspaceId);
  const [target] = before?.targets ?? [];
  expect(target).toMatchObject({ type: "user", id: "ada" });
  expect(target?.personalHash).toBe(personHashOf(target?.salt ?? "", "ada"));
  expect(after?.targets).toMatchObject([{ type: "user", id: "", salt: "", personalHash: target?.personalHash }]);
  expect(after?.hash).toBe(before?.hash);
  expect(after === undefined ? "" : hashed(after)).toBe(after?.hash);
});

test("only the row that is deleted with the user names the user in plain text", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  await act(workspaceId, { apiKeyId, targets: [{ type: "user", id: "unmistakable-user" }] });
  await recordsOf(workspaceId);

  const [found] = await querySql<{ texts: string }>(
    service.process.databaseUrl,
    `select string_agg(r::text, '') as texts from workspace.audit_records r where workspace_id = '${workspaceId}'`,
  );

  expect(found?.texts).not.toContain("unmistakable-user");
  expect(await failureOf(begin(workspaceId, { targets: [{ type: "user", id: "ada" }] }))).toMatchObject({ kind: "invalid_argument" });
});

test("a checkpoint is signed over the newest record, and the published keys verify it", async () => {
  const { workspaceId } = await service.workspace();
  const empty = await checkpointOf(workspaceId);
  await act(workspaceId);
  await act(workspaceId);

  const full = await checkpointOf(workspaceId);
  const [newest] = await recordsOf(workspaceId);

  expect(empty).toMatchObject({ checkpoint: { workspaceId, sequence: 0, firstSequence: 1, hash: beginningOf(workspaceId) } });
  expect(full).toMatchObject({ checkpoint: { workspaceId, sequence: 2, firstSequence: 1, hash: newest?.hash } });
});

async function checkpointOf(workspaceId: string, from = service) {
  const { checkpoint } = await from.client.getAuditCheckpoint({ workspaceId });
  const { keySetJson } = await from.client.getAuditKeys({});
  return readCheckpoint(checkpoint, auditKeySet.parse(JSON.parse(keySetJson)));
}

test("keys come from settings: the newest signs, and retired ones are published with their time", async () => {
  const newest = createHash("sha256").update("newest").digest();
  const old = createHash("sha256").update("old").digest();
  const retired = publicBytesOf(signingKey("a1", old)).toString("base64");
  const keys = `a2:${newest.toString("base64")},a1:retired:${retired}:2026-01-01T00:00:00Z`;
  const own = await startWorkspaceService({ PARLEY_AUDIT_KEYS: keys });
  onTestFinished(() => own.process.stop());
  const { workspaceId } = await own.workspace();

  const { keySetJson } = await own.client.getAuditKeys({});

  expect(await checkpointOf(workspaceId, own)).toMatchObject({ keyId: "a2" });
  expect(auditKeySet.parse(JSON.parse(keySetJson)).keys).toMatchObject([{ kid: "a2" }, { kid: "a1", retiredAt: Date.UTC(2026, 0, 1) }]);
  expect(keySetJson).not.toContain('"d"');
});

test("records older than the retention are deleted, oldest first, with their persons; the rest still verifies", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  for (const user of ["ada", "bob", "cleo"]) await act(workspaceId, { apiKeyId, targets: [{ type: "user", id: user }] });
  // Records that began in the same millisecond have no fixed order.
  const [newest] = await recordsOf(workspaceId);
  await querySql(
    service.process.databaseUrl,
    `update workspace.audit_records set sealed_at_ms = sealed_at_ms - 366 * 86400000::bigint where workspace_id = '${workspaceId}' and sequence <= 2`,
  );

  const brief = await startWorkspaceService({ PARLEY_DATABASE_URL: service.process.databaseUrl });
  onTestFinished(() => brief.process.stop());
  const left = await until(async () => {
    const records = await recordsOf(workspaceId);
    return records.length === 1 ? records : undefined;
  });

  const [people] = await querySql<{ users: string }>(
    service.process.databaseUrl,
    `select string_agg(user_id, ',') as users from workspace.audit_people where api_key_id = '${apiKeyId}'`,
  );
  expect(left[0]).toMatchObject({ sequence: 3n });
  expect(people?.users).toBe(newest?.targets[0]?.id);
  expect(await checkpointOf(workspaceId)).toMatchObject({ checkpoint: { sequence: 3, firstSequence: 3 } });
});

test("an operator erases an actor by name, with address and program; the chain keeps its hashes", async () => {
  const { workspaceId, authToken } = await service.workspace();
  const own = await service.asWorkspace(workspaceId, authToken);
  const from = { actorId: own.tokenId, ip: "192.0.2.7", userAgent: "curl/8" };
  for (const actorName of ["ada@example.com", "bob@example.com"]) await act(workspaceId, { ...from, actorName });
  const before = await recordsOf(workspaceId);
  const environment = { ...service.process.environment, PARLEY_FORGET_WORKSPACE: workspaceId, PARLEY_FORGET_ACTOR: "ada@example.com" };

  const said = await runCommandLine([workspaceModule], ["forget-audit-actor"], environment);

  const [bob, ada] = await recordsOf(workspaceId);
  expect(said).toBe("Erased the actor from 1 records.");
  expect([ada?.actorName, ada?.ip, ada?.userAgent, ada?.salt]).toEqual([undefined, undefined, undefined, undefined]);
  expect(bob).toEqual(before[0]);
  expect([ada?.hash, ada?.personalHash]).toEqual([before[1]?.hash, before[1]?.personalHash]);
});
