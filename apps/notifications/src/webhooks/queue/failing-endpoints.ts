import type { Database } from "@parley/database";
import type { Logger } from "@parley/runtime";
import type { DeliveryConfigs } from "../config/delivery-configs.ts";
import { insertEndpointEvents } from "./endpoint-events.store.ts";
import { endpointEventsOf, type LastRequest } from "./endpoint-events.ts";
import { markEndpointFailing } from "./endpoint-states.store.ts";
import { type EndpointId, endpointName } from "./webhook-delivery.ts";

interface FailingOptions {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly log: Logger;
  /** Called when there are events about endpoints to send. */
  readonly onEvents: () => void;
}

/** Marks endpoints as failing, and reports that once to the endpoints that list the event; a successful delivery clears the mark. */
export class FailingEndpoints {
  readonly #options: FailingOptions;
  readonly #working = new Map<string, Promise<void>>();

  constructor(options: FailingOptions) {
    this.#options = options;
  }

  /** To be called when an endpoint is paused, with its last request. */
  mark(endpoint: EndpointId, lastRequest: LastRequest): void {
    const key = endpointName(endpoint);
    if (this.#working.has(key)) return;
    const work = this.#mark(endpoint, lastRequest).finally(() => this.#working.delete(key));
    this.#working.set(key, work);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#working.values());
  }

  async #mark({ apiKeyId, target }: EndpointId, lastRequest: LastRequest): Promise<void> {
    const { database, configs, log, onEvents } = this.#options;
    try {
      const config = await configs.of(apiKeyId);
      if (typeof config === "string" || !config.endpoints.has(target)) return;
      const events = endpointEventsOf(config, "endpoint.failing", { apiKeyId, endpointId: target }, lastRequest);
      await database.transaction(async (tx) => {
        if (await markEndpointFailing(tx, { apiKeyId, target })) await insertEndpointEvents(tx, events);
      });
      if (events.length > 0) onEvents();
    } catch (error) {
      log.warn({ err: error }, "A failing webhook endpoint could not be marked; it will be marked when it fails again.");
    }
  }
}
