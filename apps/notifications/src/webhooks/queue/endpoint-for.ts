import type { DeliveryConfig, KnownConfig } from "../config/delivery-configs.ts";
import { type DeliveryEndpoint, wants } from "../config/delivery-endpoint.ts";
import type { Destination } from "../sending/webhook-sender.ts";
import type { ReadRow } from "./webhook-queue.store.ts";

/**
 * Where a delivery goes now, or why it goes nowhere: `later` while that is unknown, `unwanted` if it should not have been created, `held` if
 * the endpoint was switched off, deleted, moved or marked as gone after the event.
 */
export function endpointFor(known: KnownConfig, delivery: ReadRow): Destination | "later" | "unwanted" | "held" {
  const nowhere = delivery.isUnchecked ? "unwanted" : "held";
  switch (known.state) {
    case "none":
      return nowhere;
    case "unknown":
      return "later";
    case "current":
      return endpointIn(known.config, delivery) ?? nowhere;
    case "outdated":
      // It lacks endpoints that were added or moved since.
      return endpointIn(known.lastKnown, delivery) ?? "later";
  }
}

function endpointIn(config: DeliveryConfig, delivery: ReadRow): Destination | undefined {
  const endpoint = config.endpoints.get(delivery.target);
  return endpoint !== undefined && mayGo(endpoint, delivery) ? { endpoint, form: config } : undefined;
}

// A delivery is sent even if its trigger has been switched off since the event; only one that could not be checked then is checked now.
function mayGo(endpoint: DeliveryEndpoint, delivery: ReadRow): boolean {
  // Unchecked deliveries go only to the two configured URLs, which have no channels.
  if (delivery.isUnchecked && !wants(endpoint, { ...delivery, channels: [] })) return false;
  return endpoint.isOn && endpoint.url !== delivery.goneUrl;
}
