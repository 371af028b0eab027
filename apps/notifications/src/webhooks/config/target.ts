import { WebhookTarget } from "@parley/contracts/notifications";

/** The two endpoints of the webhook configuration: `raw` receives the event, `processed` receives the users to notify. */
export const configuredTargets = ["raw", "processed"] as const;

export type ConfiguredTarget = (typeof configuredTargets)[number];

/**
 * Stands for the endpoints of an API key beside those two while nobody can say which want an event: the first attempt of such a delivery
 * makes one for each that does.
 */
export const unknownTargets = "*";

const messages = {
  raw: WebhookTarget.RAW,
  processed: WebhookTarget.PROCESSED,
} as const satisfies Record<ConfiguredTarget, WebhookTarget>;

/** The message of an endpoint's id: unspecified for one beside the two. */
export function targetMessage(endpointId: string): WebhookTarget {
  return isConfigured(endpointId) ? messages[endpointId] : WebhookTarget.UNSPECIFIED;
}

/** The target of a message; undefined for the unspecified one. */
export function targetOf(message: WebhookTarget): ConfiguredTarget | undefined {
  return configuredTargets.find((target) => messages[target] === message);
}

/** Whether an endpoint is one of the two of the webhook configuration. */
export function isConfigured(endpointId: string): endpointId is ConfiguredTarget {
  return endpointId === "raw" || endpointId === "processed";
}
