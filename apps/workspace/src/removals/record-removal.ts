import { setTimeout as delay } from "node:timers/promises";
import { signRemovalCertificate } from "@parley/audit";
import { removalsCompletedTopic } from "@parley/contracts/topics";
import type { RecordRemovalRequest, RemovedCollection } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import { Failure } from "@parley/kernel";
import { event } from "@parley/messaging";
import { isUnsealed } from "../audit/checkpoints.store.ts";
import { checkpointOf } from "../audit/get-audit-checkpoint.ts";
import { sealBeforeReading } from "../audit/seal-chain.ts";
import type { Context, Handler } from "../context.ts";
import { messages } from "../messages.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { notCoveredOf } from "./not-covered.ts";
import { insertCertificate, selectCertificate } from "./removal-certificates.store.ts";

const lookMs = 100;
const longestMs = 3_000;

type Recorded = Pick<
  RecordRemovalRequest,
  "apiKeyId" | "jobId" | "kind" | "requestedAtMs" | "completedAtMs" | "secondLookAtMs" | "auditRecord" | "salt" | "subjects"
> & { readonly collections: readonly Omit<RemovedCollection, "$typeName">[] };

export const recordRemoval =
  (context: Context): Handler<"recordRemoval"> =>
  async (removal) => {
    await keepCertificate(context, removal);
    return {};
  };

/** Signs and stores the certificate of a removal. */
export async function keepCertificate(
  context: Pick<Context, "database" | "auditKeys" | "auditRetentionMs" | "issuer" | "copies">,
  removal: Recorded,
): Promise<void> {
  const { database } = context;
  const { apiKeyId, jobId, kind, requestedAtMs, completedAtMs, salt } = removal;
  const [recordedIn = "", recordId = ""] = removal.auditRecord.split("/");
  // An API key that was itself removed has no workspace any more.
  const workspaceId = recordedIn || (await selectWorkspaceOf(database, apiKeyId));
  if (workspaceId === undefined || (await selectCertificate(database, { workspaceId, jobId })) !== undefined) return;
  await untilSealed(database, workspaceId, recordId);
  const certificate = await signedCertificate(context, workspaceId, recordId, removal);
  await database.transaction(async (tx) => {
    const isNew = await insertCertificate(tx, { workspaceId, jobId, completedAtMs: Number(completedAtMs), certificate, salt });
    const message = { apiKeyId, jobId, kind, requestedAtMs, completedAtMs };
    if (isNew) await messages.publish(tx, [event(removalsCompletedTopic, { apiKeyId, key: apiKeyId, message })]);
  });
}

/**
 * The checkpoint in a certificate must cover the record of the request, which may itself wait for the removal. The owner hands the removal
 * on again after a failure.
 */
async function untilSealed(database: Database, workspaceId: string, recordId: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += lookMs) {
    await sealBeforeReading(database, workspaceId);
    if (!(await isUnsealed(database, workspaceId, recordId))) return;
    await delay(lookMs);
  }
  throw new Failure("unavailable", "The request for the removal is still in progress.");
}

async function signedCertificate(
  { database, auditKeys, auditRetentionMs, issuer, copies }: Parameters<typeof keepCertificate>[0],
  workspaceId: string,
  recordId: string,
  { jobId, kind, requestedAtMs, completedAtMs, secondLookAtMs, subjects, collections }: Recorded,
): Promise<string> {
  const completedAt = Number(completedAtMs);
  const value = {
    issuer,
    jobId,
    kind,
    requestedAt: Number(requestedAtMs),
    completedAt,
    auditRecordId: recordId || null,
    subjects,
    collections: collections.map(({ service, collection, rows, doneAtMs }) => ({
      service,
      collection,
      rows: Number(rows),
      doneAt: Number(doneAtMs),
    })),
    secondLookAt: Number(secondLookAtMs),
    notCovered: notCoveredOf(kind, completedAt, copies),
    auditCheckpoint: (await checkpointOf({ database, auditKeys, auditRetentionMs }, workspaceId)).checkpoint,
  };
  return signRemovalCertificate(value, auditKeys.signing[0]);
}
