import type { Client } from "@connectrpc/connect";
import type { WorkspaceService } from "@parley/contracts/workspace";
import { Failure } from "@parley/kernel";
import { propagate } from "@parley/rpc";
import { RevalidatingCache } from "@parley/runtime";
import { LRUCache } from "lru-cache";
import { type DeliveryConfig, deliveryConfig } from "./delivery-config.ts";

const kept = 20_000;
// A change is used within 2 s (decisions, section 6): the rest is the time in which the answer travels.
const freshness = { maxAgeMs: 1_800, revalidateAfterMs: 1_000 };
// While the workspace service does not answer it is not asked for each event again.
const awayMs = 2_000;

/** The webhook configurations of API keys, a few seconds old at most, and older ones for a bounded time while there are none to be had. */
export class DeliveryConfigs {
  readonly #workspace: Client<typeof WorkspaceService>;
  readonly #fresh = new RevalidatingCache<DeliveryConfig>({ max: kept, ...freshness });
  readonly #known: LRUCache<string, DeliveryConfig>;
  #awayUntilMs = 0;

  constructor(workspace: Client<typeof WorkspaceService>, outageMs: number) {
    this.#workspace = workspace;
    this.#known = new LRUCache({ max: kept, ttl: Math.max(1, outageMs) });
  }

  /** "none": there is no such API key. "unknown": the workspace service is away, and has been for too long. */
  async of(apiKeyId: string): Promise<DeliveryConfig | "none" | "unknown"> {
    try {
      const config = await this.#fresh.get(apiKeyId, () => this.#askUnlessAway(apiKeyId));
      return config ?? "none";
    } catch {
      return this.#known.get(apiKeyId) ?? "unknown";
    }
  }

  /** Asks anew about an API key, because it is known to have changed. */
  forget(apiKeyId: string): void {
    this.#fresh.forget(apiKeyId);
  }

  /** As it is at this moment, asked for anew; from here on all else uses it, too. "none": there is no such API key. */
  async newest(apiKeyId: string): Promise<DeliveryConfig | "none"> {
    const config = await this.#ask(apiKeyId);
    this.forget(apiKeyId);
    return config ?? "none";
  }

  async #askUnlessAway(apiKeyId: string): Promise<DeliveryConfig | undefined> {
    if (performance.now() < this.#awayUntilMs) throw new Failure("unavailable", "The webhook configuration cannot be read now.");
    try {
      return await this.#ask(apiKeyId);
    } catch (error) {
      this.#awayUntilMs = performance.now() + awayMs;
      throw error;
    }
  }

  async #ask(apiKeyId: string): Promise<DeliveryConfig | undefined> {
    try {
      const config = deliveryConfig(
        await propagate(["not_found"], () => this.#workspace.getWebhookConfig({ apiKeyId, forDelivery: true })),
      );
      this.#known.set(apiKeyId, config);
      return config;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "not_found") throw error;
      this.#known.delete(apiKeyId);
      return undefined;
    }
  }
}
