import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { oldRows, placesOfOld } from "../../delivery/old-rows.ts";

const crossTenant = "Retention is the same for every API key.";

const remove = statement(
  "notifications.webhook_remove_old",
  { ageMs: types.bigint, limit: types.bigint },
  {},
  `with ${oldRows("webhook_deliveries", "api_key_id, delivery_id, target, document_id", "delivery_id")}, freed as (
     delete from webhook_payloads where ctid = any(${placesOfOld("webhook_payloads", "t.delivery_id = old.delivery_id limit 1")})
   ), forgotten as (
     delete from webhook_attempts
     where ctid = any(${placesOfOld("webhook_attempts", "t.delivery_id = old.delivery_id order by t.number limit 1000")})
   ), unqueued as (
     delete from webhook_queue where ctid = any(${placesOfOld(
       "webhook_queue",
       "t.target = old.target and t.document_key = hashtextextended(old.document_id, 0) and t.delivery_id = old.delivery_id limit 1",
     )})
   )
   delete from webhook_deliveries where ctid = any(array(select place from old))`,
  { crossTenant },
);

const removeRecoveries = statement(
  "notifications.webhook_recoveries_remove_old",
  { ageMs: types.bigint, limit: types.bigint },
  {},
  `delete from webhook_recoveries where ctid = any(array(
     select ctid from webhook_recoveries where completed_at_ms < now_ms() - $ageMs::bigint order by completed_at_ms limit $limit))`,
  { crossTenant },
);

/** Deletes the records of recoveries that were completed so long ago. Returns how many. */
export function removeOldRecoveries(db: Db, ageMs: number, limit: number): Promise<number> {
  return db.run(removeRecoveries, { ageMs, limit });
}

/**
 * Deletes deliveries that are older than that, with everything that belongs to them. Returns how many; fewer than the limit means that no
 * more are.
 */
export function removeOldDeliveries(db: Db, ageMs: number, limit: number): Promise<number> {
  return db.run(remove, { ageMs, limit });
}
