import type { Parley, WebhooksListDeliveriesItem, WebhooksListDeliveriesRequest } from "@parley/sdk";

type Filter = Omit<WebhooksListDeliveriesRequest, "webhookIds" | "from" | "to" | "pageSize" | "pageToken">;

// A delivery may appear with a time slightly in the past: that of the start of its transaction.
const overlapMs = 60_000;
const pageSize = 100;

/** Follows the log of webhook deliveries of an API key: each one once, oldest first. */
export class DeliveryLog {
  readonly #parley: Parley;
  readonly #filter: Filter;
  readonly #sinceMs: number;
  /** The deliveries returned so far, with their times. */
  readonly #seen = new Map<string, number>();
  #newestMs: number;

  constructor(parley: Parley, filter: Filter, sinceMs: number) {
    this.#parley = parley;
    this.#filter = filter;
    this.#sinceMs = sinceMs;
    this.#newestMs = sinceMs;
  }

  /** The deliveries since the last call. If bodies are requested, a delivery is held back until it has a body. */
  async read(): Promise<WebhooksListDeliveriesItem[]> {
    const from = Math.max(this.#sinceMs, this.#newestMs - overlapMs);
    const found: WebhooksListDeliveriesItem[] = [];
    for await (const delivery of this.#parley.webhooks.listDeliveries({ ...this.#filter, from, pageSize })) {
      const isReady = !this.#filter.includeBodies || delivery.body !== null || delivery.state !== "pending";
      if (!this.#seen.has(delivery.webhookId) && isReady) found.push(delivery);
    }
    for (const { webhookId, createdAt } of found) {
      this.#seen.set(webhookId, createdAt);
      this.#newestMs = Math.max(this.#newestMs, createdAt);
    }
    for (const [webhookId, createdAt] of this.#seen) if (createdAt < this.#newestMs - 2 * overlapMs) this.#seen.delete(webhookId);
    return found.reverse();
  }
}
