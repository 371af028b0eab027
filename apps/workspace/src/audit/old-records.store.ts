import { type Database, sql, statement } from "@parley/database";
import { listedRows, types } from "@parley/database/schema";
import { auditChains, auditPeople, auditRecords, nowMs } from "../schema.ts";

// Takes one look-up by audit_records_by_seal for each workspace. Sealing times have the order of the sequences, so the oldest records of a
// chain have no gap between them and begin where the chain begins; others were tampered with, and are left. Of two processes at once, the
// second finds the chain already cut.
const cut = statement(
  "workspace.cut_audit_chains",
  { retentionMs: types.bigint, limit: types.bigint },
  { workspaceId: auditChains.workspaceId, firstSequence: auditChains.firstSequence },
  sql`with old as (
     select r.* from ${auditChains} c cross join lateral (
       select ${auditRecords.workspaceId}, ${auditRecords.sequence}, ${auditRecords.sealedAtMs} from ${auditRecords}
       where ${auditRecords}.${auditRecords.workspaceId} = c.${auditChains.workspaceId} and ${auditRecords.sequence} is not null
         and ${auditRecords}.${auditRecords.sealedAtMs} <= ${nowMs} - $retentionMs
       order by ${auditRecords}.${auditRecords.sealedAtMs}, ${auditRecords}.${auditRecords.sequence} limit $limit
     ) r limit $limit
   ), ends as (
     select old.${auditRecords.workspaceId} as chain, min(old.${auditRecords.sequence}) as first, max(old.${auditRecords.sequence}) as last,
       max(old.${auditRecords.sealedAtMs}) as sealed
     from old group by 1 having count(*) = max(old.${auditRecords.sequence}) - min(old.${auditRecords.sequence}) + 1
   )
   update ${auditChains} set ${auditChains.firstSequence} = ends.last + 1, ${auditChains.removedUntilMs} = ends.sealed
   from ends where ${auditChains}.${auditChains.workspaceId} = ends.chain and ${auditChains}.${auditChains.firstSequence} = ends.first
   returning ${auditChains}.${auditChains.workspaceId}, ${auditChains}.${auditChains.firstSequence}`,
  { crossTenant: "Old records of every workspace are removed." },
);

const cuts = listedRows("c", { workspaceId: ["workspaceIds", types.text], firstSequence: ["firstSequences", types.bigint] });

// Reads audit_records_by_sequence. A trigger refuses to delete what the chain still counts as kept.
const remove = statement(
  "workspace.delete_old_audit_records",
  { ...cuts.parameters, limit: types.bigint },
  {},
  sql`with old as materialized (
     select r.* from ${cuts.from} cross join lateral (
       select ${auditRecords.workspaceId}, ${auditRecords.recordId}, ${auditRecords.onApiKey} from ${auditRecords}
       where ${auditRecords}.${auditRecords.workspaceId} = ${cuts.columns.workspaceId}
         and ${auditRecords}.${auditRecords.sequence} < ${cuts.columns.firstSequence}
       order by ${auditRecords}.${auditRecords.sequence} limit $limit
     ) r limit $limit
   ), people as (
     delete from ${auditPeople} using old where ${auditPeople}.${auditPeople.apiKeyId} = old.${auditRecords.onApiKey}
       and ${auditPeople}.${auditPeople.recordId} = old.${auditRecords.recordId}
   )
   delete from ${auditRecords} using old where ${auditRecords}.${auditRecords.workspaceId} = old.${auditRecords.workspaceId}
     and ${auditRecords}.${auditRecords.recordId} = old.${auditRecords.recordId}`,
  { crossTenant: "Old records of every workspace are removed." },
);

/**
 * Deletes at most `limit` records that are older than the retention, the oldest of each workspace first; returns how many. The chain says
 * in the same transaction where it now begins, so that checkpoints can tell a removal by age from any other.
 */
export function deleteOldAuditRecords(database: Database, retentionMs: number, limit: number): Promise<number> {
  return database.transaction(async (tx) => {
    const begun = await tx.rows(cut, { retentionMs, limit });
    if (begun.length === 0) return 0;
    return tx.run(remove, {
      workspaceIds: begun.map(({ workspaceId }) => workspaceId),
      firstSequences: begun.map(({ firstSequence }) => firstSequence),
      limit,
    });
  });
}
