import { beginningOf, type SigningKey, signCheckpoint } from "@parley/audit";
import { failedPrecondition, shortened } from "@parley/kernel";
import type { CheckpointRow } from "./checkpoints.store.ts";

/** What signs checkpoints. */
export interface CheckpointSigner {
  readonly key: SigningKey;
  /** The retention of the process that signs, which the database cannot change. */
  readonly retentionMs: number;
}

/** Signs a checkpoint of a chain. Fails when its records do not begin or end where the chain was written to, so that nothing false is signed. */
export function signChain(workspaceId: string, row: CheckpointRow, { key, retentionMs }: CheckpointSigner): Promise<string> {
  checkEnds(workspaceId, row);
  const { sequence, hash, firstSequence, removedUntilMs, nowMs } = row;
  return signCheckpoint({ workspaceId, sequence, hash, firstSequence, removedUntil: removedUntilMs, retentionMs, at: nowMs }, key);
}

/** The chain of a workspace without records. */
export function emptyChain(workspaceId: string): CheckpointRow {
  const nowMs = Date.now();
  const hash = beginningOf(workspaceId);
  return { sequence: 0, hash, firstSequence: 1, removedUntilMs: nowMs, oldest: null, newest: null, nowMs };
}

function checkEnds(workspaceId: string, { sequence, firstSequence, oldest, newest }: CheckpointRow): void {
  const isEmpty = firstSequence > sequence;
  if (oldest === (isEmpty ? null : firstSequence) && newest === (isEmpty ? null : sequence)) return;
  const expected = isEmpty ? "have no records" : `begin with record ${firstSequence} and end with record ${sequence}`;
  const found = oldest === null ? "it has none" : `it begins with ${oldest} and ends with ${newest}`;
  throw failedPrecondition(
    `The audit log of ${shortened(workspaceId)} should ${expected}, but ${found}: somebody changed it in the database. No checkpoint is signed.`,
    "audit_log_cut",
  );
}
