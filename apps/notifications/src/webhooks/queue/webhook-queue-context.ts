import type { Database } from "@parley/database";
import type { UsageMeter } from "@parley/messaging";
import type { BodyTexts } from "../bodies/body-texts.ts";
import type { DeliveryConfigs } from "../config/delivery-configs.ts";
import type { Payload } from "../config/delivery-endpoint.ts";
import type { WebhookConfigSettings } from "../config/settings.ts";
import type { WebhookSender } from "../sending/webhook-sender.ts";
import type { ReadRow } from "./webhook-queue.store.ts";

/** The dependencies of the queue of webhook deliveries. */
export interface WebhookQueueContext {
  readonly database: Database;
  /** Counts the deliveries that endpoints have accepted. */
  readonly usage: Pick<UsageMeter, "count">;
  readonly configs: DeliveryConfigs;
  readonly texts: BodyTexts;
  readonly webhookSender: WebhookSender;
  readonly settings: WebhookConfigSettings;
  /** Called when deliveries have been created. */
  readonly onDeliveries: () => void;
}

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
