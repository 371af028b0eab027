import { randomUUID } from "node:crypto";
import { beginningOf, personalHashOf } from "@parley/audit";
import { AuditActorType, AuditOutcome, type AuditRecord } from "@parley/contracts/workspace";
import { querySql, until } from "@parley/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { auditSteps, hashed } from "./audit-steps.ts";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

const { begin, act, recordsOf } = auditSteps(() => service);

test("a record says who did what to what, from where, and with which outcome, and its hash covers it", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const { workspaceToken } = await service.client.createWorkspaceToken({ workspaceId, name: "deploys" });
  const tokenId = workspaceToken?.tokenId ?? "";
  const about = { ip: "192.0.2.7", userAgent: "curl/8", requestId: "req-1", changes: ["name"] };
  const targets = [{ type: "apiKey", id: apiKeyId }];
  const recordId = await begin(workspaceId, { action: "apiKeys.update", actorId: tokenId, apiKeyId, targets, ...about });

  await service.client.finishAuditRecord({
    workspaceId,
    recordId,
    outcome: AuditOutcome.REFUSED,
    targets: [{ type: "token", id: "made" }],
  });

  const [record] = await recordsOf(workspaceId);
  if (record === undefined) throw new Error("There is no record.");
  expect(record).toMatchObject({ recordId, sequence: 1n, action: "apiKeys.update", apiKeyId, actorName: "deploys", ...about });
  expect(record.targets.map(({ type, id }) => ({ type, id }))).toEqual([...targets, { type: "token", id: "made" }]);
  expect([record.actorType, record.outcome]).toEqual([AuditActorType.TOKEN, AuditOutcome.REFUSED]);
  expect(record.previousHash).toBe(beginningOf(workspaceId));
  expect(record.hash).toBe(hashed(record));
  const { salt = "", actorName = null, ip = null, userAgent = null } = record;
  expect(record.personalHash).toBe(personalHashOf(salt, { name: actorName, ip, userAgent }));
});

test("a session of the console is distinguished from a token, and has the name of its person", async () => {
  const { workspaceId, authToken } = await service.workspace();
  const begun = await service.client.beginConsoleSession({ workspaceId, person: "ada@example.com", role: 3, lifetimeMs: 60_000n });
  const { tokenId } = await service.asWorkspace(workspaceId, begun.token);
  const own = await service.asWorkspace(workspaceId, authToken);

  await act(workspaceId, { actorId: tokenId });
  await act(workspaceId, { actorId: own.tokenId });

  const [byToken, bySession] = await recordsOf(workspaceId);
  expect(bySession).toMatchObject({ actorType: AuditActorType.SESSION, actorName: "ada@example.com" });
  expect(byToken).toMatchObject({ actorType: AuditActorType.TOKEN });
});

test("a list without reads is filled from far below them, and its pages go on below themselves", async () => {
  const { workspaceId } = await service.workspace();
  const changes: string[] = [];
  for (let nth = 0; nth < 3; nth++) {
    changes.unshift(await act(workspaceId));
    for (let read = 0; read < 5; read++) await act(workspaceId, { action: "apiKeys.list", isRead: true });
  }
  const list = (pageToken = "") => service.client.listAuditRecords({ workspaceId, withoutReads: true, pageSize: 2, pageToken });

  const first = await list();
  const second = await list(first.nextPageToken);

  expect([first, second].map(({ records }) => records.map(({ recordId }) => recordId))).toEqual([changes.slice(0, 2), changes.slice(2)]);
  expect(await recordsOf(workspaceId)).toHaveLength(18);
});

