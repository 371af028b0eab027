import type { Mutation } from "../mutation.ts";

const log = "apps/gateway/src/audit/audit-log.ts";
const store = "apps/workspace/src/audit/audit-records.store.ts";
const byHttp = ["apps/all-in-one/test/audit.test.ts"];
const byService = ["apps/workspace/test/audit.test.ts"];
const kept = ["apps/workspace/test/audit-kept.test.ts"];
const verification = ["libs/audit/src/verify/verification.test.ts"];
const refusedAct = "an act beyond the rights";

/** The promises of the audit log: no act without a record, no unnoticed change, no name of an erased user. */
export const auditMutations: readonly Mutation[] = [
  {
    name: "act-without-its-intent",
    file: log,
    text: `throw new Failure("unavailable", message, { reason: "audit_unavailable", cause: error });`,
    replacement: "void message;",
    noticedBy: byHttp,
    tests: "no operation does an act whose intent cannot",
  },
  {
    name: "removals-and-exports-unrecorded",
    file: "apps/gateway/src/operations/operation.ts",
    text: "operation.audited === true || ",
    replacement: "",
    noticedBy: byHttp,
    tests: "a removal and an export",
  },
  {
    name: "denied-act-unrecorded",
    file: "apps/gateway/src/credentials/credential-check.ts",
    text: "await this.#options.onDenied?.(operation, credential, request);",
    replacement: "",
    noticedBy: byHttp,
    tests: refusedAct,
  },
  {
    name: "act-out-of-reach-unrecorded",
    file: "apps/gateway/src/request/bound-callers.ts",
    text: "await onDenied(operation, credential, request, data);",
    replacement: "",
    noticedBy: byHttp,
    tests: "an act on an organization that a token",
  },
  {
    name: "refused-sign-ins-recorded-without-bound",
    file: "apps/gateway/src/audit/refusal-bounds.ts",
    text: 'return this.#workspaces.take(workspaceId) && this.#all.take("");',
    replacement: 'return this.#workspaces.take(workspaceId) || this.#all.take("");',
    noticedBy: byHttp,
    tests: "strangers can add only a bounded number of",
  },
  {
    name: "outcome-of-a-record-overwritten",
    file: store,
    text: `and \${auditRecords.recordId} = $recordId and \${auditRecords.outcome} is null`,
    replacement: `and \${auditRecords.recordId} = $recordId`,
    noticedBy: byService,
    tests: "its first outcome stands",
  },
  {
    name: "acts-of-dead-gateways-never-given-up",
    file: "apps/workspace/src/audit/audit-sealer.ts",
    text: "await markUnknown(database, unknownAfterMs, recordsAtOnce);",
    replacement: "await markUnknown(database, unknownAfterMs * 1_000, recordsAtOnce);",
    noticedBy: byService,
    tests: "a request whose gateway died has an unknown",
  },
  {
    name: "chain-sealed-without-its-lock",
    file: "apps/workspace/src/audit/audit-chains.store.ts",
    text: `where \${auditChains.workspaceId} = $workspaceId for update`,
    replacement: `where \${auditChains.workspaceId} = $workspaceId`,
    noticedBy: byService,
    tests: "an append to a chain continues where another",
  },
  {
    name: "user-named-in-the-hashed-record",
    file: "apps/workspace/src/audit/begin-audit-record.ts",
    text: "stored.push({ type, personalHash: personHashOf(salt, id) });",
    replacement: "stored.push({ type, id });",
    noticedBy: kept,
    tests: "only the row that is deleted with the",
  },
  {
    name: "old-records-kept",
    file: "apps/workspace/src/audit/audit-sealer.ts",
    text: "deleteOldAuditRecords(database, retentionMs, limit)",
    replacement: "deleteOldAuditRecords(database, retentionMs * 10, limit)",
    noticedBy: kept,
    tests: "records older than the retention",
  },
  {
    name: "link-of-the-chain-unchecked",
    file: "libs/audit/src/verify/chain.ts",
    text: "if (previousHash === before.hash) return;",
    replacement: 'if (previousHash !== "") return;',
    noticedBy: verification,
    tests: "a changed record is found, even when its",
  },
  {
    name: "cut-tail-unnoticed",
    file: "libs/audit/src/verify/checkpoint-check.ts",
    text: "if (sequence > 0 && last < sequence) {",
    replacement: "if (sequence > 0 && last > sequence) {",
    noticedBy: verification,
    tests: "a removed end of the log is found",
  },
  {
    name: "retired-key-believed",
    file: "libs/audit/src/verify/checkpoint-check.ts",
    text: "if (retiredAt !== undefined && checkpoint.at > retiredAt) {",
    replacement: "if (retiredAt !== undefined && checkpoint.at > retiredAt * 2) {",
    noticedBy: verification,
    tests: "a checkpoint is trusted only if its key",
  },
  {
    name: "old-checkpoint-believed",
    file: "libs/audit/src/verify/checkpoint-check.ts",
    text: "nowMs - newest.at > maxAgeMs",
    replacement: "nowMs - newest.at > maxAgeMs * 1_000",
    noticedBy: verification,
    tests: "a removed end of the log is found",
  },
  {
    name: "log-of-another-workspace-believed",
    file: "libs/audit/src/verify/verification.ts",
    text: "if (workspaceId === this.#workspaceId) return;",
    replacement: 'if (workspaceId !== "") return;',
    noticedBy: verification,
    tests: "of another workspace are found",
  },
];
