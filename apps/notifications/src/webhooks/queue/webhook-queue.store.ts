import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types } from "@parley/database/schema";
import type { FreeGroup, Group, Held } from "../../delivery/channel.ts";
import { groupsPerRead, ownedQueue } from "../../delivery/owned-queue.store.ts";
import { webhookDeliveries, webhookGoneEndpoints, webhookPayloads, webhookQueue } from "../config/tables.ts";

/** A row of the queue that this process has read. */
interface HeldDelivery extends Held {
  readonly target: string;
  /** A string, because it has 64 bits. */
  readonly documentKey: string;
}

/** Identifies a row of the queue as it was read. */
export type HeldRow = Omit<HeldDelivery, "tries">;

/** The queue of webhook deliveries, owned by endpoint. */
export const queue = ownedQueue({
  kind: "webhook",
  queue: webhookQueue,
  key: [webhookQueue.apiKeyId, webhookQueue.target, webhookQueue.documentKey, webhookQueue.deliveryId],
  group: [webhookQueue.apiKeyId, webhookQueue.target],
  parameters: {
    apiKeyIds: listOf(types.text),
    targets: listOf(types.text),
    documentKeys: narrowed<readonly string[]>(listOf(types.bigint)),
    deliveryIds: listOf(types.bigint),
  },
  lists: (rows: readonly HeldRow[]) => ({
    apiKeyIds: rows.map(({ apiKeyId }) => apiKeyId),
    targets: rows.map(({ target }) => target),
    documentKeys: rows.map(({ documentKey }) => documentKey),
    deliveryIds: rows.map(({ deliveryId }) => deliveryId),
  }),
  promotedAtOnce: 500,
});

/** A delivery that was read. */
export interface ReadRow extends HeldDelivery {
  readonly createdAtMs: number;
  /** Size of its payload as queued. */
  readonly bytes: number;
  readonly isUnchecked: boolean;
  /** Null, like every field below, if the delivery was deleted meanwhile. */
  readonly webhookId: string | null;
  readonly trigger: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  readonly sequence: number;
  readonly attempts: number;
  /** Null if the payload has been erased. */
  readonly body: string | null;
  /** Whether the body has yet to be built. */
  readonly isDraft: boolean;
  /** The event to build it from; null in deliveries of an older release, whose body is a draft. */
  readonly event: Buffer | null;
  /** The endpoint's URL at which it responded 410. */
  readonly goneUrl: string | null;
}

interface Asked {
  readonly owner: string;
  /** Deliveries that are already in hand. */
  readonly inHand: readonly number[];
  readonly limit: number;
  /** Most bytes of bodies; a single delivery is read whatever its size. */
  readonly maxBytes: number;
  /** Most deliveries of one endpoint. */
  readonly perEndpoint: number;
  /** Endpoints with another limit than `perEndpoint`, in parallel lists. */
  readonly endpointKeys: readonly string[];
  readonly endpointTargets: readonly string[];
  readonly endpointRooms: readonly number[];
  /** Most deliveries of one API key, and API keys with another limit, in parallel lists. */
  readonly perKey: number;
  readonly keys: readonly string[];
  readonly keyRooms: readonly number[];
  /** Endpoints up to this one have been read in this round. */
  readonly afterKey: string;
  readonly afterTarget: string;
}

const { apiKeyId, target, documentKey, deliveryId, createdAtMs, bytes, tries, fence, isUnchecked, state } = webhookQueue;

// API keys take turns, and so do the endpoints of a key within its turns.
const turns = sql`turn_of_key, ${deliveryId}`;

