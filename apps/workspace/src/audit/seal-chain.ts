import { beginningOf, hashOf, type PublicTarget, personalHashOf } from "@parley/audit";
import type { Database, Db } from "@parley/database";
import {
  appendToChain,
  type ChainEnd,
  hasRecordsToSeal,
  lockChain,
  type Seal,
  selectUnsealed,
  type UnsealedRow,
} from "./audit-chains.store.ts";

const batch = 500;
// Keeps the reader of a busy log from sealing forever.
const mostBatches = 20;

/**
 * Gives finished records of a workspace their places in its chain: sequence and hash, many at once. Requests do not wait for it, because
 * each writes a row of its own. Only processes that append to the same chain wait for each other, by the lock of its end.
 */
export async function sealChain(database: Database, workspaceId: string): Promise<void> {
  for (let count = 0; count < mostBatches; count++) {
    const sealed = await database.transaction((tx) => sealBatch(tx, workspaceId));
    if (sealed < batch) return;
  }
}

/** Seals the records of a workspace before its log is read. Does nothing if there are none to seal. */
export async function sealBeforeReading(database: Database, workspaceId: string): Promise<void> {
  if (await hasRecordsToSeal(database, workspaceId)) await sealChain(database, workspaceId);
}

async function sealBatch(tx: Db, workspaceId: string): Promise<number> {
  const end = await lockChain(tx, workspaceId, beginningOf(workspaceId));
  const rows = await selectUnsealed(tx, workspaceId, batch);
  const last = rows.at(-1);
  if (last === undefined) return 0;
  const seals = sealsOf(workspaceId, rows, end);
  // The clock may have gone back, but times must have the order of the sequences.
  const sealedAtMs = Math.max(end.nowMs, end.sealedAtMs);
  const longestLagMs = Math.max(end.longestLagMs, ...rows.map(({ occurredAtMs }) => sealedAtMs - occurredAtMs));
  await appendToChain(tx, workspaceId, seals, {
    sequence: end.sequence + rows.length,
    hash: seals.at(-1)?.hash ?? end.hash,
    sealedAtMs,
    longestLagMs,
  });
  return rows.length;
}

function sealsOf(workspaceId: string, rows: readonly UnsealedRow[], { sequence, hash }: ChainEnd): Seal[] {
  let previousHash = hash;
  return rows.map((row, index) => {
    const seal = sealOf(workspaceId, row, sequence + index + 1, previousHash);
    previousHash = seal.hash;
    return seal;
  });
}

function sealOf(workspaceId: string, row: UnsealedRow, sequence: number, previousHash: string): Seal {
  const { recordId, occurredAtMs, action, actorType, actorId, actorName, ip, userAgent, salt, onApiKey, requestId, changes, outcome } = row;
  const personalHash = personalHashOf(salt ?? "", { name: actorName, ip, userAgent });
  const hash = hashOf({
    workspaceId,
    recordId,
    sequence,
    occurredAt: occurredAtMs,
    action,
    actor: { type: actorType, id: actorId },
    targets: JSON.parse(row.targets) as PublicTarget[],
    apiKey: onApiKey === "" ? null : onApiKey,
    requestId,
    outcome,
    changes,
    personalHash,
    previousHash,
  });
  return { recordId, sequence, personalHash, previousHash, hash };
}
