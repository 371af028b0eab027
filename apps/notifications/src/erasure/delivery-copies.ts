import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type Chunk, type Erased, type Eraser, speaksOf, subjectParameters, subjectTypes } from "@parley/erasure";
import type { JsonObject } from "@parley/kernel";
import { webhookDeliveries, webhookPayloads, webhookQueue } from "../schema.ts";
import { bodyWithoutErased, payloadWithoutErased, unnamedIn } from "../triggers/without-erased.ts";
import { eraseDeliveries } from "./delivery-erasers.ts";

// A payload is at most as large as an event, so a chunk is some megabytes.
const copiesPerChunk = 20;

const copy = {
  createdAtMs: webhookDeliveries.createdAtMs,
  deliveryId: webhookDeliveries.deliveryId,
  eventTimeMs: webhookDeliveries.eventTimeMs,
  event: nullable(webhookPayloads.event),
  body: webhookPayloads.body,
};
type Copy = ValuesOf<typeof copy>;

// Deliveries are found by their subject: a user has few deliveries this recent, while the order of the key would read those of all other
// users too.
const selectCopies = statement(
  "notifications.erase_webhook_copies_find",
  { ...subjectTypes, afterMs: types.bigint, afterId: types.bigint },
  copy,
  sql`with young as materialized (
     select ${webhookDeliveries.createdAtMs}, ${webhookDeliveries.deliveryId}, ${webhookDeliveries.eventTimeMs} from ${webhookDeliveries}
     where ${webhookDeliveries.apiKeyId} = $apiKeyId and ${speaksOf(webhookDeliveries.subjects)}
       and ${webhookDeliveries.createdAtMs} > $requestedAtMs
   ), next as materialized (
     select * from young where (${webhookDeliveries.createdAtMs}, ${webhookDeliveries.deliveryId}) > ($afterMs, $afterId)
     order by ${webhookDeliveries.createdAtMs}, ${webhookDeliveries.deliveryId} limit $limit
   )
   select next.${webhookDeliveries.createdAtMs}, next.${webhookDeliveries.deliveryId}, next.${webhookDeliveries.eventTimeMs}, p.${webhookPayloads.event},
     p.${webhookPayloads.body}
   from next cross join lateral (
     select * from ${webhookPayloads}
     where ${webhookPayloads.apiKeyId} = $apiKeyId and ${webhookPayloads.deliveryId} = next.${webhookDeliveries.deliveryId} limit 1
   ) as p
   order by next.${webhookDeliveries.createdAtMs}, next.${webhookDeliveries.deliveryId}`,
);

// An event whose body has been built since it was read is left to the second pass. A process that holds the delivery loses it, because its
// copy is the unerased one.
const update = statement(
  "notifications.erase_webhook_copies",
  {
    apiKeyId: webhookPayloads.apiKeyId,
    createdAts: listOf(types.bigint),
    deliveryIds: listOf(types.bigint),
    events: narrowed<readonly Uint8Array[]>(listOf(types.bytes)),
    bodies: listOf(types.text),
    unnamed: listOf(types.text),
  },
  {},
  sql`with changed as materialized (
     select * from unnest($createdAts::bigint[], $deliveryIds::bigint[], $events::bytea[], $bodies::text[], $unnamed::text[])
       as c (created_at_ms, delivery_id, event, body, unnamed)
   ), stored as (
     update ${webhookPayloads} p
     set ${webhookPayloads.event} = case when p.${webhookPayloads.event} is null then null else c.event end,
       ${webhookPayloads.body} = case when p.${webhookPayloads.event} is null then c.body else p.${webhookPayloads.body} end
     from changed c
     where p.${webhookPayloads.apiKeyId} = $apiKeyId and p.${webhookPayloads.deliveryId} = c.delivery_id
       and (p.${webhookPayloads.event} is null) = (c.body <> '')
     returning p.${webhookPayloads.deliveryId}
   ), fenced as (
     update ${webhookQueue} set ${webhookQueue.fence} = default
     where ${webhookQueue.apiKeyId} = $apiKeyId and ctid = any(array(
       select q.place from changed c cross join lateral (
         select ${webhookDeliveries.target}, ${webhookDeliveries.documentId} from ${webhookDeliveries}
         where ${webhookDeliveries.apiKeyId} = $apiKeyId and ${webhookDeliveries.createdAtMs} = c.created_at_ms
           and ${webhookDeliveries.deliveryId} = c.delivery_id limit 1
       ) w cross join lateral (
         select ctid as place from ${webhookQueue}
         where ${webhookQueue.apiKeyId} = $apiKeyId and ${webhookQueue.target} = w.${webhookDeliveries.target}
           and ${webhookQueue.documentKey} = hashtextextended(w.${webhookDeliveries.documentId}, 0)
           and ${webhookQueue.deliveryId} = c.delivery_id limit 1
       ) q))
   )
   update ${webhookDeliveries} d
   set ${webhookDeliveries.subjects} = array(
     select subject from unnest(d.${webhookDeliveries.subjects}) as subject
     where subject <> all(string_to_array(c.unnamed, E'\\n')))
   from changed c join stored on stored.${webhookPayloads.deliveryId} = c.delivery_id
   where d.${webhookDeliveries.apiKeyId} = $apiKeyId and d.${webhookDeliveries.createdAtMs} = c.created_at_ms
     and d.${webhookDeliveries.deliveryId} = c.delivery_id`,
);

