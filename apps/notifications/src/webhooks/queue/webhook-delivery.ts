import type { Group } from "../../delivery/channel.ts";
import type { Payload } from "../config/delivery-endpoint.ts";
import type { ReadRow } from "./webhook-queue.store.ts";

/** A delivery that this process holds and can send: its body is complete. */
export interface WebhookDelivery extends ReadRow {
  readonly webhookId: string;
  readonly body: string;
  readonly payload: Payload;
  /** Maximum requests per second to its endpoint; undefined for no own limit. */
  readonly perSecond: number | undefined;
}

/** An endpoint of an API key. */
export type EndpointId = Group;

/** The name of an API key's endpoint. */
export function endpointName({ apiKeyId, target }: EndpointId): string {
  return `${target} ${apiKeyId}`;
}

/** The endpoint with this name. */
export function endpointOf(name: string): EndpointId {
  // Ids of endpoints have no spaces.
  const end = name.indexOf(" ");
  return { target: name.slice(0, end), apiKeyId: name.slice(end + 1) };
}

/** The id of a delivery: the same in every attempt and every repeat of the event, and different for each endpoint. */
export function webhookIdOf(eventId: string, endpointId: string): string {
  return `evt_${eventId.replaceAll("-", "")}_${endpointId}`;
}
