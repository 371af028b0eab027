import { Slots } from "@parley/runtime";
import type { Deliverer } from "../delivering/deliverer.ts";
import type { DeliveryConfig } from "../delivery-config.ts";
import type { AttemptResult } from "../sending/attempt-result.ts";
import type { Sending } from "../sending/attempter.ts";

const running = 2;
const waiting = 4;

/**
 * Sends test events: few at a time for an API key, because each may wait for its endpoint as long as a delivery does, while a customer's request
 * is held; and within the bounds of the endpoint, as one request among its deliveries.
 */
export class TestSender {
  readonly #deliverer: Deliverer;
  readonly #slots = new Slots({
    running,
    waiting,
    refusal: `${running} test events of this API key are being sent and ${waiting} wait. Try again.`,
  });

  constructor(deliverer: Deliverer) {
    this.#deliverer = deliverer;
  }

  /** Runs the sending of one test event. Fails with `resource_exhausted` when too many of the API key wait already. */
  async inTurn<Result>(apiKeyId: string, signal: AbortSignal, send: () => Promise<Result>): Promise<Result> {
    const giveBack = await this.#slots.take(apiKeyId, signal);
    try {
      return await send();
    } finally {
      giveBack();
    }
  }

  /** What came of it; nothing is sent while the endpoint is left alone. */
  async send(sending: Sending, config: DeliveryConfig, signal: AbortSignal): Promise<AttemptResult> {
    return (await this.#deliverer.attemptBeside(sending, config, signal)) ?? { ...notSent, startedAtMs: Date.now() };
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
