import { WebhookTarget } from "@parley/contracts/notifications";

/** The two endpoints of an API key: `raw` receives the event, `processed` receives the users to notify. */
export const targets = ["raw", "processed"] as const;

export type Target = (typeof targets)[number];

const messages = { raw: WebhookTarget.RAW, processed: WebhookTarget.PROCESSED } as const satisfies Record<Target, WebhookTarget>;

export function targetMessage(target: Target): WebhookTarget {
  return messages[target];
}

/** The target of a message; undefined for the unspecified one. */
export function targetOf(message: WebhookTarget): Target | undefined {
  return targets.find((target) => messages[target] === message);
}
