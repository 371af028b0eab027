import type { Client } from "@connectrpc/connect";
import type { WorkspaceService } from "@parley/contracts/workspace";
import { Failure } from "@parley/kernel";
import { FreshCache, passOn } from "@parley/runtime";
import { LRUCache } from "lru-cache";
import { type DeliveryConfig, deliveryConfig } from "./delivery-config.ts";

const kept = 20_000;
// A change counts within 5 s (issue of the webhooks): the rest is the time in which it travels.
const freshness = { usableMs: 4_500, renewAfterMs: 2_000 };
const askTimeoutMs = 2_000;

/** The webhook configurations of API keys, a few seconds old at most, and older ones for a bounded time while there are none to be had. */
export class DeliveryConfigs {
  readonly #workspace: Client<typeof WorkspaceService>;
  readonly #fresh = new FreshCache<DeliveryConfig>({ max: kept, ...freshness });
  readonly #known: LRUCache<string, DeliveryConfig>;

  constructor(workspace: Client<typeof WorkspaceService>, outageMs: number) {
    this.#workspace = workspace;
    this.#known = new LRUCache({ max: kept, ttl: Math.max(1, outageMs) });
  }

  /** "none": there is no such API key. "unknown": the workspace service is away, and has been for too long. */
  async of(apiKeyId: string): Promise<DeliveryConfig | "none" | "unknown"> {
    try {
      const config = await this.#fresh.get(apiKeyId, () => this.#ask(apiKeyId));
      return config ?? "none";
    } catch {
      return this.#known.get(apiKeyId) ?? "unknown";
    }
  }

  async #ask(apiKeyId: string): Promise<DeliveryConfig | undefined> {
    try {
      const ask = () => this.#workspace.getWebhookConfig({ apiKeyId, forDelivery: true }, { timeoutMs: askTimeoutMs });
      const config = deliveryConfig(await passOn(["not_found"], ask));
      this.#known.set(apiKeyId, config);
      return config;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "not_found") throw error;
      this.#known.delete(apiKeyId);
      return undefined;
    }
  }
}
