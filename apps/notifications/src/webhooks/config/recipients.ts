import { isWebhookTrigger } from "@parley/contracts/workspace";
import type { DeliveryConfig, KnownConfig } from "./delivery-configs.ts";
import { type DeliveryEndpoint, type FilteredEvent, wants } from "./delivery-endpoint.ts";
import { configuredTargets, unknownTargets } from "./target.ts";

/** Receives a delivery of an event. */
interface Recipient {
  readonly target: string;
  /** Undefined if a later, current configuration decides whether the target wants the event. */
  readonly endpoint: DeliveryEndpoint | undefined;
}

/**
 * The recipients of an event. Without the current configuration they are all that may want it: an older one lacks endpoints that were added
 * since. Once there is a current one, it decides about those.
 */
export function recipientsOf(known: KnownConfig, event: FilteredEvent): Recipient[] {
  switch (known.state) {
    case "none":
      return [];
    case "unknown":
      return possibleFor(event);
    case "current":
      return wantingIn(known.config, event);
    case "outdated": {
      const wanting = wantingIn(known.lastKnown, event);
      const targets = new Set(wanting.map(({ target }) => target));
      return [...wanting, ...possibleFor(event).filter(({ target }) => !targets.has(target))];
    }
  }
}

/** The endpoints of a configuration that want an event. */
export function wantingIn({ endpoints }: DeliveryConfig, event: FilteredEvent) {
  return [...endpoints.values()]
    .filter((endpoint) => wants(endpoint, event))
    .map((endpoint) => ({ target: endpoint.endpointId, endpoint }));
}

// The two configured URLs receive triggers only.
function possibleFor({ trigger }: FilteredEvent): Recipient[] {
  const targets = isWebhookTrigger(trigger) ? [...configuredTargets, unknownTargets] : [unknownTargets];
  return targets.map((target) => ({ target, endpoint: undefined }));
}
