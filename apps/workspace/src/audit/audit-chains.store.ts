import { type Db, sql, statement } from "@parley/database";
import { listedRows, listOf, narrowed, types, type ValuesOf } from "@parley/database/schema";
import { auditChains, auditRecords, nowMs } from "../schema.ts";

const waiting = statement(
  "workspace.audit_chains_waiting",
  { limit: types.bigint },
  { workspaceId: auditRecords.workspaceId },
  sql`select distinct ${auditRecords.workspaceId} from ${auditRecords}
   where ${auditRecords.sequence} is null and ${auditRecords.finishedAtMs} is not null limit $limit`,
  { crossTenant: "The sealer finds unsealed records of every workspace." },
);

/**
 * Workspaces with records that wait for their place in the chain. Scans audit_records_unsealed, which otherwise holds only requests in
 * progress.
 */
export async function workspacesToSeal(db: Db, limit: number): Promise<string[]> {
  return (await db.rows(waiting, { limit })).map(({ workspaceId }) => workspaceId);
}

const isWaiting = statement(
  "workspace.audit_chain_waits",
  { workspaceId: auditRecords.workspaceId },
  { waits: types.boolean },
  sql`select exists (select from ${auditRecords} where ${auditRecords.workspaceId} = $workspaceId and ${auditRecords.sequence} is null
     and ${auditRecords.finishedAtMs} is not null) as waits`,
);

export async function hasRecordsToSeal(db: Db, workspaceId: string): Promise<boolean> {
  return (await db.row(isWaiting, { workspaceId }))?.waits ?? false;
}

const begin = statement(
  "workspace.begin_audit_chain",
  { workspaceId: auditChains.workspaceId, hash: auditChains.hash },
  {},
  sql`insert into ${auditChains} (${auditChains.workspaceId}, ${auditChains.hash}) values ($workspaceId, $hash) on conflict do nothing`,
);

const chainEnd = {
  sequence: auditChains.sequence,
  hash: auditChains.hash,
  sealedAtMs: auditChains.sealedAtMs,
  longestLagMs: auditChains.longestLagMs,
  nowMs: types.bigint,
};

/** The end of a chain, and the database's time. */
export type ChainEnd = ValuesOf<typeof chainEnd>;

const lock = statement(
  "workspace.lock_audit_chain",
  { workspaceId: auditChains.workspaceId },
  chainEnd,
  sql`select ${auditChains.sequence}, ${auditChains.hash}, ${auditChains.sealedAtMs}, ${auditChains.longestLagMs}, ${nowMs} as now_ms
   from ${auditChains} where ${auditChains.workspaceId} = $workspaceId for update`,
);

/** The end of a chain, locked until the transaction ends. `beginning` is the previous hash of its first record. */
export async function lockChain(tx: Db, workspaceId: string, beginning: string): Promise<ChainEnd> {
  const known = await tx.row(lock, { workspaceId });
  if (known !== undefined) return known;
  await tx.run(begin, { workspaceId, hash: beginning });
  const begun = await tx.row(lock, { workspaceId });
  if (begun === undefined) throw new Error(`The audit log of ${workspaceId} has no chain.`);
  return begun;
}

const unsealedRow = {
  recordId: auditRecords.recordId,
  occurredAtMs: auditRecords.occurredAtMs,
  action: auditRecords.action,
  actorType: auditRecords.actorType,
  actorId: auditRecords.actorId,
  actorName: auditRecords.actorName,
  ip: auditRecords.ip,
  userAgent: auditRecords.userAgent,
  salt: auditRecords.salt,
  targets: auditRecords.targets,
  onApiKey: auditRecords.onApiKey,
  requestId: auditRecords.requestId,
  changes: listOf(types.text),
  outcome: narrowed<string>(auditRecords.outcome),
};

/** A record that waits for its place. */
export type UnsealedRow = ValuesOf<typeof unsealedRow>;

