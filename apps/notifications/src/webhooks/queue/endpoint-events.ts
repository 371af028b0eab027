import { randomUUID } from "node:crypto";
import { type EndpointEvent, endpointEvents, removalEvents } from "@parley/contracts/workspace";
import type { JsonObject } from "@parley/kernel";
import type { DeliveryConfig } from "../config/delivery-configs.ts";
import { type DeliveryEndpoint, wants } from "../config/delivery-endpoint.ts";
import type { EndpointEventDelivery } from "./endpoint-events.store.ts";
import { webhookIdOf } from "./webhook-delivery.ts";

/** The last request to an endpoint, in the detail that its operator needs. */
export interface LastRequest extends JsonObject {
  readonly status: number | null;
  readonly errorClass: string;
}

/** A delivery with no attempt left. */
export interface Exhausted {
  readonly apiKeyId: string;
  readonly target: string;
  readonly deliveryId: number;
  readonly createdAtMs: number;
  readonly webhookId: string;
  readonly trigger: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  readonly sequence: number;
  readonly attempts: number;
  readonly lastRequest: LastRequest;
}

const own: ReadonlySet<string> = new Set([...endpointEvents, ...removalEvents]);
const nowhere = { organizationId: "", documentId: "", annotationId: "", aboutDeliveryId: 0, aboutCreatedAtMs: 0 };

/** Whether an event is about endpoints or removals: deliveries of such events cause none themselves. */
export function isEndpointEvent(name: string): boolean {
  return own.has(name);
}

interface About {
  readonly apiKeyId: string;
  readonly endpointId: string;
}

/** Deliveries that report a failing or gone endpoint to the endpoints that list the event. */
export function endpointEventsOf(
  config: DeliveryConfig,
  event: Exclude<EndpointEvent, "delivery.exhausted">,
  about: About,
  lastRequest: LastRequest,
): EndpointEventDelivery[] {
  return others(config, about)
    .filter(({ isOn, filter }) => isOn && filter.events.has(event))
    .map((endpoint) =>
      deliveryTo(endpoint, { event, apiKeyId: about.apiKeyId, ...nowhere, body: bodyAbout(config, about, { lastRequest }) }),
    );
}

/** A complete removal. */
interface CompletedRemoval extends JsonObject {
  readonly jobId: string;
  readonly kind: string;
  readonly requestedAt: number;
  readonly completedAt: number;
}

/** Deliveries that report a complete removal to the endpoints that list the event; their ids are always the same for one removal. */
export function removalEventsOf({ endpoints }: DeliveryConfig, apiKeyId: string, removal: CompletedRemoval): EndpointEventDelivery[] {
  const event = "removal.complete";
  return [...endpoints.values()]
    .filter(({ isOn, filter }) => isOn && filter.events.has(event))
    .map(({ endpointId }) => {
      const webhookId = webhookIdOf(removal.jobId, endpointId);
      const body = { webhookId, event, removal, timestamp: Date.now(), metadata: { apiKey: apiKeyId } };
      return { ...nowhere, apiKeyId, webhookId, target: endpointId, trigger: event, body: JSON.stringify(body) };
    });
}

/** Deliveries that report a finally failed delivery to the endpoints that list the event and would receive events of its place. */
export function exhaustedEventsOf(config: DeliveryConfig, exhausted: Exhausted): EndpointEventDelivery[] {
  const { apiKeyId, target, webhookId, trigger, organizationId, documentId, annotationId, sequence, attempts, lastRequest } = exhausted;
  const about = { apiKeyId, endpointId: target };
  const place = {
    organizationId,
    documentId,
    annotationId,
    aboutDeliveryId: exhausted.deliveryId,
    aboutCreatedAtMs: exhausted.createdAtMs,
  };
  const delivery = { webhookId, event: trigger, organizationId, documentId, targetAnnotationId: annotationId, sequence, attempts };
  const event = "delivery.exhausted";
  // The channels of the thread are no longer known, so they do not filter.
  return others(config, about)
    .filter((endpoint) => wants(endpoint, { trigger: event, organizationId, documentId, channels: [...endpoint.filter.channels] }))
    .map((endpoint) => deliveryTo(endpoint, { event, apiKeyId, ...place, body: bodyAbout(config, about, { delivery, lastRequest }) }));
}

// An unreachable endpoint is not notified of itself.
function others({ endpoints }: DeliveryConfig, { endpointId }: About): DeliveryEndpoint[] {
  return [...endpoints.values()].filter((endpoint) => endpoint.endpointId !== endpointId);
}

// The body omits the endpoint's URL, which may contain a secret of its receiver.
function bodyAbout({ endpoints }: DeliveryConfig, { apiKeyId, endpointId }: About, more: JsonObjectOf): JsonObject {
  return {
    endpoint: { endpointId, uid: endpoints.get(endpointId)?.uid || null },
    ...more,
    timestamp: Date.now(),
    metadata: { apiKey: apiKeyId },
  };
}

type JsonObjectOf = { readonly delivery?: JsonObject; readonly lastRequest: LastRequest };
type Told = Omit<EndpointEventDelivery, "webhookId" | "target" | "trigger" | "body"> & {
  readonly event: EndpointEvent;
  readonly body: JsonObject;
};

function deliveryTo({ endpointId }: DeliveryEndpoint, { event, body, ...place }: Told): EndpointEventDelivery {
  const webhookId = webhookIdOf(randomUUID(), endpointId);
  return { ...place, webhookId, target: endpointId, trigger: event, body: JSON.stringify({ webhookId, event, ...body }) };
}
