import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { keyMinutes } from "./tables.ts";

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

// Histograms of the same steps add up place by place, so that the latencies of an hour are exact as far as those of its minutes are.
const list = statement(
  "workspace.key_minutes",
  { apiKeyId: keyMinutes.apiKeyId, fromMs: types.bigint, stepMs: types.bigint },
  keyMinuteRow,
  `with kept as (
     select minute_ms - minute_ms % $stepMs::bigint as step_ms, requests, client_errors, server_errors, latencies, waiting_deliveries, waiting_mails,
       open_user_removals, open_place_removals
     from key_minutes where api_key_id = $apiKeyId and minute_ms >= $fromMs
   ), timed as (
     select step_ms, array_agg(total order by place) as latencies
     from (select step_ms, place, sum(count)::bigint as total
       from kept, unnest(kept.latencies) with ordinality as histogram (count, place) group by step_ms, place) as summed
     group by step_ms
   )
   select step_ms as minute_ms, sum(requests)::bigint as requests, sum(client_errors)::bigint as client_errors,
     sum(server_errors)::bigint as server_errors, coalesce(timed.latencies, '{}') as latencies, max(waiting_deliveries) as waiting_deliveries,
     max(waiting_mails) as waiting_mails, max(open_user_removals) as open_user_removals, max(open_place_removals) as open_place_removals
   from kept left join timed using (step_ms)
   group by step_ms, timed.latencies order by step_ms`,
);

interface MinutesWanted {
  readonly apiKeyId: string;
  readonly fromMs: number;
  /** The length of a step: what lies in one is added up, and of backlogs the maximum counts. */
  readonly stepMs: number;
}

/** The minutes of a key since a given one, added up in steps, oldest first. A scan of the primary key. */
export function selectKeyMinutes(db: Db, wanted: MinutesWanted): Promise<KeyMinuteRow[]> {
  return db.rows(list, wanted);
}

const first = statement(
  "workspace.first_key_minute",
  { apiKeyId: keyMinutes.apiKeyId },
  { minuteMs: keyMinutes.minuteMs },
  "select minute_ms from key_minutes where api_key_id = $apiKeyId order by minute_ms limit 1",
);

/** When the oldest figures of a key began. The first entry of the primary key. */
export async function selectFirstMinute(db: Db, apiKeyId: string): Promise<number | undefined> {
  const [row] = await db.rows(first, { apiKeyId });
  return row?.minuteMs;
}

const addedUp = `
     requests = known.requests + excluded.requests,
     client_errors = known.client_errors + excluded.client_errors,
     server_errors = known.server_errors + excluded.server_errors,
     latencies = array(
       select coalesce(left_of, 0) + coalesce(right_of, 0)
       from unnest(known.latencies, excluded.latencies) with ordinality as both_of (left_of, right_of, place) order by place),
     waiting_deliveries = greatest(known.waiting_deliveries, excluded.waiting_deliveries),
     waiting_mails = greatest(known.waiting_mails, excluded.waiting_mails),
     open_user_removals = greatest(known.open_user_removals, excluded.open_user_removals),
     open_place_removals = greatest(known.open_place_removals, excluded.open_place_removals)`;

// In the order of the key, so that gateways that add to the same minutes do not deadlock. Deleted keys belong to no workspace any more:
// their erased minutes do not come back.
const add = statement(
  "workspace.add_key_minutes",
  { reportId: types.text, minutes: types.json },
  {},
  `with heard as (
     insert into minute_reports (report_id) select $reportId::text where $reportId::text <> '' on conflict do nothing returning report_id
   )
   insert into key_minutes as known (api_key_id, minute_ms, requests, client_errors, server_errors, latencies, waiting_deliveries, waiting_mails,
     open_user_removals, open_place_removals)
   select m."apiKeyId", m."minuteMs", m.requests, m."clientErrors", m."serverErrors", m.latencies, m."waitingDeliveries", m."waitingMails",
     m."openUserRemovals", m."openPlaceRemovals"
   from json_to_recordset($minutes::json) as m ("apiKeyId" text, "minuteMs" bigint, requests bigint, "clientErrors" bigint, "serverErrors" bigint,
     latencies bigint[], "waitingDeliveries" bigint, "waitingMails" bigint, "openUserRemovals" bigint, "openPlaceRemovals" bigint)
   join api_keys on api_keys.api_key_id = m."apiKeyId" and api_keys.workspace_id <> ''
   where $reportId::text = '' or exists (select from heard)
   order by m."apiKeyId", m."minuteMs"
   on conflict (api_key_id, minute_ms) do update set ${addedUp}`,
  { crossTenant: "A gateway reports what it has counted for all keys at once." },
);

