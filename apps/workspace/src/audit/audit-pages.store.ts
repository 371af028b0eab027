import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { auditChains, auditPeople, auditRecords } from "../schema.ts";

interface AuditSearch {
  readonly workspaceId: string;
  /** Records before this sequence. */
  readonly before: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Empty lists and texts mean no filter. */
  readonly actions: readonly string[];
  readonly actorIds: readonly string[];
  readonly onApiKey: string;
  readonly wantedIds: readonly string[];
  readonly withoutReads: boolean;
  readonly limit: number;
  /** The most records that are examined. */
  readonly scan: number;
}

const found = { sequences: listOf(types.bigint), looked: types.bigint, lookedTo: nullable(types.bigint) };

// Sequences and times of sealing have the same order. No record was sealed before its request began, nor later than the longest lag after
// that: so a time range bounds the sequences on both sides (audit_records_by_seal). Between the bounds, audit_records_by_sequence is read
// backwards, as far as one call may; without reads, audit_records_without_reads instead, because most records of a log that people look at
// are reads.
const find = (name: string, kept: Sql) =>
  statement(
    `workspace.find_${name}`,
    {
      workspaceId: auditRecords.workspaceId,
      before: types.bigint,
      fromMs: types.bigint,
      toMs: types.bigint,
      actions: listOf(types.text),
      actorIds: listOf(types.text),
      onApiKey: auditRecords.onApiKey,
      wantedIds: listOf(types.text),
      limit: types.bigint,
      scan: types.bigint,
    },
    found,
    sql`with looked as materialized (
     select ${auditRecords.sequence}, ${auditRecords.occurredAtMs}, ${auditRecords.action}, ${auditRecords.actorId},
       ${auditRecords.onApiKey}, ${auditRecords.targetIds}, ${auditRecords.recordId}
     from ${auditRecords} where ${auditRecords.workspaceId} = $workspaceId and ${auditRecords.sequence} < $before and ${kept}
       and ${auditRecords.sequence} > coalesce((
         select e.${auditRecords.sequence} from ${auditRecords} e where e.${auditRecords.workspaceId} = $workspaceId
           and e.${auditRecords.sequence} is not null and e.${auditRecords.sealedAtMs} < $fromMs
         order by e.${auditRecords.sealedAtMs} desc, e.${auditRecords.sequence} desc limit 1), 0)
       and ${auditRecords.sequence} <= coalesce((
         select l.${auditRecords.sequence} from ${auditRecords} l where l.${auditRecords.workspaceId} = $workspaceId
           and l.${auditRecords.sequence} is not null and l.${auditRecords.sealedAtMs} <= $toMs + (
             select ${auditChains.longestLagMs} from ${auditChains} where ${auditChains.workspaceId} = $workspaceId)
         order by l.${auditRecords.sealedAtMs} desc, l.${auditRecords.sequence} desc limit 1), 0)
     order by ${auditRecords.sequence} desc limit $scan
   ), matching as (
     select looked.${auditRecords.sequence} from looked
     where ${auditRecords.occurredAtMs} between $fromMs and $toMs
       and (cardinality($actions::text[]) = 0 or ${auditRecords.action} = any($actions::text[]))
       and (cardinality($actorIds::text[]) = 0 or ${auditRecords.actorId} = any($actorIds::text[]))
       and ($onApiKey = '' or ${auditRecords.onApiKey} = $onApiKey)
       and (cardinality($wantedIds::text[]) = 0 or ${auditRecords.targetIds} && $wantedIds::text[] or exists (
         select from ${auditPeople} p where p.${auditPeople.apiKeyId} = looked.${auditRecords.onApiKey}
           and p.${auditPeople.recordId} = looked.${auditRecords.recordId} and p.${auditPeople.userId} = any($wantedIds::text[]) offset 0))
     order by looked.${auditRecords.sequence} desc limit $limit
   )
   select array(select ${auditRecords.sequence} from matching order by 1 desc) as sequences, (select count(*) from looked) as looked,
     (select min(${auditRecords.sequence}) from looked) as looked_to`,
  );
const findAny = find("audit_records", sql`${auditRecords.sequence} is not null`);
const findWithoutReads = find("audit_records_without_reads", sql`not ${auditRecords.isRead}`);

/** The sequences of the newest matching records, and how far the search went. */
export async function findRecords(db: Db, { withoutReads, ...search }: AuditSearch): Promise<ValuesOf<typeof found>> {
  const row = await db.row(withoutReads ? findWithoutReads : findAny, search);
  return row ?? { sequences: [], looked: 0, lookedTo: null };
}

const recordRow = {
  recordId: auditRecords.recordId,
  sequence: narrowed<number>(auditRecords.sequence),
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
  personalHash: narrowed<string>(auditRecords.personalHash),
  previousHash: narrowed<string>(auditRecords.previousHash),
  hash: narrowed<string>(auditRecords.hash),
  /** JSON of the persons who were not erased: `[{position, userId, salt}]`; null for none. */
  people: nullable(types.json),
};

/** A record of the chain, with its persons. */
export type AuditRecordRow = ValuesOf<typeof recordRow>;

const read = statement(
  "workspace.audit_records",
  { workspaceId: auditRecords.workspaceId, sequences: listOf(types.bigint), limit: types.bigint },
  recordRow,
  sql`select r.${auditRecords.recordId}, r.${auditRecords.sequence}, r.${auditRecords.occurredAtMs}, r.${auditRecords.action},
     r.${auditRecords.actorType}, r.${auditRecords.actorId}, r.${auditRecords.actorName}, r.${auditRecords.ip}, r.${auditRecords.userAgent},
     r.${auditRecords.salt}, r.${auditRecords.targets}, r.${auditRecords.onApiKey}, r.${auditRecords.requestId}, r.${auditRecords.changes},
     r.${auditRecords.outcome}, r.${auditRecords.personalHash}, r.${auditRecords.previousHash}, r.${auditRecords.hash},
     (select json_agg(json_build_object('position', p.${auditPeople.position}, 'userId', p.${auditPeople.userId}, 'salt',
         p.${auditPeople.salt}))
       from ${auditPeople} p where p.${auditPeople.apiKeyId} = r.${auditRecords.onApiKey}
         and p.${auditPeople.recordId} = r.${auditRecords.recordId}) as people
   from ${auditRecords} r where r.${auditRecords.workspaceId} = $workspaceId and r.${auditRecords.sequence} = any($sequences::bigint[])
   order by r.${auditRecords.sequence} desc limit $limit`,
);

/** The records with these sequences, newest first, as many as fit into a response. Read by audit_records_by_sequence. */
export function selectRecords(db: Db, workspaceId: string, sequences: readonly number[]): Promise<AuditRecordRow[]> {
  return db.pageRows(read, { workspaceId, sequences, limit: sequences.length });
}
