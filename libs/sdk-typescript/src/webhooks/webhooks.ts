import { WebhooksOperations } from "../gen/resources.ts";
import { unwrapWebhook } from "./unwrap.ts";

/** The webhooks of an API key, and what came by them. */
export class Webhooks extends WebhooksOperations {
  /** Verifies a delivery, decodes or decrypts it and answers its event; see `unwrapWebhook`. */
  readonly unwrap = unwrapWebhook;
}