const unsealed = statement(
  "workspace.unsealed_audit_records",
  { workspaceId: auditRecords.workspaceId, limit: types.bigint },
  unsealedRow,
  sql`select ${auditRecords.recordId}, ${auditRecords.occurredAtMs}, ${auditRecords.action}, ${auditRecords.actorType},
     ${auditRecords.actorId}, ${auditRecords.actorName}, ${auditRecords.ip}, ${auditRecords.userAgent}, ${auditRecords.salt},
     ${auditRecords.targets}, ${auditRecords.onApiKey}, ${auditRecords.requestId}, ${auditRecords.changes}, ${auditRecords.outcome}
   from ${auditRecords} where ${auditRecords.workspaceId} = $workspaceId and ${auditRecords.sequence} is null
     and ${auditRecords.finishedAtMs} is not null
   order by ${auditRecords.finishedAtMs}, ${auditRecords.recordId} limit $limit`,
);

/** The records of a workspace that wait for their place, in the order in which their requests ended. */
export function selectUnsealed(tx: Db, workspaceId: string, limit: number): Promise<UnsealedRow[]> {
  return tx.rows(unsealed, { workspaceId, limit });
}

/** The fields that a record gets with its place in the chain. */
export interface Seal {
  readonly recordId: string;
  readonly sequence: number;
  readonly personalHash: string;
  readonly previousHash: string;
  readonly hash: string;
}

const seals = listedRows("s", {
  recordId: ["recordIds", types.text],
  sequence: ["sequences", types.bigint],
  personalHash: ["personalHashes", types.text],
  previousHash: ["previousHashes", types.text],
  hash: ["hashes", types.text],
});

const setSeals = statement(
  "workspace.seal_audit_records",
  { workspaceId: auditRecords.workspaceId, sealedAtMs: types.bigint, ...seals.parameters },
  {},
  sql`update ${auditRecords} set ${auditRecords.sequence} = ${seals.columns.sequence}, ${auditRecords.sealedAtMs} = $sealedAtMs,
     ${auditRecords.personalHash} = ${seals.columns.personalHash}, ${auditRecords.previousHash} = ${seals.columns.previousHash},
     ${auditRecords.hash} = ${seals.columns.hash}
   from ${seals.from} where ${auditRecords}.${auditRecords.workspaceId} = $workspaceId
     and ${auditRecords}.${auditRecords.recordId} = ${seals.columns.recordId}`,
);

const advance = statement(
  "workspace.advance_audit_chain",
  {
    workspaceId: auditChains.workspaceId,
    sequence: auditChains.sequence,
    hash: auditChains.hash,
    sealedAtMs: auditChains.sealedAtMs,
    longestLagMs: auditChains.longestLagMs,
  },
  {},
  sql`update ${auditChains} set ${auditChains.sequence} = $sequence, ${auditChains.hash} = $hash, ${auditChains.sealedAtMs} = $sealedAtMs,
     ${auditChains.longestLagMs} = $longestLagMs where ${auditChains.workspaceId} = $workspaceId`,
);

/** Appends records to a locked chain. */
export async function appendToChain(
  tx: Db,
  workspaceId: string,
  added: readonly Seal[],
  end: Pick<ChainEnd, "sequence" | "hash" | "sealedAtMs" | "longestLagMs">,
): Promise<void> {
  await tx.run(setSeals, {
    workspaceId,
    sealedAtMs: end.sealedAtMs,
    recordIds: added.map(({ recordId }) => recordId),
    sequences: added.map(({ sequence }) => sequence),
    personalHashes: added.map(({ personalHash }) => personalHash),
    previousHashes: added.map(({ previousHash }) => previousHash),
    hashes: added.map(({ hash }) => hash),
  });
  await tx.run(advance, {
    workspaceId,
    sequence: end.sequence,
    hash: end.hash,
    sealedAtMs: end.sealedAtMs,
    longestLagMs: end.longestLagMs,
  });
}
