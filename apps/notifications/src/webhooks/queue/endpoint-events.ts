import { randomUUID } from "node:crypto";
import { type EndpointEvent, endpointEvents, removalEvents } from "@parley/contracts/workspace";
import type { JsonObject } from "@parley/kernel";
import type { Group } from "../../delivery/held.ts";
import type { DeliveryConfig } from "../config/delivery-configs.ts";
import { type DeliveryEndpoint, wants } from "../config/delivery-endpoint.ts";
import { webhookIdOf } from "./webhook-delivery.ts";
import type { NewDelivery } from "./webhook-new-deliveries.store.ts";

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
const nowhere = { organizationId: "", documentId: "", annotationId: "", subjects: "" };

/** Whether an event is about endpoints or removals: deliveries of such events cause none themselves. */
export function isEndpointEvent(name: string): boolean {
  return own.has(name);
}

/** Deliveries that report a failing or gone endpoint to the endpoints that list the event. */
export function endpointEventsOf(
  config: DeliveryConfig,
  event: Exclude<EndpointEvent, "delivery.exhausted">,
  about: Group,
  lastRequest: LastRequest,
): NewDelivery[] {
  return others(config, about)
    .filter(({ isOn, filter }) => isOn && filter.events.has(event))
    .map((endpoint) => deliveryTo(endpoint, event, about.apiKeyId, { ...endpointIn(config, about), lastRequest }));
}

/** A complete removal. */
interface CompletedRemoval extends JsonObject {
  readonly jobId: string;
  readonly kind: string;
  readonly requestedAt: number;
  readonly completedAt: number;
}

/** Deliveries that report a complete removal to the endpoints that list the event; their ids are always the same for one removal. */
export function removalEventsOf({ endpoints }: DeliveryConfig, apiKeyId: string, removal: CompletedRemoval): NewDelivery[] {
  const event = "removal.complete";
  return [...endpoints.values()]
    .filter(({ isOn, filter }) => isOn && filter.events.has(event))
    .map((endpoint) => deliveryTo(endpoint, event, apiKeyId, { removal }, { ...nowhere, eventId: removal.jobId }));
}

/**
 * Deliveries that report a finally failed delivery to the endpoints that list the event and would receive events of its place. They have
 * its subjects, so that whatever removes that delivery removes them too.
 */
export function exhaustedEventsOf(config: DeliveryConfig, exhausted: Exhausted, subjects: string): NewDelivery[] {
  const { apiKeyId, webhookId, organizationId, documentId, annotationId, sequence, attempts, lastRequest } = exhausted;
  const place = { organizationId, documentId, annotationId, subjects };
  const delivery = {
    webhookId,
    event: exhausted.trigger,
    organizationId,
    documentId,
    targetAnnotationId: annotationId,
    sequence,
    attempts,
  };
  const event = "delivery.exhausted";
  // The channels of the thread are no longer known, so they do not filter.
  return others(config, exhausted)
    .filter((endpoint) => wants(endpoint, { trigger: event, organizationId, documentId, channels: [...endpoint.filter.channels] }))
    .map((endpoint) => deliveryTo(endpoint, event, apiKeyId, { ...endpointIn(config, exhausted), delivery, lastRequest }, place));
}

// An unreachable endpoint is not notified of itself.
function others({ endpoints }: DeliveryConfig, { target }: Group): DeliveryEndpoint[] {
  return [...endpoints.values()].filter(({ endpointId }) => endpointId !== target);
}

// The endpoint's URL is omitted, because it may contain a secret of its receiver.
function endpointIn({ endpoints }: DeliveryConfig, { target }: Group) {
  return { endpoint: { endpointId: target, uid: endpoints.get(target)?.uid || null } };
}

function deliveryTo(
  { endpointId }: DeliveryEndpoint,
  event: string,
  apiKeyId: string,
  told: JsonObject,
  { eventId = randomUUID(), ...place }: typeof nowhere & { readonly eventId?: string } = nowhere,
): NewDelivery {
  const webhookId = webhookIdOf(eventId, endpointId);
  const body = { webhookId, event, ...told, timestamp: Date.now(), metadata: { apiKey: apiKeyId } };
  return {
    ...place,
    event: 0,
    apiKeyId,
    trigger: event,
    eventTimeMs: null,
    target: endpointId,
    webhookId,
    payload: JSON.stringify(body),
    sequence: 0,
    isUnchecked: false,
  };
}
