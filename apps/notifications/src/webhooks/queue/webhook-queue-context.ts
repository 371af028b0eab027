import type { Database } from "@parley/database";
import type { UsageMeter } from "@parley/messaging";
import type { BodyTexts } from "../bodies/body-texts.ts";
import type { DeliveryConfigs } from "../config/delivery-configs.ts";
import type { WebhookConfigSettings } from "../config/settings.ts";
import type { WebhookSender } from "../sending/webhook-sender.ts";

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
