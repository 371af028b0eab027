import { auditKeySet, readCheckpoint } from "@parley/audit";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { auditSteps } from "./audit-steps.ts";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const dayMs = 86_400_000;
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

const { act, recordsOf } = auditSteps(() => service);

/** A workspace with this many records. */
async function logOf(count: number): Promise<string> {
  const { workspaceId } = await service.workspace();
  for (let each = 0; each < count; each++) await act(workspaceId);
  expect(await recordsOf(workspaceId)).toHaveLength(count);
  return workspaceId;
}

const database = (sql: string, values: readonly unknown[] = []) => querySql(service.process.databaseUrl, sql, values);

/** What somebody with all rights in the database may do: no trigger runs. */
const tamper = (sql: string) => database(`set session_replication_role = replica; ${sql}`);

async function checkpointOf(workspaceId: string) {
  const { checkpoint } = await service.client.getAuditCheckpoint({ workspaceId });
  const { keySetJson } = await service.client.getAuditKeys({});
  return readCheckpoint(checkpoint, auditKeySet.parse(JSON.parse(keySetJson)));
}

const age = (workspaceId: string, upTo: number, days: number) =>
  database(
    `update workspace.audit_records set sealed_at_ms = sealed_at_ms - ${days * dayMs}::bigint where workspace_id = $1 and sequence <= ${upTo}`,
    [workspaceId],
  );

async function anotherProcess(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const own = await startWorkspaceService({ PARLEY_DATABASE_URL: service.process.databaseUrl, ...settings });
  onTestFinished(() => own.process.stop());
}

test.each([
  ["the oldest records", "sequence <= 2", "begins with 3 and ends with 6"],
  ["all but the last three records", "sequence <= 3", "begins with 4 and ends with 6"],
  ["the newest record", "sequence = 6", "begins with 1 and ends with 5"],
  ["all records", "sequence > 0", "it has none"],
])("no checkpoint is signed for a log from which %s were deleted in the database", async (_, which, found) => {
  const workspaceId = await logOf(6);

  await tamper(`delete from workspace.audit_records where workspace_id = '${workspaceId}' and ${which}`);
  const failure = await failureOf(service.client.getAuditCheckpoint({ workspaceId }));

  expect(failure).toMatchObject({ kind: "failed_precondition", reason: "audit_log_cut" });
  expect(failure.message).toContain("should begin with record 1 and end with record 6");
  expect(failure.message).toContain(found);
});

test("a deletion that does not go through the chain is refused by the database, whoever sends it", async () => {
  const workspaceId = await logOf(3);

  const deletion = database("delete from workspace.audit_records where workspace_id = $1 and sequence = 1", [workspaceId]);

  await expect(deletion).rejects.toThrow(/Record 1 of the audit log of .* is not removed/);
  expect(await recordsOf(workspaceId)).toHaveLength(3);
});

test("a log that was cut does not keep the checkpoints of others from being logged", async () => {
  const cut = await logOf(3);
  const whole = await logOf(3);
  await tamper(`delete from workspace.audit_records where workspace_id = '${cut}' and sequence = 1;
    update workspace.audit_chains set logged_at_ms = 0, logged_sequence = 0 where workspace_id in ('${cut}', '${whole}')`);

  await anotherProcess();

  const logged = () =>
    database("select workspace_id, logged_sequence from workspace.audit_chains where workspace_id = any($1) and logged_at_ms > 0", [
      [cut, whole],
    ]);
  const rows = await until(async () => {
    const found = await logged();
    return found.length === 2 ? found : undefined;
  });
  expect(new Map(rows.map((row) => [row.workspace_id, Number(row.logged_sequence)]))).toEqual(
    new Map([
      [cut, 0],
      [whole, 3],
    ]),
  );
});

test("a removal by age moves the beginning of the chain with it, so that checkpoints go on and say until when records went", async () => {
  const old = await logOf(4);
  const none = await logOf(2);
  await age(old, 2, 366);
  await age(none, 2, 366);
  const [{ sealed }] = (await database(
    "select max(sealed_at_ms) as sealed from workspace.audit_records where workspace_id = $1 and sequence <= 2",
    [old],
  )) as [{ sealed: number }];

  await Promise.all([anotherProcess(), anotherProcess()]);
  await until(async () => (await recordsOf(old)).length === 2 && (await recordsOf(none)).length === 0);

  expect(await checkpointOf(old)).toMatchObject({
    checkpoint: { sequence: 4, firstSequence: 3, removedUntil: Number(sealed), retentionMs: 365 * dayMs },
  });
  expect(await checkpointOf(none)).toMatchObject({ checkpoint: { sequence: 2, firstSequence: 3 } });
});

test("a log whose times were set back in the middle is not cut there", async () => {
  const tampered = await logOf(5);
  const old = await logOf(2);
  await database("update workspace.audit_records set sealed_at_ms = 1 where workspace_id = $1 and sequence = 4", [tampered]);
  await age(old, 1, 366);

  await anotherProcess();
  await until(async () => (await recordsOf(old)).length === 1);

  expect(await recordsOf(tampered)).toHaveLength(5);
  expect(await checkpointOf(tampered)).toMatchObject({ checkpoint: { sequence: 5, firstSequence: 1 } });
});
