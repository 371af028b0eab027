import type { Database } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { Logger, Metrics } from "@parley/runtime";
import { DeliveryQueue, type InHand } from "../../delivery/delivery-queue.ts";
import { firstWindow } from "../../delivery/destination.ts";
import type { DeliveryConfigs } from "../config/delivery-configs.ts";
import type { WebhookConfigSettings } from "../config/settings.ts";
import type { WebhookSender } from "../sending/webhook-sender.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import type { BodyCompleter } from "./body-completer.ts";
import { prepareDeliveries } from "./body-completer.ts";
import { endpointName, endpointOf, type WebhookDelivery } from "./webhook-delivery.ts";
import { extendLeases, putBackDeliveries } from "./webhook-leases.store.ts";
import { attemptCounter, webhookMetricNames } from "./webhook-metrics.ts";
import { recordOutcomes, type WebhookOutcome } from "./webhook-outcomes.store.ts";
import { type ClaimedRow, claimDeliveries, type EndpointId, promoteDeliveries, promotedAtOnce } from "./webhook-queue.store.ts";

interface WebhookQueueOptions {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly bodies: BodyCompleter;
  readonly webhookSender: WebhookSender;
  readonly settings: WebhookConfigSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Called with an endpoint that is gone: the deliveries waiting for it have to be held. */
  readonly onGone: (endpoint: EndpointId) => void;
}

export type WebhookQueue = DeliveryQueue<ClaimedRow, WebhookDelivery, WebhookOutcome, EndpointId>;

const leasedPerRequest = 4;
const maxClaimed = 512;
const maxClaimedBytes = 16 * 1024 * 1024;

/** The queue of webhook deliveries: claimed endpoint by endpoint, those of a document in their order. */
export function webhookQueue({
  database,
  configs,
  bodies,
  webhookSender,
  settings,
  log,
  metrics,
  onGone,
}: WebhookQueueOptions): WebhookQueue {
  const { webhookConcurrency: concurrency, webhookEndpointConcurrency: perEndpoint } = settings;
  const attempts = attemptCounter(metrics);
  const context = {
    ...{ database, configs, webhookSender, onGone },
    retryDelaysMs: settings.webhookRetryDelaysMs,
    onAttempt: ({ target }: WebhookDelivery, { errorClass }: { errorClass: string | undefined }) =>
      attempts.inc({ target, outcome: errorClass ?? "delivered" }),
  };
  return new DeliveryQueue<ClaimedRow, WebhookDelivery, WebhookOutcome, EndpointId>({
    ...{ kind: "webhook", what: "webhook deliveries", log, metrics, metricNames: webhookMetricNames },
    ...{ concurrency, maxLeased: concurrency * leasedPerRequest, maxClaimed, leaseMs: settings.webhookLeaseMs, graceMs: 10_000 },
    ...{ promoteEveryMs: 1_000, promotedAtOnce, failedDelayMs: 1_000, isOrdered: true, restDelayMs: () => 0 },
    bounds: { concurrency: perEndpoint, perSecond: settings.webhookEndpointRate, breakerFailures: settings.webhookBreakerFailures },
    groupOf: endpointName,
    destinationOf: endpointName,
    sequenceOf: ({ documentKey }) => documentKey,
    claim: ({ owner, leaseMs, limit, free, after }, inHand) =>
      claimDeliveries(database, {
        ...{ owner, leaseMs, limit, maxBytes: maxClaimedBytes, ...roomsOf(inHand, free, perEndpoint) },
        ...{ afterKey: after?.apiKeyId ?? "", afterTarget: after?.target ?? "" },
      }),
    promote: () => promoteDeliveries(database),
    extend: (rows, leaseMs) => extendLeases(database, rows, leaseMs),
    async putBack(rows) {
      await putBackDeliveries(database, rows);
      failpoint("webhook.after-put-back");
    },
    prepare: (rows) => prepareDeliveries(database, bodies, rows),
    attempt: (delivery, controls) => attemptDelivery(context, delivery, controls),
    record: (outcomes) => recordOutcomes(database, outcomes),
  });
}

/**
 * The endpoints that a claim treats differently: how many more deliveries are wanted of each that is known here, given the free capacity.
 * None gets more than a quarter of it, so that there is always capacity for another.
 */
function roomsOf({ leases, schedule }: InHand<ClaimedRow, WebhookDelivery>, free: number, perEndpoint: number) {
  const nowMs = performance.now();
  const share = Math.max(1, free >> 2);
  for (const [name] of leases.counts()) schedule.of(name);
  const known = [...schedule.destinations(nowMs, (name) => leases.countOf(name) > 0)];
  const endpoints = known.map(({ name }) => endpointOf(name));
  return {
    perEndpoint: Math.min(share, firstWindow(perEndpoint)),
    endpointKeys: endpoints.map(({ apiKeyId }) => apiKeyId),
    endpointTargets: endpoints.map(({ target }) => target),
    endpointRooms: known.map((endpoint) => {
      const leased = leases.countOf(endpoint.name);
      return endpoint.room(nowMs, leased, share + leased);
    }),
  };
}
