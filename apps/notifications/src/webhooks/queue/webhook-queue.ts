import type { Logger, Metrics } from "@parley/runtime";
import type { Channel } from "../../delivery/channel.ts";
import { groupName, groupNamed } from "../../delivery/claimed.ts";
import { DeliveryQueue } from "../../delivery/delivery-queue.ts";
import type { QueueLimits } from "../../delivery/destination.ts";
import { isConfigured } from "../config/target.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import { markFailing } from "./mark-endpoint.ts";
import { prepareDeliveries } from "./prepare-deliveries.ts";
import { roomsOf } from "./read-rooms.ts";
import { recordAndTell } from "./record-outcomes.ts";
import { attemptCounter, webhookMetricNames } from "./webhook-metrics.ts";
import type { WebhookOutcome } from "./webhook-outcomes.store.ts";
import { queue, type ReadRow } from "./webhook-queue.store.ts";
import type { WebhookDelivery, WebhookQueueContext } from "./webhook-queue-context.ts";

interface WebhookQueueOptions extends WebhookQueueContext {
  readonly log: Logger;
  readonly metrics: Metrics;
}

export type WebhookQueue = DeliveryQueue<ReadRow, WebhookDelivery, WebhookOutcome>;

const claimedPerRequest = 4;

/** The queue of webhook deliveries: owned and read by endpoint, those of a document in order. */
export function webhookQueue(options: WebhookQueueOptions): WebhookQueue {
  const { database, settings, log, metrics } = options;
  const limits: QueueLimits = {
    leaseMs: settings.webhookLeaseMs,
    maxClaimed: settings.webhookConcurrency * claimedPerRequest,
    concurrency: settings.webhookConcurrency,
    bounds: {
      concurrency: settings.webhookEndpointConcurrency,
      perSecond: settings.webhookEndpointRate,
      breakerFailures: settings.webhookBreakerFailures,
    },
  };
  return new DeliveryQueue(webhookChannel(options), limits, { database, log, metrics });
}

function webhookChannel(options: WebhookQueueOptions): Channel<ReadRow, WebhookDelivery, WebhookOutcome> {
  const attempts = attemptCounter(options.metrics);
  const context = {
    ...options,
    onAttempt: ({ target }: WebhookDelivery, { errorClass }: { errorClass: string | undefined }) =>
      attempts.inc({ target: isConfigured(target) ? target : "further", outcome: errorClass ?? "delivered" }),
  };
  return {
    queue,
    what: "webhook deliveries",
    metricNames: webhookMetricNames,
    isOrdered: true,
    prepare: (rows) => prepareDeliveries(options, rows),
    destinationOf: groupName,
    sequenceOf: ({ documentKey }) => documentKey,
    perSecondOf: ({ perSecond }) => perSecond,
    ownerOf: (destination) => groupNamed(destination).apiKeyId,
    roomsOf: (inHand, room) => roomsOf(inHand, room, options.settings.webhookEndpointConcurrency),
    onPaused: async (endpoint, { outcome: { attempt } }) => {
      const { status, errorClass } = attempt;
      try {
        await markFailing(options, endpoint, { status, errorClass });
      } catch (error) {
        options.log.warn({ err: error }, "A failing webhook endpoint could not be marked; it will be marked when it fails again.");
      }
    },
    send: (delivery, controls) => attemptDelivery(context, delivery, controls),
    record: (outcomes) => recordAndTell(options, outcomes),
  };
}
