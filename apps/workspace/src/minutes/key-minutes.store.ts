import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { apiKeys, keyMinutes, minuteReports, nowMs } from "../schema.ts";

const counted = {
  requests: keyMinutes.requests,
  clientErrors: keyMinutes.clientErrors,
  serverErrors: keyMinutes.serverErrors,
  latencies: listOf(types.bigint),
  waitingDeliveries: keyMinutes.waitingDeliveries,
  waitingMails: keyMinutes.waitingMails,
  openUserRemovals: keyMinutes.openUserRemovals,
  openPlaceRemovals: keyMinutes.openPlaceRemovals,
};

const keyMinuteRow = { minuteMs: keyMinutes.minuteMs, ...counted };

/** A minute of an API key; backlogs are null when none was reported. */
export type KeyMinuteRow = ValuesOf<typeof keyMinuteRow>;

export interface NewKeyMinute extends KeyMinuteRow {
  readonly apiKeyId: string;
}

// Histograms with the same buckets add up, so the latencies of an hour are as exact as those of its minutes.
const list = statement(
  "workspace.key_minutes",
  { apiKeyId: keyMinutes.apiKeyId, fromMs: types.bigint, stepMs: types.bigint },
  keyMinuteRow,
  sql`with kept as (
     select ${keyMinutes.minuteMs} - ${keyMinutes.minuteMs} % $stepMs::bigint as step_ms, ${keyMinutes.requests},
       ${keyMinutes.clientErrors}, ${keyMinutes.serverErrors}, ${keyMinutes.latencies}, ${keyMinutes.waitingDeliveries},
       ${keyMinutes.waitingMails},
       ${keyMinutes.openUserRemovals}, ${keyMinutes.openPlaceRemovals}
     from ${keyMinutes} where ${keyMinutes.apiKeyId} = $apiKeyId and ${keyMinutes.minuteMs} >= $fromMs
   ), timed as (
     select step_ms, array_agg(total order by place) as latencies
     from (select step_ms, place, sum(count)::bigint as total
       from kept, unnest(kept.${keyMinutes.latencies}) with ordinality as histogram (count, place) group by step_ms, place) as summed
     group by step_ms
   )
   select step_ms as minute_ms, sum(${keyMinutes.requests})::bigint as requests, sum(${keyMinutes.clientErrors})::bigint as client_errors,
     sum(${keyMinutes.serverErrors})::bigint as server_errors, coalesce(timed.latencies, '{}') as latencies,
     max(${keyMinutes.waitingDeliveries}) as waiting_deliveries,
     max(${keyMinutes.waitingMails}) as waiting_mails, max(${keyMinutes.openUserRemovals}) as open_user_removals,
     max(${keyMinutes.openPlaceRemovals}) as open_place_removals
   from kept left join timed using (step_ms)
   group by step_ms, timed.latencies order by step_ms`,
);

interface MinutesWanted {
  readonly apiKeyId: string;
  readonly fromMs: number;
  /** The length of a step: its minutes are added up, except that backlogs use the maximum. */
  readonly stepMs: number;
}

/** The minutes of a key since a given one, combined into steps, oldest first. Scans the primary key. */
export function selectKeyMinutes(db: Db, wanted: MinutesWanted): Promise<KeyMinuteRow[]> {
  return db.rows(list, wanted);
}

const first = statement(
  "workspace.first_key_minute",
  { apiKeyId: keyMinutes.apiKeyId },
  { minuteMs: keyMinutes.minuteMs },
  sql`select ${keyMinutes.minuteMs} from ${keyMinutes} where ${keyMinutes.apiKeyId} = $apiKeyId order by ${keyMinutes.minuteMs} limit 1`,
);

/** When the oldest figures of a key began. Reads the first entry of the primary key. */
export async function selectFirstMinute(db: Db, apiKeyId: string): Promise<number | undefined> {
  const [row] = await db.rows(first, { apiKeyId });
  return row?.minuteMs;
}