// An endpoint with a delivery still leased by a process of the previous release is not read: its other deliveries would overtake that one.
const read = statement(
  "notifications.webhook_read",
  {
    afterKey: types.text,
    afterTarget: types.text,
    inHand: listOf(types.bigint),
    endpointKeys: listOf(types.text),
    endpointTargets: listOf(types.text),
    endpointRooms: listOf(types.integer),
    perEndpoint: types.integer,
    perKey: types.integer,
    keys: listOf(types.text),
    keyRooms: listOf(types.integer),
    limit: types.integer,
    maxBytes: types.bigint,
    owner: types.text,
  },
  {
    position: types.integer,
    isFree: types.boolean,
    wasOwned: types.boolean,
    apiKeyId,
    target: types.text,
    documentKey: types.text,
    deliveryId: nullable(deliveryId),
    createdAtMs,
    bytes,
    tries,
    fence,
    groupFence: types.bigint,
    isUnchecked,
    webhookId: nullable(webhookDeliveries.webhookId),
    trigger: webhookDeliveries.trigger,
    organizationId: webhookDeliveries.organizationId,
    documentId: webhookDeliveries.documentId,
    annotationId: webhookDeliveries.annotationId,
    sequence: webhookDeliveries.sequence,
    attempts: webhookDeliveries.attempts,
    body: nullable(webhookPayloads.body),
    isDraft: webhookPayloads.isDraft,
    event: nullable(webhookPayloads.event),
    goneUrl: nullable(webhookGoneEndpoints.url),
  },
  sql`${queue.visited([sql`$afterKey`, sql`$afterTarget`])}, taken as (
     select first.*, visited.group_fence, coalesce(owned.room, $perKey::integer) as room_of_key,
       row_number() over (partition by first.${apiKeyId} order by first.turn, first.${deliveryId}) as turn_of_key
     from visited
     left join unnest($endpointKeys::text[], $endpointTargets::text[], $endpointRooms::integer[]) as known (api_key_id, target, room)
       on known.api_key_id = visited.${apiKeyId} and known.target = visited.${target}
     left join unnest($keys::text[], $keyRooms::integer[]) as owned (api_key_id, room) on owned.api_key_id = visited.${apiKeyId}
     cross join lateral (
       select q.*, row_number() over (order by q.${deliveryId}) as turn from (
         select * from ${webhookQueue}
         where ${state} = 'ready' and ${apiKeyId} = visited.${apiKeyId} and ${target} = visited.${target}
           and ${deliveryId} not in (select unnest($inHand::bigint[]))
         order by ${deliveryId} limit coalesce(known.room, $perEndpoint::integer)
       ) as q
     ) as first
     where visited.is_mine and not exists (select from ${webhookQueue} l where l.${state} = 'leased'
       and l.${apiKeyId} = visited.${apiKeyId} and l.${target} = visited.${target})
   ), counted as (
     select taken.*, row_number() over (order by ${turns}) as nth, sum(${bytes}) over (order by ${turns}) as bytes_so_far
     from taken where turn_of_key <= room_of_key
   ), picked as materialized (
     select * from counted where nth <= $limit::integer and (nth = 1 or bytes_so_far <= $maxBytes::bigint)
   )
   select visited.position, visited.is_free, visited.was_owned, visited.${apiKeyId}, visited.${target}, picked.${documentKey}::text,
     picked.${deliveryId}, picked.${createdAtMs}, picked.${bytes}, picked.${tries}, picked.${fence}, picked.group_fence, picked.${isUnchecked},
     d.${webhookDeliveries.webhookId}, d.${webhookDeliveries.trigger}, d.${webhookDeliveries.organizationId},
     d.${webhookDeliveries.documentId}, d.${webhookDeliveries.annotationId}, d.${webhookDeliveries.sequence},
     d.${webhookDeliveries.attempts}, p.${webhookPayloads.body}, p.${webhookPayloads.isDraft}, p.${webhookPayloads.event},
     g.${webhookGoneEndpoints.url} as gone_url
   from visited
   left join picked on picked.${apiKeyId} = visited.${apiKeyId} and picked.${target} = visited.${target}
   left join ${webhookDeliveries} d on d.${webhookDeliveries.apiKeyId} = picked.${apiKeyId}
     and d.${webhookDeliveries.createdAtMs} = picked.${createdAtMs} and d.${webhookDeliveries.deliveryId} = picked.${deliveryId}
   left join lateral (
     select * from ${webhookPayloads} where ${webhookPayloads.apiKeyId} = picked.${apiKeyId}
       and ${webhookPayloads.deliveryId} = picked.${deliveryId} limit 1
   ) as p on true
   left join ${webhookGoneEndpoints} g on g.${webhookGoneEndpoints.apiKeyId} = picked.${apiKeyId}
     and g.${webhookGoneEndpoints.target} = picked.${target}
   where picked.${deliveryId} is not null or ${queue.isTold}
   order by picked.${deliveryId}`,
  { crossTenant: "Deliveries of every API key are read together, endpoint by endpoint in turn." },
);

interface ReadResult {
  readonly rows: readonly ReadRow[];
  /** Endpoints that no living process owns. */
  readonly free: readonly FreeGroup[];
  /** The last endpoint examined; undefined if none follows. */
  readonly last: Group | undefined;
  /** Whether any row was ready, read or not. */
  readonly wasReady: boolean;
}

/** Reads deliveries that are ready and not in hand, endpoint by endpoint in turn, those of a document in order. */
export async function readDeliveries(db: Db, asked: Asked): Promise<ReadResult> {
  const told = await db.rows(read, asked);
  return {
    rows: told.filter((row): row is ReadRow & (typeof told)[number] => row.deliveryId !== null),
    free: told.filter(({ isFree }) => isFree),
    last: told.find(({ position }) => position >= groupsPerRead),
    wasReady: told.length > 0,
  };
}
