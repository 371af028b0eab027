import { type AuditKeys, keySetOf } from "@parley/audit";
import type { Database } from "@parley/database";
import type { Context, Handler } from "../context.ts";
import { selectCheckpoint } from "./checkpoints.store.ts";
import { sealBeforeReading } from "./seal-chain.ts";
import { emptyChain, signChain } from "./signed-chain.ts";

export const getAuditCheckpoint =
  (context: Context): Handler<"getAuditCheckpoint"> =>
  async ({ workspaceId }) => {
    const { checkpoint, sequence, hash, firstSequence, removedUntilMs, nowMs } = await checkpointOf(context, workspaceId);
    return {
      checkpoint,
      sequence: BigInt(sequence),
      hash,
      firstSequence: BigInt(firstSequence),
      removedUntilMs: BigInt(removedUntilMs),
      retentionMs: BigInt(context.auditRetentionMs),
      atMs: BigInt(nowMs),
    };
  };

interface SigningContext {
  readonly database: Database;
  readonly auditKeys: AuditKeys;
  readonly auditRetentionMs: number;
}

/** A signed checkpoint of all records of a workspace whose requests have ended by now. */
export async function checkpointOf({ database, auditKeys, auditRetentionMs }: SigningContext, workspaceId: string) {
  await sealBeforeReading(database, workspaceId);
  const row = (await selectCheckpoint(database, workspaceId)) ?? emptyChain(workspaceId);
  return { ...row, checkpoint: await signChain(workspaceId, row, { key: auditKeys.signing[0], retentionMs: auditRetentionMs }) };
}

export const getAuditKeys = ({ auditKeys }: Context): Handler<"getAuditKeys"> => {
  const keySetJson = JSON.stringify(keySetOf(auditKeys));
  return async () => ({ keySetJson });
};
