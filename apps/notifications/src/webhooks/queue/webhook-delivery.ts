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

/** The id of a delivery: the same in every attempt and every repeat of the event, and different for each endpoint. */
export function webhookIdOf(eventId: string, endpointId: string): string {
  return `evt_${eventId.replaceAll("-", "")}_${endpointId}`;
}
