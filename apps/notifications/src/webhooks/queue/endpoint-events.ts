import { randomUUID } from "node:crypto";
import { type EndpointEvent, endpointEvents, removalEvents } from "@parley/contracts/workspace";
import type { JsonObject } from "@parley/kernel";
import { readJson } from "../../triggers/trigger-event.ts";
import type { KnownConfig } from "../config/delivery-configs.ts";
import type { FilteredEvent } from "../config/delivery-endpoint.ts";
import { recipientsOf } from "../config/recipients.ts";
import type { NewDelivery } from "./webhook-new-deliveries.store.ts";
import { webhookIdOf } from "./webhook-queue-context.ts";

/** The last request to an endpoint, in the detail that its operator needs. */
export interface LastRequest extends JsonObject {
  readonly status: number | null;
  readonly errorClass: string;
}

/** The endpoint that an event is about. */
export interface About {
  readonly apiKeyId: string;
  readonly endpointId: string;
  /** The customer's own id; empty for none. */
  readonly uid: string;
}

/** A delivery with no attempt left. */
export interface Exhausted {
  readonly apiKeyId: string;
  readonly target: string;
  /** The customer's own id of the target; empty for none. */
  readonly uid: string;
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
  known: KnownConfig,
  event: Exclude<EndpointEvent, "delivery.exhausted">,
  { apiKeyId, endpointId, uid }: About,
  lastRequest: LastRequest,
): NewDelivery[] {
  return deliveriesOf(known, {
    eventId: randomUUID(),
    event,
    apiKeyId,
    content: { ...endpointOf({ endpointId, uid }), lastRequest },
    ...nowhere,
  });
}

/** A complete removal. */
interface CompletedRemoval extends JsonObject {
  readonly jobId: string;
  readonly kind: string;
  readonly requestedAt: number;
  readonly completedAt: number;
}

/** Deliveries that report a complete removal to the endpoints that list the event; their ids are always the same for one removal. */
export function removalEventsOf(known: KnownConfig, apiKeyId: string, removal: CompletedRemoval): NewDelivery[] {
  return deliveriesOf(known, { eventId: removal.jobId, event: "removal.complete", apiKeyId, content: { removal }, ...nowhere });
}

/**
 * Deliveries that report a finally failed delivery to the endpoints that list the event and would receive events of its place. They have
 * its subjects, so that whatever removes that delivery removes them too.
 */
export function exhaustedEventsOf(known: KnownConfig, exhausted: Exhausted, subjects: string): NewDelivery[] {
  const { apiKeyId, target: endpointId, uid, webhookId, organizationId, documentId, annotationId, lastRequest } = exhausted;
  const { trigger, sequence, attempts } = exhausted;
  const delivery = { webhookId, event: trigger, organizationId, documentId, targetAnnotationId: annotationId, sequence, attempts };
  const content = { ...endpointOf({ endpointId, uid }), delivery, lastRequest };
  const place = { organizationId, documentId, annotationId, subjects };
  return deliveriesOf(known, { eventId: randomUUID(), event: "delivery.exhausted", apiKeyId, content, ...place });
}

/** An event about endpoints or removals. */
interface OwnEvent {
  readonly eventId: string;
  readonly event: EndpointEvent | "removal.complete";
  readonly apiKeyId: string;
  readonly content: JsonObject & { readonly endpoint?: { readonly endpointId: string } };
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  /** One a line. */
  readonly subjects: string;
}

// The endpoint's URL is omitted, because it may contain a secret of its receiver.
function endpointOf({ endpointId, uid }: Omit<About, "apiKeyId">) {
  return { endpoint: { endpointId, uid: uid === "" ? null : uid } };
}

function deliveriesOf(known: KnownConfig, { eventId, event, content, ...of }: OwnEvent): NewDelivery[] {
  const { apiKeyId, organizationId, documentId } = of;
  const filtered = { trigger: event, organizationId, documentId, channels: undefined, about: content.endpoint?.endpointId };
  const timestamp = Date.now();
  return recipientsOf(known, filtered).map(({ target, endpoint }) => {
    const webhookId = webhookIdOf(eventId, target);
    return {
      ...of,
      event: 0,
      trigger: event,
      eventTimeMs: null,
      target,
      webhookId,
      payload: JSON.stringify({ webhookId, event, ...content, timestamp, metadata: { apiKey: apiKeyId } }),
      sequence: 0,
      isUnchecked: endpoint === undefined,
    };
  });
}

/** The fields that filters use of an event about endpoints or removals, given a stored body of it. */
export function filteredEndpointEvent(row: Omit<FilteredEvent, "channels" | "about">, body: string): FilteredEvent {
  const { trigger, organizationId, documentId } = row;
  return { trigger, organizationId, documentId, channels: undefined, about: readJson<OwnEvent["content"]>(body)?.endpoint?.endpointId };
}

/** The stored body of such an event, for another endpoint. */
export function endpointEventBody(body: string, webhookId: string): string {
  return JSON.stringify({ ...readJson<JsonObject>(body), webhookId });
}
