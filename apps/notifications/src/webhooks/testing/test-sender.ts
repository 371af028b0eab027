import { groupName } from "../../delivery/claimed.ts";
import { TestTurns } from "../../delivery/test-turns.ts";
import { endpointHealth } from "../queue/attempt-delivery.ts";
import type { WebhookQueue } from "../queue/webhook-queue.ts";
import type { AttemptResult, Destination, Sending, WebhookSender } from "../sending/webhook-sender.ts";

/** Sends test events, each as one request among the endpoint's deliveries and within its limits. */
export class TestSender {
  readonly #queue: WebhookQueue;
  readonly #webhookSender: WebhookSender;
  readonly turns = new TestTurns("test events");

  constructor(queue: WebhookQueue, webhookSender: WebhookSender) {
    this.#queue = queue;
    this.#webhookSender = webhookSender;
  }

  /** Returns the result; nothing is sent while the endpoint is paused. */
  async send(sending: Sending, destination: Destination, signal: AbortSignal): Promise<AttemptResult> {
    const { endpointId, address } = destination.endpoint;
    const to = { name: groupName({ apiKeyId: sending.apiKeyId, target: endpointId }), address };
    const result = await this.#queue.sendOutsideQueue(to, async () => {
      const attempted = await this.#webhookSender.attempt(sending, destination, signal);
      return { result: attempted, ...endpointHealth(attempted) };
    });
    return result ?? { ...notSent, startedAtMs: Date.now() };
  }
}

const notSent: Omit<AttemptResult, "startedAtMs"> = {
  durationMs: 0,
  status: null,
  errorClass: "paused",
  error: "Nothing was sent: the endpoint is paused after too many failures, or its rate limit is reached. Try again.",
  responseExcerpt: "",
  retryAfterMs: undefined,
};
