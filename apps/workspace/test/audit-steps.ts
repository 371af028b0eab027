import { randomUUID } from "node:crypto";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { hashOf } from "@parley/audit";
import { AuditActorType, AuditOutcome, type AuditRecord, type BeginAuditRecordRequestSchema } from "@parley/contracts/workspace";
import type { Harness } from "./harness.ts";

type Intent = Omit<MessageInitShape<typeof BeginAuditRecordRequestSchema>, "$typeName">;

/** The steps of tests of the audit log, with a service that is started later. */
export function auditSteps(at: () => Harness) {
  async function begin(workspaceId: string, intent: Partial<Intent> = {}): Promise<string> {
    const recordId = randomUUID();
    const what = { action: "apiKeys.create", actorType: AuditActorType.TOKEN, actorId: "t1", ...intent };
    await at().client.beginAuditRecord({ workspaceId, recordId, ...what });
    return recordId;
  }

  async function act(workspaceId: string, intent: Partial<Intent> = {}): Promise<string> {
    const recordId = await begin(workspaceId, intent);
    await at().client.finishAuditRecord({ workspaceId, recordId, outcome: AuditOutcome.SUCCESS });
    return recordId;
  }

  async function recordsOf(workspaceId: string): Promise<AuditRecord[]> {
    return (await at().client.listAuditRecords({ workspaceId })).records;
  }

  return { begin, act, recordsOf };
}

/** The hash of a record's content. */
export function hashed(record: AuditRecord): string {
  return hashOf({
    workspaceId: record.workspaceId,
    recordId: record.recordId,
    sequence: Number(record.sequence),
    occurredAt: Number(record.occurredAtMs),
    action: record.action,
    actor: { type: wordOf(record.actorType), id: record.actorId },
    targets: record.targets.map(({ type, id, personalHash }) => (personalHash === "" ? { type, id } : { type, personalHash })),
    apiKey: record.apiKeyId || null,
    requestId: record.requestId,
    outcome: wordOfOutcome(record.outcome),
    changes: record.changes,
    personalHash: record.personalHash,
    previousHash: record.previousHash,
  });
}

const wordOf = (type: AuditActorType) => AuditActorType[type].toLowerCase();
const wordOfOutcome = (outcome: AuditOutcome) => AuditOutcome[outcome].toLowerCase();
