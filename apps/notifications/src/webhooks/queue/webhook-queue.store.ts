import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nowMs, nullable, types } from "@parley/database/schema";
import { webhookDeliveries, webhookGoneEndpoints, webhookPayloads, webhookQueue } from "../config/tables.ts";
import type { Target } from "../config/target.ts";
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
  readonly sequence: number;
  readonly attempts: number;
  /** Null when the payload has been erased. */
  readonly body: string | null;
  readonly isDraft: boolean;
  /** The endpoint's URL when it responded 410. */
  readonly goneUrl: string | null;
}

/** An endpoint as claims see it. */
export interface EndpointId {
  readonly apiKeyId: string;
  readonly target: Target;
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
  /** Endpoints up to this one have had their turn. */
  readonly afterKey: string;
  readonly afterTarget: string;
}

// Endpoints that one claim examines: the next continues after the last of them.
const endpointsPerClaim = 64;

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
    limit: types.integer,
    maxBytes: types.bigint,
    owner: webhookQueue.owner,
    leaseMs: types.bigint,
  },
  {
    lastKey: types.text,
    lastTarget: narrowed<"raw" | "processed">(types.text),
    endpoints: types.integer,
    apiKeyId: webhookQueue.apiKeyId,
    target: narrowed<"raw" | "processed">(types.text),
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
    sequence: webhookDeliveries.sequence,
    attempts: webhookDeliveries.attempts,
    body: nullable(webhookPayloads.body),
    isDraft: webhookPayloads.isDraft,
    goneUrl: nullable(webhookGoneEndpoints.url),
  },
  `with recursive endpoint as (
     (select api_key_id, target, 1 as position from webhook_queue where state = 'ready' and (api_key_id, target) > ($afterKey, $afterTarget)
      order by api_key_id, target limit 1)
     union all
     select next.api_key_id, next.target, endpoint.position + 1
     from endpoint cross join lateral (
       select q.api_key_id, q.target from webhook_queue q where q.state = 'ready' and (q.api_key_id, q.target) > (endpoint.api_key_id, endpoint.target)
       order by q.api_key_id, q.target limit 1
     ) as next
     where endpoint.position < ${endpointsPerClaim}
   ), locked as materialized (
     select taken.*, row_number() over (order by taken.turn, taken.delivery_id) as nth,
       sum(taken.bytes) over (order by taken.turn, taken.delivery_id) as bytes_so_far
     from endpoint
     left join unnest($endpointKeys::text[], $endpointTargets::text[], $endpointRooms::integer[]) as known (api_key_id, target, room)
       on known.api_key_id = endpoint.api_key_id and known.target = endpoint.target
     cross join lateral (
       select first.*, row_number() over (order by first.delivery_id) as turn
       from (
         select q.api_key_id, q.target, q.document_key, q.delivery_id, q.bytes, q.ctid as place from webhook_queue q
         where q.state = 'ready' and q.api_key_id = endpoint.api_key_id and q.target = endpoint.target
         order by q.delivery_id limit coalesce(known.room, $perEndpoint::integer) for update skip locked
       ) as first
     ) as taken
   ), picked as materialized (
     select api_key_id, target, document_key, delivery_id, place from locked where nth <= $limit::integer and (nth = 1 or bytes_so_far <= $maxBytes::bigint)
   ), others as materialized (
     select d.api_key_id, d.target, d.document_key, earliest.delivery_id
     from (select distinct api_key_id, target, document_key from picked) as d cross join lateral (
       select e.delivery_id from webhook_queue e
       where e.api_key_id = d.api_key_id and e.target = d.target and e.document_key = d.document_key
         and (e.state = 'ready' or (e.state = 'leased' and e.owner <> $owner)) and e.delivery_id not in (select delivery_id from picked)
       order by e.delivery_id limit 1
     ) as earliest
   ), kept as materialized (
     select p.* from picked p left join others o on o.api_key_id = p.api_key_id and o.target = p.target and o.document_key = p.document_key
     where o.delivery_id is null or p.delivery_id < o.delivery_id
   ), claimed as (
     update webhook_queue q set state = 'leased', owner = $owner, fence = q.fence + 1, due_at_ms = ${nowMs} + $leaseMs::bigint
     where q.ctid = any(array(select place from kept))
     returning q.api_key_id, q.target, q.document_key::text, q.delivery_id, q.created_at_ms, q.tries, q.fence, q.is_unchecked
   )
   select last.api_key_id as last_key, last.target as last_target, last.position as endpoints, claimed.*,
     d.webhook_id, d.trigger, d.organization_id, d.document_id, d.sequence, d.attempts, p.body, p.is_draft, g.url as gone_url
   from (select * from endpoint order by position desc limit 1) as last
   left join (
     claimed
     left join webhook_deliveries d
       on d.api_key_id = claimed.api_key_id and d.created_at_ms = claimed.created_at_ms and d.delivery_id = claimed.delivery_id
     left join lateral (
       select p.body, p.is_draft from webhook_payloads p where p.api_key_id = claimed.api_key_id and p.delivery_id = claimed.delivery_id limit 1
     ) as p on true
     left join webhook_gone_endpoints g on g.api_key_id = claimed.api_key_id and g.target = claimed.target
   ) on true
   order by claimed.delivery_id`,
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
