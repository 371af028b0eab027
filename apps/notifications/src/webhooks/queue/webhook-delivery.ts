import { type Target, targets } from "../config/target.ts";
import type { ClaimedRow, EndpointId } from "./webhook-queue.store.ts";

/** A delivery that this process has leased and can send: its body is complete. */
export interface WebhookDelivery extends ClaimedRow {
  readonly webhookId: string;
  readonly body: string;
}

/** An endpoint of an API key, as text. */
export function endpointName({ apiKeyId, target }: EndpointId): string {
  return `${target} ${apiKeyId}`;
}

/** The endpoint with this name. */
export function endpointOf(name: string): EndpointId {
  const target = targets.find((known) => name.startsWith(`${known} `)) as Target;
  return { target, apiKeyId: name.slice(target.length + 1) };
}
