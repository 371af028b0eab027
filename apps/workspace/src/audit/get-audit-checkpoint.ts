import { type AuditKeys, beginningOf, signCheckpoint } from "@parley/audit";
import type { Database } from "@parley/database";
import type { Context, Handler } from "../context.ts";
import { selectCheckpoint } from "./checkpoints.store.ts";
import { sealBeforeReading } from "./seal-chain.ts";

export const getAuditCheckpoint =
  (context: Context): Handler<"getAuditCheckpoint"> =>
  async ({ workspaceId }) => {
    const { checkpoint, sequence, hash, firstSequence, nowMs } = await checkpointOf(context, workspaceId);
    return { checkpoint, sequence: BigInt(sequence), hash, firstSequence: BigInt(firstSequence), atMs: BigInt(nowMs) };
  };

/** A signed checkpoint of all records of a workspace whose requests have ended by now. */
export async function checkpointOf(
  { database, auditKeys }: { readonly database: Database; readonly auditKeys: AuditKeys },
  workspaceId: string,
) {
  await sealBeforeReading(database, workspaceId);
  const end = (await selectCheckpoint(database, workspaceId)) ?? emptyChain(workspaceId);
  const { sequence, hash, firstSequence, nowMs } = end;
  const checkpoint = await signCheckpoint({ workspaceId, sequence, hash, firstSequence, at: nowMs }, auditKeys.signing[0]);
  return { ...end, checkpoint };
}

function emptyChain(workspaceId: string) {
  return { sequence: 0, hash: beginningOf(workspaceId), firstSequence: 1, nowMs: Date.now() };
}
