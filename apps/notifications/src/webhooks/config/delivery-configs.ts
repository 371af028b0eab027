import { createPublicKey, type KeyObject } from "node:crypto";
import type { Client } from "@connectrpc/connect";
import type {
  ConfigsService,
  DeliveryEndpoint as DeliveryEndpointMessage,
  GetWebhookConfigResponse,
  SecretsService,
} from "@parley/contracts/workspace";
import { Failure } from "@parley/kernel";
import { propagate } from "@parley/rpc";
import { RevalidatingCache } from "@parley/runtime";
import { LRUCache } from "lru-cache";
import { configuredEndpoints, type DeliveryEndpoint, furtherEndpoint } from "./delivery-endpoint.ts";

const kept = 20_000;
// A change takes effect within 2 s in every process; 200 ms of that are left for the request itself.
const freshness = { maxAgeMs: 1_800, revalidateAfterMs: 1_000 };
// ms for which a workspace service that does not respond is not asked again.
const awayMs = 2_000;

interface WorkspaceClients {
  readonly configs: Pick<Client<typeof ConfigsService>, "getWebhookConfig">;
  readonly secrets: Pick<Client<typeof SecretsService>, "getDeliveryEndpoints">;
}

/** The webhook configurations of API keys, a few seconds old at most; if none can be loaded, older ones are used for a limited time. */
export class DeliveryConfigs {
  readonly #clients: WorkspaceClients;
  readonly #fresh = new RevalidatingCache<DeliveryConfig>({ max: kept, ...freshness });
  readonly #known: LRUCache<string, DeliveryConfig>;
  #awayUntilMs = 0;

  constructor(clients: WorkspaceClients, outageMs: number) {
    this.#clients = clients;
    this.#known = new LRUCache({ max: kept, ttl: Math.max(1, outageMs) });
  }

  async of(apiKeyId: string): Promise<KnownConfig> {
    try {
      const config = await this.#fresh.get(apiKeyId, () => this.#askUnlessAway(apiKeyId));
      return config === undefined ? { state: "none" } : { state: "current", config };
    } catch {
      const lastKnown = this.#known.get(apiKeyId);
      return lastKnown === undefined ? { state: "unknown" } : { state: "outdated", lastKnown };
    }
  }

  /** Drops the cached configuration of an API key that is known to have changed. */
  invalidate(apiKeyId: string): void {
    this.#fresh.invalidate(apiKeyId);
  }

  /** Loads the current configuration, which is used for everything from then on. "none": the API key does not exist. */
  async newest(apiKeyId: string): Promise<DeliveryConfig | "none"> {
    const config = await this.#ask(apiKeyId);
    this.invalidate(apiKeyId);
    return config ?? "none";
  }

  async #askUnlessAway(apiKeyId: string): Promise<DeliveryConfig | undefined> {
    if (performance.now() < this.#awayUntilMs) throw new Failure("unavailable", "The webhook configuration is not available. Try again.");
    try {
      return await this.#ask(apiKeyId);
    } catch (error) {
      this.#awayUntilMs = performance.now() + awayMs;
      throw error;
    }
  }

  async #ask(apiKeyId: string): Promise<DeliveryConfig | undefined> {
    try {
      const answer = await propagate(["not_found"], () => this.#clients.configs.getWebhookConfig({ apiKeyId, forDelivery: true }));
      const config = deliveryConfig(answer, await this.#furtherEndpoints(apiKeyId, answer));
      this.#known.set(apiKeyId, config);
      return config;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "not_found") throw error;
      this.#known.delete(apiKeyId);
      return undefined;
    }
  }

  // Most keys have no further endpoints and need no call.
  async #furtherEndpoints(apiKeyId: string, { endpointEvents }: GetWebhookConfigResponse): Promise<readonly DeliveryEndpointMessage[]> {
    if (endpointEvents.length === 0) return [];
    return (await propagate(["not_found"], () => this.#clients.secrets.getDeliveryEndpoints({ apiKeyId }))).endpoints;
  }
}

/**
 * The configuration of an API key, if it is known. `none`: the key does not exist. `outdated`: the workspace service cannot be asked, and this is
 * the last known one, which lacks what has changed since, for example endpoints that were added. `unknown`: it could not be asked for too long.
 */
export type KnownConfig =
  | { readonly state: "current"; readonly config: DeliveryConfig }
  | { readonly state: "outdated"; readonly lastKnown: DeliveryConfig }
  | { readonly state: "none" }
  | { readonly state: "unknown" };

/** The webhook endpoints of an API key, ready for use. */
export interface DeliveryConfig {
  readonly workspaceId: string;
  /** The endpoints that exist and have a URL, by id. Disabled endpoints are left out, except the two of the configuration. */
  readonly endpoints: ReadonlyMap<string, DeliveryEndpoint>;
  readonly encodeData: boolean;
  /** Set if data is to be encrypted; `unusable` for an invalid key. */
  readonly publicKey: KeyObject | "unusable" | undefined;
}

/** The endpoints of a current or outdated configuration, for uses to which endpoints added since do not matter. */
export function lastKnownEndpoints(known: KnownConfig): DeliveryConfig["endpoints"] {
  switch (known.state) {
    case "current":
      return known.config.endpoints;
    case "outdated":
      return known.lastKnown.endpoints;
    case "none":
    case "unknown":
      return new Map();
  }
}

function deliveryConfig(answer: GetWebhookConfigResponse, further: readonly DeliveryEndpointMessage[]): DeliveryConfig {
  const { webhookServiceConfig: config } = answer;
  const endpoints = [...configuredEndpoints(answer), ...further.flatMap((message) => furtherEndpoint(message, answer) ?? [])];
  return {
    workspaceId: answer.workspaceId,
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.endpointId, endpoint])),
    encodeData: config?.encodeData ?? false,
    publicKey: config?.encryptData ? importedKey(answer.publicKeySpki) : undefined,
  };
}

function importedKey(spki: Uint8Array): KeyObject | "unusable" {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
    return key.asymmetricKeyType === "rsa" ? key : "unusable";
  } catch {
    return "unusable";
  }
}
