import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { webhookPayloads, webhookQueue } from "../config/tables.ts";
import { queue, type ReadRow } from "./webhook-queue.store.ts";

const store = statement(
  "notifications.webhook_store_bodies",
  { ...queue.parameters, begins: listOf(types.integer), lengths: listOf(types.integer), whole: types.bytes },
  { deliveryId: webhookPayloads.deliveryId },
  sql`with ${queue.claimed({ arrays: [sql`$begins::integer[], $lengths::integer[]`], columns: sql`begins, length,` })}
   update ${webhookPayloads} p set ${webhookPayloads.body} = convert_from(substr($whole::bytea, claimed.begins, claimed.length), 'UTF8'),
     ${webhookPayloads.event} = null
   from claimed join ${webhookQueue} q on ${queue.isClaimed}
   where p.${webhookPayloads.apiKeyId} = claimed.${webhookQueue.apiKeyId}
     and p.${webhookPayloads.deliveryId} = claimed.${webhookQueue.deliveryId}
   returning p.${webhookPayloads.deliveryId}`,
  { crossTenant: "Bodies of many deliveries are stored together, each under the fence of its own endpoint." },
);

/** Stores bodies in place of their events; returns the ids of deliveries that are still claimed and not erased. */
export async function storeBodies(db: Db, built: readonly (ReadRow & { readonly body: string })[]): Promise<Set<number>> {
  const rows = await db.rows(store, { ...queue.lists(built), ...onePiece(built.map(({ body }) => body)) });
  return new Set(rows.map(({ deliveryId }) => deliveryId));
}

/**
 * Texts and bytes as one value, from which a statement takes each part with `substr`. In an array every character would have to be escaped
 * and unescaped.
 */
export function onePiece(parts: readonly (Uint8Array | string)[]) {
  const pieces = parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part));
  const lengths = pieces.map(({ length }) => length);
  let next = 1;
  const begins = lengths.map((length) => {
    next += length;
    return next - length;
  });
  return { begins, lengths, whole: Buffer.concat(pieces) };
}
