import { type Db, sql, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { auditChains, auditRecords, nowMs } from "../schema.ts";

const checkpointRow = {
  sequence: auditChains.sequence,
  hash: auditChains.hash,
  firstSequence: auditChains.firstSequence,
  removedUntilMs: auditChains.removedUntilMs,
  oldest: nullable(types.bigint),
  newest: nullable(types.bigint),
  nowMs: types.bigint,
};

/** The ends of a chain as it was written, and as its records are. */
export type CheckpointRow = ValuesOf<typeof checkpointRow>;

const ofChain = sql`from ${auditRecords} r where r.${auditRecords.workspaceId} = c.${auditChains.workspaceId} and r.${auditRecords.sequence} is not null`;

// The oldest and the newest record are the ends of audit_records_by_sequence.
const columns = sql`c.${auditChains.sequence}, c.${auditChains.hash}, c.${auditChains.firstSequence}, c.${auditChains.removedUntilMs},
     (select min(r.${auditRecords.sequence}) ${ofChain}) as oldest, (select max(r.${auditRecords.sequence}) ${ofChain}) as newest,
     ${nowMs} as now_ms`;

const select = statement(
  "workspace.audit_checkpoint",
  { workspaceId: auditChains.workspaceId },
  checkpointRow,
  sql`select ${columns} from ${auditChains} c where c.${auditChains.workspaceId} = $workspaceId`,
);

/** The ends of a workspace's chain; undefined when it has none yet. */
export function selectCheckpoint(db: Db, workspaceId: string): Promise<CheckpointRow | undefined> {
  return db.row(select, { workspaceId });
}

const selectUnsealed = statement(
  "workspace.audit_record_unsealed",
  { workspaceId: auditRecords.workspaceId, recordId: auditRecords.recordId },
  { isUnsealed: types.boolean },
  sql`select exists (select from ${auditRecords} where ${auditRecords.workspaceId} = $workspaceId
     and ${auditRecords.recordId} = $recordId and ${auditRecords.sequence} is null) as is_unsealed`,
);

/** Whether a record still waits for its place in the chain: its request is in progress, or has just ended. */
export async function isUnsealed(db: Db, workspaceId: string, recordId: string): Promise<boolean> {
  return (await db.row(selectUnsealed, { workspaceId, recordId }))?.isUnsealed ?? false;
}

const dueRow = { workspaceId: auditChains.workspaceId, ...checkpointRow };

// One row for each workspace; rows that another process is logging are left to it.
const due = statement(
  "workspace.audit_checkpoints_due",
  { everyMs: types.bigint, limit: types.bigint },
  dueRow,
  sql`select c.${auditChains.workspaceId}, ${columns}
   from ${auditChains} c where c.${auditChains.loggedSequence} < c.${auditChains.sequence}
     and c.${auditChains.loggedAtMs} <= ${nowMs} - $everyMs limit $limit for update of c skip locked`,
  { crossTenant: "Checkpoints of every workspace are logged." },
);

/** Chains that grew since their last logged checkpoint, if that is older than `everyMs`; locked until the transaction ends. */
export function selectCheckpointsDue(tx: Db, everyMs: number, limit: number): Promise<ValuesOf<typeof dueRow>[]> {
  return tx.rows(due, { everyMs, limit });
}

const setLogged = statement(
  "workspace.set_audit_checkpoint_logged",
  { workspaceId: auditChains.workspaceId, sequence: types.bigint },
  {},
  sql`update ${auditChains} set ${auditChains.loggedSequence} = $sequence, ${auditChains.loggedAtMs} = ${nowMs}
   where ${auditChains.workspaceId} = $workspaceId`,
);

export async function setCheckpointLogged(tx: Db, workspaceId: string, sequence: number): Promise<void> {
  await tx.run(setLogged, { workspaceId, sequence });
}

const setTried = statement(
  "workspace.set_audit_checkpoint_tried",
  { workspaceId: auditChains.workspaceId },
  {},
  sql`update ${auditChains} set ${auditChains.loggedAtMs} = ${nowMs} where ${auditChains.workspaceId} = $workspaceId`,
);

/** A checkpoint that could not be signed is due again after the same time as any other. */
export async function setCheckpointTried(tx: Db, workspaceId: string): Promise<void> {
  await tx.run(setTried, { workspaceId });
}