/** Adds counts to minutes, each minute of a key once, unless the report has been added before; backlogs keep their maximum. */
export async function addKeyMinutes(db: Db, reportId: string, minutes: readonly NewKeyMinute[]): Promise<void> {
  await db.run(add, { reportId, minutes: JSON.stringify(minutes) });
}

// A rollup: the hour's first row takes up the others. They are taken by key_minutes_by_minute, which has no hours in it; whichever part of an hour
// is rolled up when, the sum is the same. Hours in the order of the key, so that two processes do not deadlock; those of deleted keys
// do not come back, as above.
const rollUp = statement(
  "workspace.roll_up_key_minutes",
  { minutesKeptMs: types.bigint, limit: types.bigint },
  { taken: types.bigint },
  `with taken as (
     delete from key_minutes where ctid = any(array(
       select ctid from key_minutes where minute_ms % 3600000 <> 0 and minute_ms <= now_ms() - $minutesKeptMs
       order by minute_ms limit $limit for update skip locked))
     returning *, minute_ms - minute_ms % 3600000 as hour_ms
   ), timed as (
     select api_key_id, hour_ms, array_agg(total order by place) as latencies
     from (select api_key_id, hour_ms, place, sum(count)::bigint as total
       from taken, unnest(taken.latencies) with ordinality as histogram (count, place) group by api_key_id, hour_ms, place) as summed
     group by api_key_id, hour_ms
   ), kept as (
     insert into key_minutes as known (api_key_id, minute_ms, requests, client_errors, server_errors, latencies, waiting_deliveries, waiting_mails,
       open_user_removals, open_place_removals)
     select api_key_id, hour_ms, sum(requests)::bigint, sum(client_errors)::bigint, sum(server_errors)::bigint, coalesce(timed.latencies, '{}'),
       max(waiting_deliveries), max(waiting_mails), max(open_user_removals), max(open_place_removals)
     from taken left join timed using (api_key_id, hour_ms)
     where (select workspace_id from api_keys where api_keys.api_key_id = taken.api_key_id) <> ''
     group by api_key_id, hour_ms, timed.latencies
     order by api_key_id, hour_ms
     on conflict (api_key_id, minute_ms) do update set ${addedUp}
   )
   select count(*) as taken from taken`,
  { crossTenant: "What is too old to be kept by the minute is added up whatever its API key is." },
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
  `with old as (
     select api_key_id, minute_ms from key_minutes where minute_ms <= now_ms() - $retentionMs
     order by minute_ms limit $limit for update skip locked
   )
   delete from key_minutes using old where key_minutes.api_key_id = old.api_key_id and key_minutes.minute_ms = old.minute_ms`,
  { crossTenant: "What is too old is removed whatever its API key is." },
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
  `with old as (
     select report_id from minute_reports where heard_at_ms <= now_ms() - $retentionMs order by heard_at_ms limit $limit for update skip locked
   )
   delete from minute_reports using old where minute_reports.report_id = old.report_id`,
  { crossTenant: "A report is of many API keys." },
);

/** Deletes at most `limit` reports that are older than the retention; returns how many. */
export function deleteOldMinuteReports(db: Db, retentionMs: number, limit: number): Promise<number> {
  return db.run(removeOldReports, { retentionMs, limit });
}
