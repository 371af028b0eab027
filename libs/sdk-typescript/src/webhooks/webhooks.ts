import { WebhooksOperations } from "../gen/resources.ts";
import { unwrapWebhook } from "./unwrap.ts";

/** The webhooks of an API key, and the verification of deliveries. */
export class Webhooks extends WebhooksOperations {
  /** Verifies a delivery, decodes or decrypts it and returns its event; see `unwrapWebhook`. */
  readonly unwrap = unwrapWebhook;
}
