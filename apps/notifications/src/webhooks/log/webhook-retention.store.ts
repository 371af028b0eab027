import { type Db, type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { type KeyAge, keyAgeParameters, keyAgesReason, keyAgeTypes, removedByKey, removedOf, removedRow } from "@parley/erasure";
import { nowMs } from "../../clock/now-ms.ts";
import { oldRows, oldRowsOfKeys, placesOfOld } from "../../delivery/old-rows.ts";
import { webhookAttempts, webhookDeliveries, webhookPayloads, webhookQueue, webhookRecoveries } from "../config/tables.ts";

const crossTenant = "The installation's retention is the same for every API key.";

const { apiKeyId, deliveryId, target, documentId } = webhookDeliveries;
const oldColumns = [apiKeyId, deliveryId, target, documentId];

// The CTEs that delete the deliveries of `old` with everything that belongs to them.
const removal = (old: Sql) => sql`with ${old}, freed as (
     delete from ${webhookPayloads}
     where ctid = any(${placesOfOld(webhookPayloads, sql`t.${webhookPayloads.deliveryId} = old.${webhookDeliveries.deliveryId} limit 1`)})
   ), forgotten as (
     delete from ${webhookAttempts}
     where ctid = any(${placesOfOld(
       webhookAttempts,
       sql`t.${webhookAttempts.deliveryId} = old.${webhookDeliveries.deliveryId}
         order by t.${webhookAttempts.number} limit 1000`,
     )})
   ), unqueued as (
     delete from ${webhookQueue} where ctid = any(${placesOfOld(
       webhookQueue,
       sql`t.${webhookQueue.target} = old.${webhookDeliveries.target}
         and t.${webhookQueue.documentKey} = hashtextextended(old.${webhookDeliveries.documentId}, 0)
         and t.${webhookQueue.deliveryId} = old.${webhookDeliveries.deliveryId} limit 1`,
     )})
   )`;
const gone = sql`delete from ${webhookDeliveries} where ctid = any(array(select place from old))`;

const remove = statement(
  "notifications.webhook_remove_old",
  { ageMs: types.bigint, limit: types.bigint },
  {},
  sql`${removal(oldRows(webhookDeliveries, oldColumns, deliveryId))}
   ${gone}`,
  { crossTenant },
);

/**
 * Deletes at most `limit` deliveries older than `ageMs`, with everything that belongs to them. Returns how many; fewer than the limit means
 * that none are left.
 */
export function removeOldDeliveries(db: Db, ageMs: number, limit: number): Promise<number> {
  return db.run(remove, { ageMs, limit });
}

const removeOfKeys = statement(
  "notifications.webhook_remove_old_of_keys",
  keyAgeTypes,
  removedRow,
  sql`${removal(oldRowsOfKeys(webhookDeliveries, oldColumns, deliveryId))}, gone as (${gone})
   ${removedByKey(apiKeyId)}`,
  keyAgesReason,
);

/**
 * Deletes at most `limit` deliveries of each key that are older than the key's age, with everything that belongs to them; returns how many,
 * by key.
 */
export async function removeOldDeliveriesOfKeys(db: Db, keys: readonly KeyAge[], limit: number): Promise<Map<string, number>> {
  return removedOf(await db.rows(removeOfKeys, keyAgeParameters(keys, limit)));
}

const removeRecoveries = statement(
  "notifications.webhook_recoveries_remove_old",
  { ageMs: types.bigint, limit: types.bigint },
  {},
  sql`delete from ${webhookRecoveries} where ctid = any(array(
     select ctid from ${webhookRecoveries} where ${webhookRecoveries.completedAtMs} < ${nowMs} - $ageMs::bigint
     order by ${webhookRecoveries.completedAtMs} limit $limit))`,
  { crossTenant },
);

/** Deletes the records of recoveries completed more than `ageMs` ago. Returns how many. */
export function removeOldRecoveries(db: Db, ageMs: number, limit: number): Promise<number> {
  return db.run(removeRecoveries, { ageMs, limit });
}
