import type { ClaimedRow } from "./webhook-queue.store.ts";

/** A delivery that this process holds and can send: its body is complete. */
export interface Delivery extends ClaimedRow {
  readonly webhookId: string;
  readonly body: string;
}

/** An endpoint of an API key, as text. */
export function laneKeyOf({ apiKeyId, target }: Pick<ClaimedRow, "apiKeyId" | "target">): string {
  return `${target} ${apiKeyId}`;
}
