import { ConcurrencyLimit } from "@parley/runtime";
import type { DeliveryConfig } from "../config/delivery-configs.ts";
import { wordOnEndpoint } from "../queue/attempt-delivery.ts";
import { endpointName } from "../queue/webhook-delivery.ts";
import type { WebhookQueue } from "../queue/webhook-queue.ts";
import type { AttemptResult, Sending, WebhookSender } from "../sending/webhook-sender.ts";

const running = 2;
const waiting = 4;

/**
 * Sends test events: few at a time for an API key, because each may wait for its endpoint as long as a delivery does, while a customer's
 * request is held; and within the limits of the endpoint, as one request among its deliveries.
 */
export class TestSender {
  readonly #queue: WebhookQueue;
  readonly #webhookSender: WebhookSender;
  readonly #slots = new ConcurrencyLimit({
    running,
    waiting,
    refusal: `${running} test events of this API key are being sent and ${waiting} wait. Try again.`,
  });

  constructor(queue: WebhookQueue, webhookSender: WebhookSender) {
    this.#queue = queue;
    this.#webhookSender = webhookSender;
  }

  /** Sends one test event. Fails with `resource_exhausted` when too many of the API key are waiting already. */
  async inTurn<Result>(apiKeyId: string, signal: AbortSignal, send: () => Promise<Result>): Promise<Result> {
    const giveBack = await this.#slots.take(apiKeyId, signal);
    try {
      return await send();
    } finally {
      giveBack();
    }
  }

  /** The result; nothing is sent while the endpoint is paused. */
  async send(sending: Sending, config: DeliveryConfig, signal: AbortSignal): Promise<AttemptResult> {
    const result = await this.#queue.beside(endpointName(sending), async () => {
      const attempted = await this.#webhookSender.attempt(sending, config, signal);
      return { result: attempted, ...wordOnEndpoint(attempted) };
    });
    return result ?? { ...notSent, startedAtMs: Date.now() };
  }
}

const notSent: Omit<AttemptResult, "startedAtMs"> = {
  durationMs: 0,
  status: null,
  errorClass: "paused",
  error: "Nothing was sent: the endpoint has failed too often, or is being sent as much as it may, and is left alone for a moment.",
  responseExcerpt: "",
  retryAfterMs: undefined,
};
