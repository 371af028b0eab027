import { WebhookTarget } from "@parley/contracts/notifications";

/** The two endpoints of an API key: one is sent what happened, the other who must be told what. */
export const targets = ["raw", "processed"] as const;

export type Target = (typeof targets)[number];

const messages = { raw: WebhookTarget.RAW, processed: WebhookTarget.PROCESSED } as const satisfies Record<Target, WebhookTarget>;

export function targetMessage(target: Target): WebhookTarget {
  return messages[target];
}

/** The target that a message means; undefined for the unspecified one. */
export function targetOf(message: WebhookTarget): Target | undefined {
  return targets.find((target) => messages[target] === message);
}
