import { type Db, sql, statement } from "@parley/database";
import { listOf, nowMs, nullable, types } from "@parley/database/schema";
import { webhookDeliveries, webhookGoneEndpoints, webhookPayloads, webhookQueue } from "../config/tables.ts";
import type { LeasedDelivery } from "./webhook-leases.store.ts";

const crossTenant = "Deliveries of every API key are claimed together, endpoint by endpoint in turn.";

/** A delivery that was claimed. */
export interface ClaimedRow extends LeasedDelivery {
  readonly createdAtMs: number;
  readonly isUnchecked: boolean;
  /** Null, like every field below, if the delivery was deleted after it was claimed. */
  readonly webhookId: string | null;
  readonly trigger: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  readonly sequence: number;
  readonly attempts: number;
  /** Null when the payload has been erased. */
  readonly body: string | null;
  /** Whether the body has still to be built. */
  readonly isDraft: boolean;
  /** What it is built from; null in deliveries that an older release has created, whose body is a draft. */
  readonly event: Buffer | null;
  /** The endpoint's URL when it responded 410. */
  readonly goneUrl: string | null;
}

/** An endpoint as claims see it. */
export interface EndpointId {
  readonly apiKeyId: string;
  readonly target: string;
}

interface Claim {
  readonly owner: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** Most bytes of bodies; one delivery is taken whatever its size. */
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
  /** Endpoints up to this one have had their turn. */
  readonly afterKey: string;
  readonly afterTarget: string;
}

// API keys take turns, and the endpoints of a key within its turns.
// Endpoints that one claim examines: the next continues after the last of them.
const endpointsPerClaim = 64;

// What an API key has no room for comes last, and is not picked.
const turns = sql`shared.is_over, shared.turn_of_key, shared.${webhookQueue.deliveryId}`;

