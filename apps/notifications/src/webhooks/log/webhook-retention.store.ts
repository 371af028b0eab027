import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";

const acrossKeys = "What is too old is removed whatever its API key is.";

// The rows that belong to old deliveries, by place: joined, the tables would be read whole.
const places = (table: string, condition: string) => `array(
     select x.place from old cross join lateral (select ctid as place from ${table} t where t.api_key_id = old.api_key_id and ${condition}) as x)`;

// API key by API key along the primary key: nothing but the keys and the rows to be removed is read.
const remove = statement(
  "notifications.webhook_remove_old",
  { ageMs: types.bigint, limit: types.bigint },
  {},
  `with recursive api_key as (
     (select api_key_id from webhook_deliveries order by api_key_id limit 1)
     union all
     select (select d.api_key_id from webhook_deliveries d where d.api_key_id > api_key.api_key_id order by d.api_key_id limit 1)
     from api_key where api_key.api_key_id is not null
   ), old as materialized (
     select d.* from api_key cross join lateral (
       select d.api_key_id, d.delivery_id, d.target, d.document_id, d.ctid as place from webhook_deliveries d
       where d.api_key_id = api_key.api_key_id and d.created_at_ms < now_ms() - $ageMs::bigint
       order by d.created_at_ms, d.delivery_id limit $limit for update skip locked
     ) as d
     limit $limit
   ), freed as (
     delete from webhook_payloads where ctid = any(${places("webhook_payloads", "t.delivery_id = old.delivery_id limit 1")})
   ), forgotten as (
     delete from webhook_attempts where ctid = any(${places("webhook_attempts", "t.delivery_id = old.delivery_id order by t.number limit 1000")})
   ), unqueued as (
     delete from webhook_queue where ctid = any(${places(
       "webhook_queue",
       "t.target = old.target and t.document_key = hashtextextended(old.document_id, 0) and t.delivery_id = old.delivery_id limit 1",
     )})
   )
   delete from webhook_deliveries where ctid = any(array(select place from old))`,
  { acrossKeys },
);

const removeRecoveries = statement(
  "notifications.webhook_recoveries_remove_old",
  { ageMs: types.bigint, limit: types.bigint },
  {},
  `delete from webhook_recoveries where ctid = any(array(
     select ctid from webhook_recoveries where completed_at_ms < now_ms() - $ageMs::bigint order by completed_at_ms limit $limit))`,
  { acrossKeys },
);

/** Removes the records of recoveries that were completed so long ago. Returns how many. */
export function removeOldRecoveries(db: Db, ageMs: number, limit: number): Promise<number> {
  return db.run(removeRecoveries, { ageMs, limit });
}

/** Removes deliveries that are older than that, with all that belongs to them. Returns how many; fewer than the limit means that no more are. */
export function removeOldDeliveries(db: Db, ageMs: number, limit: number): Promise<number> {
  return db.run(remove, { ageMs, limit });
}