const addedUp = sql`
     ${keyMinutes.requests} = known.${keyMinutes.requests} + excluded.${keyMinutes.requests},
     ${keyMinutes.clientErrors} = known.${keyMinutes.clientErrors} + excluded.${keyMinutes.clientErrors},
     ${keyMinutes.serverErrors} = known.${keyMinutes.serverErrors} + excluded.${keyMinutes.serverErrors},
     ${keyMinutes.latencies} = array(
       select coalesce(left_of, 0) + coalesce(right_of, 0)
       from unnest(known.${keyMinutes.latencies}, excluded.${keyMinutes.latencies}) with ordinality as both_of (left_of, right_of, place)
       order by place),
     ${keyMinutes.waitingDeliveries} = greatest(known.${keyMinutes.waitingDeliveries}, excluded.${keyMinutes.waitingDeliveries}),
     ${keyMinutes.waitingMails} = greatest(known.${keyMinutes.waitingMails}, excluded.${keyMinutes.waitingMails}),
     ${keyMinutes.openUserRemovals} = greatest(known.${keyMinutes.openUserRemovals}, excluded.${keyMinutes.openUserRemovals}),
     ${keyMinutes.openPlaceRemovals} = greatest(known.${keyMinutes.openPlaceRemovals}, excluded.${keyMinutes.openPlaceRemovals})`;

// Minutes are written in the order of the key, so that gateways that add to the same minutes do not deadlock. A deleted key belongs to no
// workspace any more, so its erased minutes do not come back.
const add = statement(
  "workspace.add_key_minutes",
  { reportId: types.text, minutes: types.json },
  {},
  sql`with heard as (
     insert into ${minuteReports} (${minuteReports.reportId}) select $reportId::text where $reportId::text <> '' on conflict do nothing
     returning ${minuteReports.reportId}
   )
   insert into ${keyMinutes} as known (${keyMinutes.apiKeyId}, ${keyMinutes.minuteMs}, ${keyMinutes.requests}, ${keyMinutes.clientErrors},
     ${keyMinutes.serverErrors}, ${keyMinutes.latencies}, ${keyMinutes.waitingDeliveries}, ${keyMinutes.waitingMails},
     ${keyMinutes.openUserRemovals}, ${keyMinutes.openPlaceRemovals})
   select m."apiKeyId", m."minuteMs", m.requests, m."clientErrors", m."serverErrors", m.latencies, m."waitingDeliveries", m."waitingMails",
     m."openUserRemovals", m."openPlaceRemovals"
   from json_to_recordset($minutes::json) as m ("apiKeyId" text, "minuteMs" bigint, requests bigint, "clientErrors" bigint,
     "serverErrors" bigint,
     latencies bigint[], "waitingDeliveries" bigint, "waitingMails" bigint, "openUserRemovals" bigint, "openPlaceRemovals" bigint)
   join ${apiKeys} on ${apiKeys}.${apiKeys.apiKeyId} = m."apiKeyId" and ${apiKeys}.${apiKeys.workspaceId} <> ''
   where $reportId::text = '' or exists (select from heard)
   order by m."apiKeyId", m."minuteMs"
   on conflict (${keyMinutes.apiKeyId}, ${keyMinutes.minuteMs}) do update set ${addedUp}`,
  { crossTenant: "A gateway reports its counts for all keys at once." },
);

/** Adds counts to minutes, unless the report has been added before; each minute of a key may occur once. Backlogs keep their maximum. */
export async function addKeyMinutes(db: Db, reportId: string, minutes: readonly NewKeyMinute[]): Promise<void> {
  await db.run(add, { reportId, minutes: JSON.stringify(minutes) });
}

