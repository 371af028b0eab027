import { WebhookTarget } from "@parley/contracts/notifications";

/** The two endpoints of the webhook configuration: `raw` receives the event, `processed` receives the users to notify. */
export const configuredTargets = ["raw", "processed"] as const;

export type ConfiguredTarget = (typeof configuredTargets)[number];

/**
 * Stands for an API key's further endpoints while it is unknown which of them want an event: the first attempt of such a delivery creates
 * one for each that does.
 */
export const unknownTargets = "*";

const messages = {
  raw: WebhookTarget.RAW,
  processed: WebhookTarget.PROCESSED,
} as const satisfies Record<ConfiguredTarget, WebhookTarget>;

/** The message of an endpoint's id; unspecified for further endpoints. */
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
