import { type Db, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { oldRows, placesOfOld } from "../../delivery/old-rows.ts";
import { emailItems, emailQueue, emails } from "../config/tables.ts";

const crossTenant = "Retention is the same for every API key.";

const remove = statement(
  "notifications.email_remove_old",
  { ageMs: types.bigint, limit: types.bigint },
  {},
  sql`with ${oldRows(emails, [emails.apiKeyId, emails.emailId], emails.emailId)}, untold as (
     delete from ${emailItems} where ctid = any(${placesOfOld(
       emailItems,
       sql`t.${emailItems.emailId} = old.${emails.emailId} limit 10000`,
     )})
   ), unqueued as (
     delete from ${emailQueue} where ctid = any(${placesOfOld(emailQueue, sql`t.${emailQueue.emailId} = old.${emails.emailId} limit 1`)})
   )
   delete from ${emails} where ctid = any(array(select place from old))`,
  { crossTenant },
);

/**
 * Deletes mails that are older than that, with everything that belongs to them. Returns how many; fewer than the limit means that no more
 * are.
 */
export function removeOldEmails(db: Db, ageMs: number, limit: number): Promise<number> {
  return db.run(remove, { ageMs, limit });
}
