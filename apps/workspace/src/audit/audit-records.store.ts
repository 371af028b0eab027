import { type Db, sql, statement } from "@parley/database";
import { listOf, literal, nullable, types } from "@parley/database/schema";
import { apiKeyTokens, auditPeople, auditRecords, nowMs, workspaces, workspaceTokens } from "../schema.ts";

/** The name of the chain for operators' requests, which belongs to no workspace. No workspace has such an id. */
const installation = "installation";

interface Intent {
  readonly workspaceId: string;
  readonly recordId: string;
  readonly action: string;
  /** `token` for any token: the statement looks up whether it belongs to a session. */
  readonly actorType: string;
  readonly actorId: string;
  readonly actorName: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly salt: string;
  /** JSON of the public targets. */
  readonly targets: string;
  readonly targetIds: readonly string[];
  readonly onApiKey: string;
  readonly requestId: string;
  readonly changes: readonly string[];
  readonly isRead: boolean;
  /** JSON: `[{position, userId, salt}]`. */
  readonly people: string;
}

// The current name of the token is stored, because the token may be renamed or deleted later.
const begin = statement(
  "workspace.begin_audit_record",
  {
    workspaceId: auditRecords.workspaceId,
    recordId: auditRecords.recordId,
    action: auditRecords.action,
    actorType: auditRecords.actorType,
    actorId: auditRecords.actorId,
    actorName: auditRecords.actorName,
    ip: auditRecords.ip,
    userAgent: auditRecords.userAgent,
    salt: auditRecords.salt,
    targets: auditRecords.targets,
    targetIds: listOf(types.text),
    onApiKey: auditRecords.onApiKey,
    requestId: auditRecords.requestId,
    changes: listOf(types.text),
    isRead: auditRecords.isRead,
    people: types.json,
  },
  { isKnown: types.boolean },
  sql`with known as (
     select $workspaceId = ${literal(installation)} or exists (
       select from ${workspaces} where ${workspaces.workspaceId} = $workspaceId) as is_known
   ), who as (
     select ${workspaceTokens.tokenName}, ${workspaceTokens.sessionRole} is not null as is_session from ${workspaceTokens}
     where ${workspaceTokens.workspaceId} = $workspaceId and ${workspaceTokens.tokenId} = $actorId
     union all
     select ${apiKeyTokens.tokenName}, false from ${apiKeyTokens}
     where ${apiKeyTokens.apiKeyId} = $onApiKey and ${apiKeyTokens.tokenId} = $actorId
     limit 1
   ), noted as (
     insert into ${auditRecords} (${auditRecords.workspaceId}, ${auditRecords.recordId}, ${auditRecords.action}, ${auditRecords.actorType},
       ${auditRecords.actorId}, ${auditRecords.actorName}, ${auditRecords.ip}, ${auditRecords.userAgent}, ${auditRecords.salt},
       ${auditRecords.targets}, ${auditRecords.targetIds}, ${auditRecords.onApiKey}, ${auditRecords.requestId}, ${auditRecords.changes},
       ${auditRecords.isRead})
     select $workspaceId, $recordId, $action,
       case when $actorType = 'token' and (select is_session from who) then 'session' else $actorType end, $actorId,
       coalesce($actorName, (select nullif(${workspaceTokens.tokenName}, '') from who)), $ip, $userAgent, $salt, $targets::json,
       $targetIds::text[], $onApiKey, $requestId, $changes::text[], $isRead
     from known where is_known
     on conflict do nothing
   ), named as (
     insert into ${auditPeople} (${auditPeople.apiKeyId}, ${auditPeople.recordId}, ${auditPeople.position}, ${auditPeople.userId},
       ${auditPeople.salt})
     select $onApiKey, $recordId, p.position, p."userId", p.salt
     from known, json_to_recordset($people::json) as p (position bigint, "userId" text, salt text) where is_known
     on conflict do nothing
   )
   select is_known from known`,
);

