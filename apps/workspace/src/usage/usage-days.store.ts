import { type Db, sql, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { apiKeys, minuteReports, nowMs, usageDays, usagePeople } from "../schema.ts";

const counts = {
  requests: usageDays.requests,
  failed: usageDays.failed,
  refused: usageDays.refused,
  comments: usageDays.comments,
  mails: usageDays.mails,
  deliveries: usageDays.deliveries,
  streamsMs: usageDays.streamsMs,
  inputTokens: usageDays.inputTokens,
  outputTokens: usageDays.outputTokens,
};

/** A process's counts of a key for a day. */
export interface CountedDay extends ValuesOf<typeof counts> {
  readonly apiKeyId: string;
  readonly dayMs: number;
  /** The users who acted, as hashes like those of `usage_people`. */
  readonly userHashes: readonly string[];
}

const columns = Object.values(counts);
const addedUp = [...columns, usageDays.users].map((column) => sql`${column} = known.${column} + excluded.${column}`);

// Users are a set: a user who is already stored for a day is not counted again, whichever process reported the user. All rows of people are
// written before those of days, each in the order of their keys, so that concurrent reports do not deadlock.
const add = statement(
  "workspace.add_usage",
  { reportId: types.text, counted: types.json },
  {},
  sql`with heard as (
     insert into ${minuteReports} (${minuteReports.reportId}) values ($reportId) on conflict do nothing returning ${minuteReports.reportId}
   ), told as materialized (
     select m.*, ${apiKeys.workspaceId} as workspace
     from json_to_recordset($counted::json) as m ("apiKeyId" text, "dayMs" bigint, requests bigint, failed bigint, refused bigint, comments bigint,
       mails bigint, deliveries bigint, "streamsMs" bigint, "inputTokens" bigint, "outputTokens" bigint, "userHashes" text[])
     join ${apiKeys} on ${apiKeys}.${apiKeys.apiKeyId} = m."apiKeyId" and ${apiKeys}.${apiKeys.workspaceId} <> ''
     where exists (select from heard)
   ), people as (
     insert into ${usagePeople} (${usagePeople.apiKeyId}, ${usagePeople.userHash}, ${usagePeople.dayMs})
     select distinct told."apiKeyId", u.who, told."dayMs" from told cross join unnest(told."userHashes") as u (who) order by 1, 2, 3
     on conflict do nothing
     returning ${usagePeople.apiKeyId}, ${usagePeople.dayMs}
   ), acted as (
     select ${usagePeople.apiKeyId} as of_key, ${usagePeople.dayMs} as of_day, count(*) as acting from people group by 1, 2
   )
   insert into ${usageDays} as known (${usageDays.apiKeyId}, ${usageDays.dayMs}, ${usageDays.workspaceId}, ${columns}, ${usageDays.users})
   select told."apiKeyId", told."dayMs", told.workspace, sum(told.requests)::bigint, sum(told.failed)::bigint, sum(told.refused)::bigint,
     sum(told.comments)::bigint, sum(told.mails)::bigint, sum(told.deliveries)::bigint, sum(told."streamsMs")::bigint,
     sum(told."inputTokens")::bigint, sum(told."outputTokens")::bigint, coalesce(acted.acting, 0)
   from told left join acted on acted.of_key = told."apiKeyId" and acted.of_day = told."dayMs"
   group by told."apiKeyId", told."dayMs", told.workspace, acted.acting
   order by told."apiKeyId", told."dayMs"
   on conflict (${usageDays.apiKeyId}, ${usageDays.dayMs}) do update set ${addedUp}`,
  { crossTenant: "A process reports its counts for all keys at once." },
);

/** Adds counts to the days of keys, unless the report has been added before. */
export async function addUsage(db: Db, reportId: string, counted: readonly CountedDay[]): Promise<void> {
  await db.run(add, { reportId, counted: JSON.stringify(counted) });
}

const usageDayRow = { apiKeyId: usageDays.apiKeyId, dayMs: usageDays.dayMs, users: usageDays.users, ...counts };

/** A day of a key. */
export type UsageDayRow = ValuesOf<typeof usageDayRow>;

interface UsagePage {
  readonly workspaceId: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Where the previous page ended. */
  readonly afterMs: number;
  readonly afterApiKeyId: string;
  readonly limit: number;
}

const ofWorkspace = { crossTenant: "A workspace reads the usage of its own API keys: the statement names the workspace." };
const selected = [usageDays.apiKeyId, usageDays.dayMs, usageDays.users, ...columns];

// Scans usage_days_of_workspace.
const list = statement(
  "workspace.usage_of_workspace",
  {
    workspaceId: usageDays.workspaceId,
    fromMs: types.bigint,
    toMs: types.bigint,
    afterMs: types.bigint,
    afterApiKeyId: types.text,
    limit: types.bigint,
  },
  usageDayRow,
  sql`select ${selected} from ${usageDays}
   where ${usageDays.workspaceId} = $workspaceId and ${usageDays.dayMs} between $fromMs and $toMs
     and (${usageDays.dayMs}, ${usageDays.apiKeyId}) > ($afterMs, $afterApiKeyId)
   order by ${usageDays.dayMs}, ${usageDays.apiKeyId} limit $limit`,
  ofWorkspace,
);

/** The usage of a workspace's keys, by day and key, oldest first. */
export function selectUsage(db: Db, page: UsagePage): Promise<UsageDayRow[]> {
  return db.rows(list, page);
}

// Scans the primary key.
const listOfKey = statement(
  "workspace.usage_of_api_key",
  {
    workspaceId: usageDays.workspaceId,
    apiKeyId: usageDays.apiKeyId,
    fromMs: types.bigint,
    toMs: types.bigint,
    afterMs: types.bigint,
    limit: types.bigint,
  },
  usageDayRow,
  sql`select ${selected} from ${usageDays}
   where ${usageDays.apiKeyId} = $apiKeyId and ${usageDays.workspaceId} = $workspaceId and ${usageDays.dayMs} between $fromMs and $toMs
     and ${usageDays.dayMs} > $afterMs
   order by ${usageDays.dayMs} limit $limit`,
  ofWorkspace,
);

/** The usage of one key of the workspace, by day, oldest first. */
export function selectUsageOfKey(db: Db, { afterApiKeyId: _, ...page }: UsagePage & { readonly apiKeyId: string }): Promise<UsageDayRow[]> {
  return db.rows(listOfKey, page);
}

/**
 * Deletes at most `limit` rows of days that began longer ago than the retention; returns how many. Scans the table's index by age; rows that another process
 * is deleting are left to it.
 */
function oldDays(name: string, day: typeof usageDays.dayMs | typeof usagePeople.dayMs) {
  const remove = statement(
    name,
    { retentionMs: types.bigint, limit: types.bigint },
    {},
    sql`delete from ${day.table} where ctid = any(array(
     select ctid from ${day.table} where ${day} <= ${nowMs} - $retentionMs
     order by ${day} limit $limit for update skip locked))`,
    { crossTenant: "Old rows of every API key are removed." },
  );
  return (db: Db, retentionMs: number, limit: number): Promise<number> => db.run(remove, { retentionMs, limit });
}

export const deleteOldUsageDays = oldDays("workspace.delete_old_usage_days", usageDays.dayMs);
export const deleteOldUsagePeople = oldDays("workspace.delete_old_usage_people", usagePeople.dayMs);