/**
 * Also erases users from deliveries about other users' actions that were created between the request and this erasure, because each
 * contains its thread as it was then. A delivery that contains nothing else is deleted. Runs in addition to the given eraser.
 */
export function withCopies(others: Eraser): Eraser {
  return {
    ...others,
    async erase(tx, chunk) {
      if (chunk.after.length > 0) return eraseCopies(tx, chunk);
      const { rows, next } = await others.erase(tx, chunk);
      return { rows, next: next ?? { range: 0, key: [0, 0] } };
    },
  };
}

async function eraseCopies(tx: Db, chunk: Chunk): Promise<Erased> {
  const { apiKeyId, requestedAtMs } = chunk.erasure;
  const [afterMs = 0, afterId = 0] = chunk.after.map(Number);
  const copies = await tx.rows(selectCopies, { ...subjectParameters({ ...chunk, limit: copiesPerChunk }), afterMs, afterId });
  const erased = new Map(chunk.ranges.map(({ id }) => [id, requestedAtMs]));
  const left = copies.map((each) => ({ ...each, after: withoutUsers(each, erased) }));
  const gone = left.filter(({ after }) => after === undefined);
  const changed = left.flatMap(({ createdAtMs, deliveryId, after }) =>
    after === undefined ? [] : [{ createdAtMs, deliveryId, ...after }],
  );
  const updated = changed.length === 0 ? 0 : await tx.run(update, { apiKeyId, ...columnsOf(changed) });
  const deleted = gone.length === 0 ? 0 : await eraseDeliveries(tx, { apiKeyId, ...placesOf(gone) });
  const last = copies.at(-1);
  const isEnd = last === undefined || copies.length < copiesPerChunk;
  return { rows: updated + deleted, next: isEnd ? undefined : { range: 0, key: [last.createdAtMs, last.deliveryId] } };
}

interface Left {
  /** Empty if it is a body. */
  readonly event: Uint8Array;
  /** Empty if it is an event. */
  readonly body: string;
  /** Subjects that it no longer names, one a line. */
  readonly unnamed: string;
}

const noBytes = new Uint8Array();

/** The rest of a payload; undefined if nothing is left. */
function withoutUsers({ event, eventTimeMs, body }: Copy, erased: ReadonlyMap<string, number>): Left | undefined {
  if (event !== null) {
    const left = payloadWithoutErased(event, erased);
    return left && { event: left.payload, body: "", unnamed: [...left.unnamed].join("\n") };
  }
  const left = bodyWithoutErased(JSON.parse(body) as JsonObject, eventTimeMs, erased);
  if (left === undefined) return undefined;
  const text = JSON.stringify(left);
  return { event: noBytes, body: text, unnamed: [...unnamedIn(text, erased)].join("\n") };
}

interface Place {
  readonly createdAtMs: number;
  readonly deliveryId: number;
}

function placesOf(deliveries: readonly Place[]) {
  return {
    createdAts: deliveries.map(({ createdAtMs }) => createdAtMs),
    deliveryIds: deliveries.map(({ deliveryId }) => deliveryId),
  };
}

function columnsOf(changed: readonly (Place & Left)[]) {
  return {
    ...placesOf(changed),
    events: changed.map(({ event }) => event),
    bodies: changed.map(({ body }) => body),
    unnamed: changed.map(({ unnamed }) => unnamed),
  };
}