/** Records a request before it is executed; the same record again changes nothing. Returns whether the workspace exists. */
export async function insertIntent(db: Db, intent: Intent): Promise<boolean> {
  return (await db.row(begin, intent))?.isKnown ?? false;
}

interface Ending {
  readonly workspaceId: string;
  readonly recordId: string;
  readonly outcome: string;
  /** JSON of further public targets. */
  readonly targets: string;
  readonly targetIds: readonly string[];
}

// A record with an outcome may already be in the chain, so it stays unchanged.
const finish = statement(
  "workspace.finish_audit_record",
  {
    workspaceId: auditRecords.workspaceId,
    recordId: auditRecords.recordId,
    outcome: types.text,
    targets: types.json,
    targetIds: listOf(types.text),
  },
  {},
  sql`update ${auditRecords} set ${auditRecords.outcome} = $outcome, ${auditRecords.finishedAtMs} = ${nowMs},
     ${auditRecords.targets} = case when $targets::json::text = '[]' then ${auditRecords.targets}
       else (${auditRecords.targets}::jsonb || $targets::jsonb)::json end,
     ${auditRecords.targetIds} = ${auditRecords.targetIds} || $targetIds::text[]
   where ${auditRecords.workspaceId} = $workspaceId and ${auditRecords.recordId} = $recordId and ${auditRecords.outcome} is null`,
);

/** Records the outcome of a request. */
export async function setOutcome(db: Db, ending: Ending): Promise<void> {
  await db.run(finish, ending);
}

// The index of unsealed records holds hardly anything but requests in progress. Rows that another process is marking are left to it.
const giveUp = statement(
  "workspace.give_up_audit_records",
  { unknownAfterMs: types.bigint, limit: types.bigint },
  {},
  sql`update ${auditRecords} set ${auditRecords.outcome} = 'unknown', ${auditRecords.finishedAtMs} = ${nowMs}
   where ctid = any(array(
     select ctid from ${auditRecords} where ${auditRecords.sequence} is null and ${auditRecords.outcome} is null
       and ${auditRecords.occurredAtMs} <= ${nowMs} - $unknownAfterMs limit $limit for update skip locked))
     and ${auditRecords.outcome} is null`,
  { crossTenant: "Requests whose gateway has died are found in every workspace." },
);

/** Marks requests that began this long ago and have no outcome; returns how many. */
export function markUnknown(db: Db, unknownAfterMs: number, limit: number): Promise<number> {
  return db.run(giveUp, { unknownAfterMs, limit });
}

// Read by audit_records_unsealed; the token's name may be a person's.
const forgetActor = statement(
  "workspace.forget_audit_actor",
  { workspaceId: auditRecords.workspaceId, actorName: types.text, before: types.bigint, limit: types.bigint },
  { sequence: nullable(types.bigint) },
  sql`with theirs as (
     select ${auditRecords.recordId} from ${auditRecords}
     where ${auditRecords.workspaceId} = $workspaceId and ${auditRecords.sequence} < $before and ${auditRecords.actorName} = $actorName
     order by ${auditRecords.sequence} desc limit $limit for update
   )
   update ${auditRecords} set ${auditRecords.actorName} = null, ${auditRecords.ip} = null, ${auditRecords.userAgent} = null,
     ${auditRecords.salt} = null
   from theirs where ${auditRecords}.${auditRecords.workspaceId} = $workspaceId
     and ${auditRecords}.${auditRecords.recordId} = theirs.${auditRecords.recordId}
   returning ${auditRecords.sequence}`,
);

/** Erases an actor with this name from at most `limit` records before a sequence; returns their sequences. */
export async function eraseActor(
  db: Db,
  wanted: { readonly workspaceId: string; readonly actorName: string; readonly before: number; readonly limit: number },
): Promise<number[]> {
  return (await db.rows(forgetActor, wanted)).map(({ sequence }) => sequence ?? 0);
}
