import type { DeliveryConfig } from "../config/delivery-configs.ts";
import { type DeliveryEndpoint, wants } from "../config/delivery-endpoint.ts";
import type { ReadRow } from "./webhook-queue.store.ts";

/** The configuration of an API key. "none": the key does not exist. "unknown": the workspace service has been down for too long. */
export type KnownConfig = DeliveryConfig | "none" | "unknown";

/**
 * The endpoint that a delivery goes to now, or why it goes nowhere: `later` while that is unknown, `unwanted` if it should not have been
 * created, `held` if the endpoint was switched off, deleted, moved or marked as gone after the event.
 */
export function endpointFor(config: KnownConfig, delivery: ReadRow): DeliveryEndpoint | "later" | "unwanted" | "held" {
  if (config === "unknown") return "later";
  const endpoint = config === "none" ? undefined : config.endpoints.get(delivery.target);
  if (endpoint !== undefined && mayGo(endpoint, delivery)) return endpoint;
  // An endpoint that was added or moved since then is not in an older configuration.
  if (config !== "none" && config.isOutdated) return "later";
  return delivery.isUnchecked ? "unwanted" : "held";
}

// A delivery is sent even if its trigger has been switched off since the event; only one that could not be checked then is checked now.
function mayGo(endpoint: DeliveryEndpoint, delivery: ReadRow): boolean {
  // Unchecked deliveries go only to the two configured URLs, which have no channels.
  if (delivery.isUnchecked && !wants(endpoint, { ...delivery, channels: [] })) return false;
  return endpoint.isOn && endpoint.url !== delivery.goneUrl;
}
