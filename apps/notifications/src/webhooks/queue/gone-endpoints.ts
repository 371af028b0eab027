import type { Database } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import { type EndpointId, endpointName } from "./webhook-delivery.ts";
import { holdDeliveries } from "./webhook-endpoints.store.ts";

const chunkRows = 500;

/** The deliveries to an endpoint that this process holds. */
type HeldOf = (endpoint: string) => readonly { readonly deliveryId: number }[];

/** Holds the deliveries waiting for endpoints that are gone, chunk by chunk; the rest are held when they are read. */
export class GoneEndpoints {
  readonly #database: Database;
  readonly #heldOf: HeldOf;
  readonly #log: Logger;
  readonly #working = new Map<string, Promise<void>>();

  constructor(database: Database, heldOf: HeldOf, log: Logger) {
    this.#database = database;
    this.#heldOf = heldOf;
    this.#log = log;
  }

  readonly hold = (endpoint: EndpointId): void => {
    const key = endpointName(endpoint);
    if (this.#working.has(key)) return;
    const work = this.#hold(endpoint).finally(() => this.#working.delete(key));
    this.#working.set(key, work);
  };

  async stop(): Promise<void> {
    await Promise.all(this.#working.values());
  }

  async #hold(endpoint: EndpointId): Promise<void> {
    try {
      let held = chunkRows;
      while (held === chunkRows) {
        const except = this.#heldOf(endpointName(endpoint)).map(({ deliveryId }) => deliveryId);
        held = await holdDeliveries(this.#database, endpoint, except, chunkRows);
        failpoint("webhook.after-hold");
      }
    } catch (error) {
      this.#log.warn(
        { err: error },
        "Deliveries to a webhook endpoint that is gone could not be held together; each will be when it is read.",
      );
    }
  }
}
