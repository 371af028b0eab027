import type { MessageShape } from "@bufbuild/protobuf";
import type { credentialsChangedTopic } from "@parley/contracts/topics";
import type { Database } from "@parley/database";
import type { Logger } from "@parley/runtime";
import { groupName } from "../../delivery/claimed.ts";
import type { DeliveryConfigs } from "../config/delivery-configs.ts";
import { forgetFailing } from "./endpoint-states.store.ts";
import { releaseDeliveries } from "./webhook-endpoints.store.ts";
import type { WebhookQueue } from "./webhook-queue.ts";

/** A published change of an API key. */
export type KeyChange = MessageShape<typeof credentialsChangedTopic.message>;

const chunkRows = 500;

interface MovedEndpointsOptions {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly queue: WebhookQueue;
  readonly log: Logger;
}

/**
 * Sends deliveries to an endpoint that has moved as if nothing had failed there: its breaker is reset, and deliveries that wait for another
 * attempt are due now. In the background, chunk by chunk; several processes may do so at the same time.
 */
export class MovedEndpoints {
  readonly #options: MovedEndpointsOptions;
  readonly #working = new Set<Promise<void>>();

  constructor(options: MovedEndpointsOptions) {
    this.#options = options;
  }

  readonly onChange = ({ apiKeyId, rawEndpointMoved, processedEndpointMoved, movedEndpointIds }: KeyChange): void => {
    const moved = [...(rawEndpointMoved ? ["raw"] : []), ...(processedEndpointMoved ? ["processed"] : []), ...movedEndpointIds];
    if (moved.length === 0) return;
    const work = this.#release(apiKeyId, moved).finally(() => this.#working.delete(work));
    this.#working.add(work);
  };

  async stop(): Promise<void> {
    await Promise.all(this.#working);
  }

  async #release(apiKeyId: string, moved: readonly string[]): Promise<void> {
    const { database, configs, queue, log } = this.#options;
    try {
      const config = await configs.newest(apiKeyId);
      if (config === "none") return;
      await forgetFailing(database, apiKeyId, moved);
      for (const target of moved) {
        const endpoint = { apiKeyId, target };
        // Deliveries for a deleted or disabled endpoint are due now too, and are then held.
        queue.moveTo(groupName(endpoint), config.endpoints.get(target)?.address ?? "");
        let last = await releaseDeliveries(database, endpoint, undefined, chunkRows);
        while (last !== undefined) last = await releaseDeliveries(database, endpoint, last, chunkRows);
      }
    } catch (error) {
      log.warn(
        { err: error },
        "Deliveries waiting for a webhook endpoint that has moved could not be made due now; each will be sent at its scheduled time.",
      );
    }
    queue.wake();
  }
}
