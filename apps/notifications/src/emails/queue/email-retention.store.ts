import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";

const acrossKeys = "What is too old is removed whatever its API key is.";

// The rows that belong to old mails, by place: joined, the tables would be read whole.
const places = (table: string, limit: number) => `array(
     select x.place from old cross join lateral (
       select ctid as place from ${table} t where t.api_key_id = old.api_key_id and t.email_id = old.email_id limit ${limit}
     ) as x)`;

// API key by API key along the primary key: nothing but the keys and the rows to be removed is read.
const remove = statement(
  "notifications.email_remove_old",
  { ageMs: types.bigint, limit: types.bigint },
  {},
  `with recursive api_key as (
     (select api_key_id from emails order by api_key_id limit 1)
     union all
     select (select e.api_key_id from emails e where e.api_key_id > api_key.api_key_id order by e.api_key_id limit 1)
     from api_key where api_key.api_key_id is not null
   ), old as materialized (
     select e.* from api_key cross join lateral (
       select e.api_key_id, e.email_id, e.ctid as place from emails e
       where e.api_key_id = api_key.api_key_id and e.created_at_ms < now_ms() - $ageMs::bigint
       order by e.created_at_ms, e.email_id limit $limit for update skip locked
     ) as e
     limit $limit
   ), untold as (
     delete from email_items where ctid = any(${places("email_items", 10_000)})
   ), unqueued as (
     delete from email_queue where ctid = any(${places("email_queue", 1)})
   )
   delete from emails where ctid = any(array(select place from old))`,
  { acrossKeys },
);

/** Removes mails that are older than that, with all that belongs to them. Returns how many; fewer than the limit means that no more are. */
export function removeOldEmails(db: Db, ageMs: number, limit: number): Promise<number> {
  return db.run(remove, { ageMs, limit });
}
