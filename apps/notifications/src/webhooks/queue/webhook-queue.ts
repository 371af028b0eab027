import type { Database } from "@parley/database";
import { failpoint, type UsageMeter } from "@parley/messaging";
import type { Logger, Metrics } from "@parley/runtime";
import type { Channel, Claim, Claimed, InHand } from "../../delivery/channel.ts";
import { DeliveryQueue } from "../../delivery/delivery-queue.ts";
import { firstWindow } from "../../delivery/destination.ts";
import type { QueueLimits } from "../../delivery/queue-limits.ts";
import type { DeliveryConfigs } from "../config/delivery-configs.ts";
import type { WebhookConfigSettings } from "../config/settings.ts";
import { isConfigured } from "../config/target.ts";
import type { WebhookSender } from "../sending/webhook-sender.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import type { BodyBuilder } from "./body-builder.ts";
import type { LastRequest } from "./endpoint-events.ts";
import { prepareDeliveries } from "./prepare-deliveries.ts";
import { recordAndTell } from "./record-outcomes.ts";
import { endpointName, endpointOf, type WebhookDelivery } from "./webhook-delivery.ts";
import { leases } from "./webhook-leases.store.ts";
import { attemptCounter, webhookMetricNames } from "./webhook-metrics.ts";
import type { WebhookOutcome } from "./webhook-outcomes.store.ts";
import { type ClaimedRow, claimDeliveries, type EndpointId } from "./webhook-queue.store.ts";

interface WebhookQueueOptions {
  readonly database: Database;
  /** Hears of what endpoints have accepted. */
  readonly usage: Pick<UsageMeter, "count">;
  readonly configs: DeliveryConfigs;
  readonly bodies: BodyBuilder;
  readonly webhookSender: WebhookSender;
  readonly settings: WebhookConfigSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Called with an endpoint that is gone: the deliveries waiting for it have to be held. */
  readonly onGone: (endpoint: EndpointId) => void;
  /** Called with an endpoint that begins to be left alone, and its last request. */
  readonly onFailing: (endpoint: EndpointId, lastRequest: LastRequest) => void;
  /** Called when events about endpoints are to be sent. */
  readonly onEvents: () => void;
}

export type WebhookQueue = DeliveryQueue<ClaimedRow, WebhookDelivery, WebhookOutcome>;

const leasedPerRequest = 4;
const maxClaimed = 512;
const maxClaimedBytes = 16 * 1024 * 1024;

/** The queue of webhook deliveries: claimed endpoint by endpoint, those of a document in their order. */
export function webhookQueue(options: WebhookQueueOptions): WebhookQueue {
  const { settings, log, metrics } = options;
  const limits: QueueLimits = {
    leaseMs: settings.webhookLeaseMs,
    maxLeased: settings.webhookConcurrency * leasedPerRequest,
    maxClaimed,
    concurrency: settings.webhookConcurrency,
    bounds: {
      concurrency: settings.webhookEndpointConcurrency,
      perSecond: settings.webhookEndpointRate,
      breakerFailures: settings.webhookBreakerFailures,
    },
    promoteEveryMs: 1_000,
    failedDelayMs: 1_000,
    restDelayMs: () => 0,
    graceMs: 10_000,
  };
  return new DeliveryQueue(webhookChannel(options), limits, { log, metrics });
}

function webhookChannel({
  database,
  usage,
  configs,
  bodies,
  webhookSender,
  settings,
  metrics,
  onGone,
  onFailing,
  onEvents,
}: WebhookQueueOptions): Channel<ClaimedRow, WebhookDelivery, WebhookOutcome> {
  const attempts = attemptCounter(metrics);
  const context = {
    database,
    configs,
    webhookSender,
    onGone,
    onEvents,
    retryDelaysMs: settings.webhookRetryDelaysMs,
    onAttempt: ({ target }: WebhookDelivery, { errorClass }: { errorClass: string | undefined }) =>
      attempts.inc({ target: isConfigured(target) ? target : "further", outcome: errorClass ?? "delivered" }),
  };
  return {
    kind: "webhook",
    what: "webhook deliveries",
    metricNames: webhookMetricNames,
    store: {
      groupOf: endpointName,
      claim: (claim, inHand) => claimFrom(database, claim, inHand, settings.webhookEndpointConcurrency),
      promote: () => leases.promote(database),
      promotedAtOnce: leases.promotedAtOnce,
      extend: (rows, leaseMs) => leases.extend(database, rows, leaseMs),
      async putBack(rows) {
        await leases.putBack(database, rows);
        failpoint("webhook.after-put-back");
      },
      record: (outcomes) => recordAndTell({ database, usage, configs, onEvents }, outcomes),
    },
    isOrdered: true,
    prepare: (rows) => prepareDeliveries({ database, configs, bodies }, rows),
    destinationOf: endpointName,
    sequenceOf: ({ documentKey }) => documentKey,
    perSecondOf: ({ perSecond }) => perSecond,
    ownerOf: (destination) => endpointOf(destination).apiKeyId,
    onPaused: ({ apiKeyId, target }, { outcome: { attempt } }) =>
      onFailing({ apiKeyId, target }, { status: attempt.status, errorClass: attempt.errorClass }),
    send: (delivery, controls) => attemptDelivery(context, delivery, controls),
  };
}

async function claimFrom(
  database: Database,
  { owner, leaseMs, limit, free, after }: Claim,
  inHand: InHand<WebhookDelivery>,
  perEndpoint: number,
): Promise<Claimed<ClaimedRow>> {
  const { apiKeyId: afterKey, target: afterTarget } = after === undefined ? { apiKeyId: "", target: "" } : endpointOf(after);
  const { claimed, last, wasReady } = await claimDeliveries(database, {
    owner,
    leaseMs,
    limit,
    maxBytes: maxClaimedBytes,
    afterKey,
    afterTarget,
    ...roomsOf(inHand, free, perEndpoint),
  });
  return { claimed, last: last === undefined ? undefined : endpointName(last), wasReady };
}

/**
 * The endpoints that a claim treats differently: how many more deliveries are wanted of each that is known here, given the free capacity.
 * None gets more than a quarter of it, and all of an API key no more than half of what others leave, so that there is always capacity for
 * another.
 */
function roomsOf({ leases, schedule }: InHand<WebhookDelivery>, free: number, perEndpoint: number) {
  const nowMs = performance.now();
  const share = Math.max(1, free >> 2);
  for (const [name] of leases.counts()) schedule.of(name);
  const leasedOf = leasedByKey(leases.counts());
  const known = [...schedule.destinations(nowMs, (name) => leases.countOf(name) > 0)];
  const endpoints = known.map(({ name }) => endpointOf(name));
  return {
    perEndpoint: Math.min(share, firstWindow(perEndpoint)),
    perKey: Math.max(1, free >> 1),
    keys: [...leasedOf.keys()],
    keyRooms: [...leasedOf.values()].map((leased) => Math.max(0, ((free + leased) >> 1) - leased)),
    endpointKeys: endpoints.map(({ apiKeyId }) => apiKeyId),
    endpointTargets: endpoints.map(({ target }) => target),
    endpointRooms: known.map((endpoint) => {
      const leased = leases.countOf(endpoint.name);
      return endpoint.room(nowMs, leased, share + leased);
    }),
  };
}

function leasedByKey(counts: Iterable<[string, number]>): ReadonlyMap<string, number> {
  const leased = new Map<string, number>();
  for (const [name, count] of counts) {
    const { apiKeyId } = endpointOf(name);
    leased.set(apiKeyId, (leased.get(apiKeyId) ?? 0) + count);
  }
  return leased;
}
