import { beginningOf, signCheckpoint } from "@parley/audit";
import type { Context, Handler } from "../context.ts";
import { selectCheckpoint } from "./checkpoints.store.ts";
import { sealBeforeReading } from "./seal-chain.ts";

export const getAuditCheckpoint =
  ({ database, auditKeys }: Context): Handler<"getAuditCheckpoint"> =>
  async ({ workspaceId }) => {
    await sealBeforeReading(database, workspaceId);
    const end = (await selectCheckpoint(database, workspaceId)) ?? emptyChain(workspaceId);
    const { sequence, hash, firstSequence, nowMs } = end;
    const checkpoint = await signCheckpoint({ workspaceId, sequence, hash, firstSequence, at: nowMs }, auditKeys.signing[0]);
    return { checkpoint, sequence: BigInt(sequence), hash, firstSequence: BigInt(firstSequence), atMs: BigInt(nowMs) };
  };

function emptyChain(workspaceId: string) {
  return { sequence: 0, hash: beginningOf(workspaceId), firstSequence: 1, nowMs: Date.now() };
}