test("an intent that is sent twice is one record, and its first outcome stands", async () => {
  const { workspaceId } = await service.workspace();
  const recordId = randomUUID();
  const intent = { workspaceId, recordId, action: "apiKeys.create", actorType: AuditActorType.TOKEN };
  await Promise.all([service.client.beginAuditRecord(intent), service.client.beginAuditRecord(intent)]);

  await service.client.finishAuditRecord({ workspaceId, recordId, outcome: AuditOutcome.SUCCESS });
  const before = await recordsOf(workspaceId);
  await service.client.finishAuditRecord({ workspaceId, recordId, outcome: AuditOutcome.FAILED });

  expect(before).toHaveLength(1);
  expect(await recordsOf(workspaceId)).toEqual(before);
});

test("nothing is recorded for an unknown workspace, and operators' requests have a chain of their own", async () => {
  const failure = await failureOf(begin("ws_unknown"));
  await act("installation", { action: "ops.deadLetters.redrive", actorType: AuditActorType.ADMIN, actorId: "" });

  expect(failure.kind).toBe("not_found");
  expect((await recordsOf("installation")).at(-1)).toMatchObject({ action: "ops.deadLetters.redrive", sequence: 1n });
});

test("a request whose gateway died has an unknown outcome, and a late outcome changes nothing", async () => {
  const impatient = await startWorkspaceService({ PARLEY_AUDIT_UNKNOWN_AFTER_MS: "100" });
  onTestFinished(() => impatient.process.stop());
  const steps = auditSteps(() => impatient);
  const { workspaceId } = await impatient.workspace();
  const recordId = await steps.begin(workspaceId);

  const [record] = await until(async () => {
    const found = await steps.recordsOf(workspaceId);
    return found.length > 0 ? found : undefined;
  });
  await impatient.client.finishAuditRecord({ workspaceId, recordId, outcome: AuditOutcome.SUCCESS });

  expect(record).toMatchObject({ recordId, outcome: AuditOutcome.UNKNOWN });
  expect(await steps.recordsOf(workspaceId)).toEqual([record]);
});

test("two hundred concurrent requests of one workspace make one chain without a gap, and none waits for it", async () => {
  const { workspaceId } = await service.workspace();
  await act(workspaceId);

  await Promise.all(Array.from({ length: 200 }, () => act(workspaceId)));

  const records = await allOf(workspaceId, 50);
  expect(records.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 201 }, (_, index) => 201 - index));
  for (const [index, record] of records.entries()) {
    expect(record.previousHash).toBe(records[index + 1]?.hash ?? beginningOf(workspaceId));
    expect(record.hash).toBe(hashed(record));
  }
});

test("a request does not wait while another transaction holds the chain of its workspace", async () => {
  const { workspaceId } = await service.workspace();
  await act(workspaceId);
  await recordsOf(workspaceId);
  const holder = new pg.Client({ connectionString: service.process.databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("begin");
  await holder.query("select from workspace.audit_chains where workspace_id = $1 for update", [workspaceId]);

  const recordId = await act(workspaceId);

  await holder.query("rollback");
  expect((await recordsOf(workspaceId))[0]).toMatchObject({ recordId, sequence: 2n });
});

test("an append to a chain continues where another one has just ended it", async () => {
  const { workspaceId } = await service.workspace();
  await act(workspaceId);
  await recordsOf(workspaceId);
  const other = new pg.Client({ connectionString: service.process.databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin");
  await other.query("update workspace.audit_chains set sequence = 7, hash = 'of another' where workspace_id = $1", [workspaceId]);

  const recordId = await act(workspaceId);
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await until(async () => (await querySql(service.process.databaseUrl, waiting)).length > 0);
  await other.query("commit");

  expect((await recordsOf(workspaceId))[0]).toMatchObject({ recordId, sequence: 8n, previousHash: "of another" });
});

async function allOf(workspaceId: string, pageSize: number): Promise<AuditRecord[]> {
  const all: AuditRecord[] = [];
  for (let pageToken = ""; ; ) {
    const { records, nextPageToken } = await service.client.listAuditRecords({ workspaceId, pageSize, pageToken });
    all.push(...records);
    if (nextPageToken === "") return all;
    pageToken = nextPageToken;
  }
}
