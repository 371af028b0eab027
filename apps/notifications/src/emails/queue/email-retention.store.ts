import { type Db, type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { type KeyAge, keyAgeParameters, keyAgesReason, keyAgeTypes, removedByKey, removedOf, removedRow } from "@parley/erasure";
import { oldRows, oldRowsOfKeys, placesOfOld } from "../../delivery/old-rows.ts";
import { emailItems, emailQueue, emails } from "../config/tables.ts";

const columns = [emails.apiKeyId, emails.emailId];

// The CTEs that delete the mails of `old` with everything that belongs to them.
const removal = (old: Sql) => sql`with ${old}, deleted_items as (
     delete from ${emailItems} where ctid = any(${placesOfOld(
       emailItems,
       sql`t.${emailItems.emailId} = old.${emails.emailId} limit 10000`,
     )})
   ), unqueued as (
     delete from ${emailQueue} where ctid = any(${placesOfOld(emailQueue, sql`t.${emailQueue.emailId} = old.${emails.emailId} limit 1`)})
   )`;
const gone = sql`delete from ${emails} where ctid = any(array(select place from old))`;

const remove = statement(
  "notifications.email_remove_old",
  { ageMs: types.bigint, limit: types.bigint },
  {},
  sql`${removal(oldRows(emails, columns, emails.emailId))}
   ${gone}`,
  { crossTenant: "The installation's retention is the same for every API key." },
);

/**
 * Deletes at most `limit` mails older than `ageMs`, with everything that belongs to them. Returns how many; fewer than the limit means that
 * none are left.
 */
export function removeOldEmails(db: Db, ageMs: number, limit: number): Promise<number> {
  return db.run(remove, { ageMs, limit });
}

const removeOfKeys = statement(
  "notifications.email_remove_old_of_keys",
  keyAgeTypes,
  removedRow,
  sql`${removal(oldRowsOfKeys(emails, columns, emails.emailId))}, gone as (${gone})
   ${removedByKey(emails.apiKeyId)}`,
  keyAgesReason,
);

/**
 * Deletes at most `limit` mails of each key that are older than the key's age, with everything that belongs to them; returns how many, by
 * key.
 */
export async function removeOldEmailsOfKeys(db: Db, keys: readonly KeyAge[], limit: number): Promise<Map<string, number>> {
  return removedOf(await db.rows(removeOfKeys, keyAgeParameters(keys, limit)));
}
