import { type WebhookDelivery, WebhooksService } from "@parley/contracts/notifications";
import * as z from "zod";
import { excludes, together, withRules } from "../field-rules.ts";
import { filterIds, freeForm, fromJsonText, id, paging, timestampMs, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import {
  deliveryState,
  fromAttempt,
  fromState,
  fromTarget,
  loggedEvent,
  storedAttempt,
  storedEndpointId,
  storedTarget,
  target,
  toState,
  toTarget,
} from "./webhook-fields.ts";

const storedDelivery = z.object({
  webhookId: z.string().meta({ description: "The `webhook-id` header of every attempt." }),
  target: storedTarget(),
  endpointId: storedEndpointId(),
  trigger: loggedEvent().meta({ description: "Name of the event." }),
  organizationId: z.string().meta(texts.organizationId),
  documentId: z.string().meta(texts.documentId),
  annotationId: z.string().meta(texts.annotationId),
  sequence: wholeNumber().meta({ description: "Position among the events of the document." }),
  state: deliveryState().meta({ description: "State of the delivery; `held` waits until an endpoint is configured again." }),
  createdAt: wholeNumber().meta(texts.createdAt),
  deliveredAt: wholeNumber().nullable().meta({ description: "When it was delivered, in milliseconds since the epoch; null until then." }),
  nextAttemptAt: wholeNumber().nullable().meta({ description: "Set while it waits for an attempt." }),
  attemptCount: wholeNumber().meta({ description: "Number of attempts so far." }),
  attempts: z
    .array(storedAttempt)
    .meta({ description: "The latest attempts, oldest first: 20 if a single delivery is requested by id, else 3." }),
  body: freeForm().nullable().optional().meta({
    description: "The payload before encoding and encryption; only with `includeBodies`. Null once it has been removed.",
  }),
});

export const getWebhookDeliveries = operation({
  path: "/v2/webhooks/deliveries/get",
  sdk: "webhooks.listDeliveries",
  auth: "apiKey",
  role: "read",
  portal: true,
  summary: "List webhook deliveries and their attempts.",
  description: described(
    "Returns the log of deliveries, newest first. Every event creates one delivery for each endpoint whose filters it passes.",
    "`webhookIds` selects individual deliveries; the other filters are state, trigger, document, endpoint and time (`from` inclusive, `to` exclusive).",
    "`held` deliveries were not sent because the endpoint responded 410, or because webhooks or the endpoint were switched off or deleted meanwhile.",
    "A page has 100 deliveries by default and ends at 256 KiB. It may have fewer, even none, while `nextPageToken` says that more follow.",
    "A list shows the latest 3 attempts of a delivery and the first 500 bytes of the endpoint's response; a single id in `webhookIds` shows the latest 20 and up to 16 KiB.",
    "With `includeBodies` each delivery has its `body`, so that a program without a reachable endpoint can read events from the log.",
  ),
  rpc: WebhooksService.method.getWebhookDeliveries,
  request: withRules(
    z.strictObject({
      webhookIds: filterIds().meta({ description: "Ids of deliveries." }),
      state: deliveryState().optional().meta({ description: "Only deliveries in this state." }),
      trigger: loggedEvent().optional().meta({ description: "Name of the event." }),
      organizationId: id().optional().meta(texts.organizationId),
      documentId: id().optional().meta(texts.documentId),
      target: target().optional().meta({ description: "The endpoint: `raw` or `processed`." }),
      endpointId: id().optional().meta({ description: "`raw`, `processed`, or the id or `uid` of another endpoint; excludes `target`." }),
      from: timestampMs().optional().meta({ description: "Only entries created at this time or later, in milliseconds since the epoch." }),
      to: timestampMs().min(1).optional().meta(texts.to),
      includeBodies: z.boolean().optional().meta({ description: "Whether deliveries have their `body`." }),
      ...paging,
    }),
    together("documentId", "organizationId"),
    excludes("endpointId", ["target"]),
    excludes("webhookIds", ["state", "trigger", "organizationId", "documentId", "target", "endpointId", "from", "to"], {
      called: "the other filters",
    }),
  ),
  response: z.array(storedDelivery),
  message: "Webhook deliveries retrieved.",
  paged: true,
  filters: ["webhookIds"],
  example: { request: { state: "failed", trigger: "comment.add", from: 1_795_228_800_000, pageSize: 50 }, response: [] },
  toRpc: (
    {
      webhookIds = [],
      state,
      trigger = "",
      organizationId = "",
      documentId = "",
      target,
      endpointId = "",
      from = 0,
      to = 0,
      includeBodies = false,
      ...page
    },
    { apiKeyId },
  ) => ({
    apiKeyId,
    webhookIds,
    trigger,
    organizationId,
    documentId,
    includeBodies,
    endpointId,
    state: toState(state),
    target: toTarget(target),
    fromMs: BigInt(from),
    toMs: BigInt(to),
    pageSize: page.pageSize ?? 0,
    pageToken: page.pageToken ?? "",
  }),
  fromRpc: ({ deliveries }, { includeBodies }) =>
    deliveries.map((delivery) => ({ ...fromDelivery(delivery), ...(includeBodies ? { body: bodyOf(delivery) } : {}) })),
});

function fromDelivery(delivery: WebhookDelivery) {
  const { webhookId, trigger, organizationId, documentId, annotationId, deliveredAtMs, nextAttemptAtMs, attemptCount } = delivery;
  return {
    webhookId,
    target: fromTarget(delivery.target),
    endpointId: delivery.endpointId,
    trigger,
    organizationId,
    documentId,
    annotationId,
    sequence: Number(delivery.sequence),
    state: fromState(delivery.state),
    createdAt: Number(delivery.createdAtMs),
    deliveredAt: deliveredAtMs === undefined ? null : Number(deliveredAtMs),
    nextAttemptAt: nextAttemptAtMs === undefined ? null : Number(nextAttemptAtMs),
    attemptCount,
    attempts: delivery.attempts.map(fromAttempt),
  };
}

function bodyOf({ bodyJson }: WebhookDelivery) {
  return bodyJson === undefined ? null : fromJsonText(bodyJson);
}