// A rollup: the minutes of an hour are added to the first row of the hour. They are found by key_minutes_by_minute, which does not contain
// hours. An hour may be rolled up in parts: the sum is the same. Hours are processed in the order of the key, so that two processes do not
// deadlock. Hours of deleted keys do not come back, as above.
const rollUp = statement(
  "workspace.roll_up_key_minutes",
  { minutesKeptMs: types.bigint, limit: types.bigint },
  { taken: types.bigint },
  sql`with taken as (
     delete from ${keyMinutes} where ctid = any(array(
       select ctid from ${keyMinutes} where ${keyMinutes.minuteMs} % 3600000 <> 0 and ${keyMinutes.minuteMs} <= ${nowMs} - $minutesKeptMs
       order by ${keyMinutes.minuteMs} limit $limit for update skip locked))
     returning *, ${keyMinutes.minuteMs} - ${keyMinutes.minuteMs} % 3600000 as hour_ms
   ), timed as (
     select ${keyMinutes.apiKeyId}, hour_ms, array_agg(total order by place) as latencies
     from (select ${keyMinutes.apiKeyId}, hour_ms, place, sum(count)::bigint as total
       from taken, unnest(taken.${keyMinutes.latencies}) with ordinality as histogram (count, place)
       group by ${keyMinutes.apiKeyId}, hour_ms, place) as summed
     group by ${keyMinutes.apiKeyId}, hour_ms
   ), kept as (
     insert into ${keyMinutes} as known (${keyMinutes.apiKeyId}, ${keyMinutes.minuteMs}, ${keyMinutes.requests},
       ${keyMinutes.clientErrors}, ${keyMinutes.serverErrors}, ${keyMinutes.latencies}, ${keyMinutes.waitingDeliveries},
       ${keyMinutes.waitingMails},
       ${keyMinutes.openUserRemovals}, ${keyMinutes.openPlaceRemovals})
     select ${keyMinutes.apiKeyId}, hour_ms, sum(${keyMinutes.requests})::bigint, sum(${keyMinutes.clientErrors})::bigint,
       sum(${keyMinutes.serverErrors})::bigint, coalesce(timed.latencies, '{}'),
       max(${keyMinutes.waitingDeliveries}), max(${keyMinutes.waitingMails}), max(${keyMinutes.openUserRemovals}),
       max(${keyMinutes.openPlaceRemovals})
     from taken left join timed using (${keyMinutes.apiKeyId}, hour_ms)
     where (select ${apiKeys.workspaceId} from ${apiKeys} where ${apiKeys}.${apiKeys.apiKeyId} = taken.${keyMinutes.apiKeyId}) <> ''
     group by ${keyMinutes.apiKeyId}, hour_ms, timed.latencies
     order by ${keyMinutes.apiKeyId}, hour_ms
     on conflict (${keyMinutes.apiKeyId}, ${keyMinutes.minuteMs}) do update set ${addedUp}
   )
   select count(*) as taken from taken`,
  { crossTenant: "Old minutes of every API key are rolled up." },
);

/** Adds at most `limit` minutes that are older than `minutesKeptMs` to their hours; returns how many. */
export async function rollUpKeyMinutes(db: Db, minutesKeptMs: number, limit: number): Promise<number> {
  const [row] = await db.rows(rollUp, { minutesKeptMs, limit });
  return row?.taken ?? 0;
}

// Scans key_minutes_by_age; rows that another process is deleting are left to it.
const removeOld = statement(
  "workspace.delete_old_key_minutes",
  { retentionMs: types.bigint, limit: types.bigint },
  {},
  sql`with old as (
     select ${keyMinutes.apiKeyId}, ${keyMinutes.minuteMs} from ${keyMinutes} where ${keyMinutes.minuteMs} <= ${nowMs} - $retentionMs
     order by ${keyMinutes.minuteMs} limit $limit for update skip locked
   )
   delete from ${keyMinutes} using old where ${keyMinutes}.${keyMinutes.apiKeyId} = old.${keyMinutes.apiKeyId}
     and ${keyMinutes}.${keyMinutes.minuteMs} = old.${keyMinutes.minuteMs}`,
  { crossTenant: "Old rows of every API key are removed." },
);

/** Deletes at most `limit` minutes that are older than the retention; returns how many. */
export function deleteOldKeyMinutes(db: Db, retentionMs: number, limit: number): Promise<number> {
  return db.run(removeOld, { retentionMs, limit });
}

// Scans minute_reports_by_age, as above.
const removeOldReports = statement(
  "workspace.delete_old_minute_reports",
  { retentionMs: types.bigint, limit: types.bigint },
  {},
  sql`with old as (
     select ${minuteReports.reportId} from ${minuteReports} where ${minuteReports.heardAtMs} <= ${nowMs} - $retentionMs
     order by ${minuteReports.heardAtMs} limit $limit for update skip locked
   )
   delete from ${minuteReports} using old where ${minuteReports}.${minuteReports.reportId} = old.${minuteReports.reportId}`,
  { crossTenant: "A report concerns many API keys." },
);

/** Deletes at most `limit` reports that are older than the retention; returns how many. */
export function deleteOldMinuteReports(db: Db, retentionMs: number, limit: number): Promise<number> {
  return db.run(removeOldReports, { retentionMs, limit });
}