// A delivery is skipped while an earlier one of its document is ready or leased by another process: `kept`. Those that this process has
// leased do not count, because it sends the deliveries of a document one after another. Locked rows are updated by ctid: in a join the
// queue would be read whole.
const claim = statement(
  "notifications.webhook_claim",
  {
    afterKey: types.text,
    afterTarget: types.text,
    endpointKeys: listOf(types.text),
    endpointTargets: listOf(types.text),
    endpointRooms: listOf(types.integer),
    perEndpoint: types.integer,
    perKey: types.integer,
    keys: listOf(types.text),
    keyRooms: listOf(types.integer),
    limit: types.integer,
    maxBytes: types.bigint,
    owner: webhookQueue.owner,
    leaseMs: types.bigint,
  },
  {
    lastKey: types.text,
    lastTarget: types.text,
    endpoints: types.integer,
    apiKeyId: webhookQueue.apiKeyId,
    target: types.text,
    documentKey: types.text,
    deliveryId: webhookQueue.deliveryId,
    createdAtMs: webhookQueue.createdAtMs,
    tries: webhookQueue.tries,
    fence: webhookQueue.fence,
    isUnchecked: webhookQueue.isUnchecked,
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
  sql`with recursive endpoint as (
     (select ${webhookQueue.apiKeyId}, ${webhookQueue.target}, 1 as position from ${webhookQueue}
       where ${webhookQueue.state} = 'ready' and (${webhookQueue.apiKeyId}, ${webhookQueue.target}) > ($afterKey, $afterTarget)
      order by ${webhookQueue.apiKeyId}, ${webhookQueue.target} limit 1)
     union all
     select next.${webhookQueue.apiKeyId}, next.${webhookQueue.target}, endpoint.position + 1
     from endpoint cross join lateral (
       select q.${webhookQueue.apiKeyId}, q.${webhookQueue.target} from ${webhookQueue} q
       where q.${webhookQueue.state} = 'ready' and (q.${webhookQueue.apiKeyId}, q.${webhookQueue.target}) >
         (endpoint.${webhookQueue.apiKeyId}, endpoint.${webhookQueue.target})
       order by q.${webhookQueue.apiKeyId}, q.${webhookQueue.target} limit 1
     ) as next
     where endpoint.position < ${endpointsPerClaim}
   ), locked as materialized (
     select shared.*, case when is_over then 2147483647 else row_number() over (order by ${turns}) end as nth,
       sum(shared.${webhookQueue.bytes}) over (order by ${turns}) as bytes_so_far
     from (
       select ranked.*, turn_of_key > room_of_key as is_over from (
         select taken.*, coalesce(owned.room, $perKey::integer) as room_of_key, row_number() over (
           partition by taken.${webhookQueue.apiKeyId} order by taken.turn, taken.${webhookQueue.deliveryId}) as turn_of_key
         from endpoint
         left join unnest($endpointKeys::text[], $endpointTargets::text[], $endpointRooms::integer[]) as known (api_key_id, target, room)
           on known.api_key_id = endpoint.${webhookQueue.apiKeyId} and known.target = endpoint.${webhookQueue.target}
         left join unnest($keys::text[], $keyRooms::integer[]) as owned (api_key_id, room)
           on owned.api_key_id = endpoint.${webhookQueue.apiKeyId}
         cross join lateral (
           select first.*, row_number() over (order by first.${webhookQueue.deliveryId}) as turn
           from (
             select q.${webhookQueue.apiKeyId}, q.${webhookQueue.target}, q.${webhookQueue.documentKey}, q.${webhookQueue.deliveryId},
               q.${webhookQueue.bytes}, q.ctid as place from ${webhookQueue} q
             where q.${webhookQueue.state} = 'ready' and q.${webhookQueue.apiKeyId} = endpoint.${webhookQueue.apiKeyId}
               and q.${webhookQueue.target} = endpoint.${webhookQueue.target}
             order by q.${webhookQueue.deliveryId} limit coalesce(known.room, $perEndpoint::integer) for update skip locked
           ) as first
         ) as taken
       ) as ranked
     ) as shared
   ), picked as materialized (
     select ${webhookQueue.apiKeyId}, ${webhookQueue.target}, ${webhookQueue.documentKey}, ${webhookQueue.deliveryId}, place from locked
     where nth <= $limit::integer and (nth = 1 or bytes_so_far <= $maxBytes::bigint)
   ), others as materialized (
     select d.${webhookQueue.apiKeyId}, d.${webhookQueue.target}, d.${webhookQueue.documentKey}, earliest.${webhookQueue.deliveryId}
     from (select distinct ${webhookQueue.apiKeyId}, ${webhookQueue.target}, ${webhookQueue.documentKey} from picked) as d cross
     join lateral (
       select e.${webhookQueue.deliveryId} from ${webhookQueue} e
       where e.${webhookQueue.apiKeyId} = d.${webhookQueue.apiKeyId} and e.${webhookQueue.target} = d.${webhookQueue.target}
         and e.${webhookQueue.documentKey} = d.${webhookQueue.documentKey}
         and (e.${webhookQueue.state} = 'ready' or (e.${webhookQueue.state} = 'leased' and e.${webhookQueue.owner} <> $owner))
         and e.${webhookQueue.deliveryId} not in (select ${webhookQueue.deliveryId} from picked)
       order by e.${webhookQueue.deliveryId} limit 1
     ) as earliest
   ), kept as materialized (
     select p.* from picked p left join others o on o.${webhookQueue.apiKeyId} = p.${webhookQueue.apiKeyId}
       and o.${webhookQueue.target} = p.${webhookQueue.target} and o.${webhookQueue.documentKey} = p.${webhookQueue.documentKey}
     where o.${webhookQueue.deliveryId} is null or p.${webhookQueue.deliveryId} < o.${webhookQueue.deliveryId}
   ), claimed as (
     update ${webhookQueue} q set ${webhookQueue.state} = 'leased', ${webhookQueue.owner} = $owner,
       ${webhookQueue.fence} = q.${webhookQueue.fence} + 1, ${webhookQueue.dueAtMs} = ${nowMs} + $leaseMs::bigint
     where q.ctid = any(array(select place from kept))
     returning q.${webhookQueue.apiKeyId}, q.${webhookQueue.target}, q.${webhookQueue.documentKey}::text, q.${webhookQueue.deliveryId},
       q.${webhookQueue.createdAtMs}, q.${webhookQueue.tries}, q.${webhookQueue.fence}, q.${webhookQueue.isUnchecked}
   )
   select last.${webhookQueue.apiKeyId} as last_key, last.${webhookQueue.target} as last_target, last.position as endpoints, claimed.*,
     d.${webhookDeliveries.webhookId}, d.${webhookDeliveries.trigger}, d.${webhookDeliveries.organizationId},
       d.${webhookDeliveries.documentId}, d.${webhookDeliveries.annotationId}, d.${webhookDeliveries.sequence}, d.${webhookDeliveries.attempts}, p.${webhookPayloads.body},
       p.${webhookPayloads.isDraft}, p.${webhookPayloads.event}, g.${webhookGoneEndpoints.url} as gone_url
   from (select * from endpoint order by position desc limit 1) as last
   left join (
     claimed
     left join ${webhookDeliveries} d
       on d.${webhookDeliveries.apiKeyId} = claimed.${webhookQueue.apiKeyId}
         and d.${webhookDeliveries.createdAtMs} = claimed.${webhookQueue.createdAtMs}
         and d.${webhookDeliveries.deliveryId} = claimed.${webhookQueue.deliveryId}
     left join lateral (
       select p.${webhookPayloads.body}, p.${webhookPayloads.isDraft}, p.${webhookPayloads.event} from ${webhookPayloads} p
       where p.${webhookPayloads.apiKeyId} = claimed.${webhookQueue.apiKeyId}
         and p.${webhookPayloads.deliveryId} = claimed.${webhookQueue.deliveryId} limit 1
     ) as p on true
     left join ${webhookGoneEndpoints} g on g.${webhookGoneEndpoints.apiKeyId} = claimed.${webhookQueue.apiKeyId}
       and g.${webhookGoneEndpoints.target} = claimed.${webhookQueue.target}
   ) on true
   order by claimed.${webhookQueue.deliveryId}`,
  { crossTenant },
);

interface ClaimResult {
  readonly claimed: readonly ClaimedRow[];
  /** The last endpoint examined; undefined when there are no more after it. */
  readonly last: EndpointId | undefined;
  /** Whether anything was ready, claimed or not. */
  readonly wasReady: boolean;
}

/** Takes leases on deliveries that are ready, endpoint by endpoint in turn, those of a document in their order. */
export async function claimDeliveries(db: Db, options: Claim): Promise<ClaimResult> {
  const rows = await db.rows(claim, options);
  const claimed = rows.filter((row): row is ClaimedRow & (typeof rows)[number] => typeof row.deliveryId === "number");
  const [first] = rows;
  const last =
    first !== undefined && first.endpoints >= endpointsPerClaim ? { apiKeyId: first.lastKey, target: first.lastTarget } : undefined;
  return { claimed, last, wasReady: first !== undefined };
}
