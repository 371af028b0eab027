import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { oldRows, placesOfOld } from "../../delivery/old-rows.ts";

const crossTenant = "Retention is the same for every API key.";

const remove = statement(
  "notifications.email_remove_old",
  { ageMs: types.bigint, limit: types.bigint },
  {},
  `with ${oldRows("emails", "api_key_id, email_id", "email_id")}, untold as (
     delete from email_items where ctid = any(${placesOfOld("email_items", "t.email_id = old.email_id limit 10000")})
   ), unqueued as (
     delete from email_queue where ctid = any(${placesOfOld("email_queue", "t.email_id = old.email_id limit 1")})
   )
   delete from emails where ctid = any(array(select place from old))`,
  { crossTenant },
);

/**
 * Deletes mails that are older than that, with everything that belongs to them. Returns how many; fewer than the limit means that no more
 * are.
 */
export function removeOldEmails(db: Db, ageMs: number, limit: number): Promise<number> {
  return db.run(remove, { ageMs, limit });
}
