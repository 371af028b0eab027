import { createHash, createPublicKey, createSecretKey, type KeyObject } from "node:crypto";
import type { Client } from "@connectrpc/connect";
import type { WorkspaceService } from "@parley/contracts/workspace";
import { type GetWebhookConfigResponse, isWebhookTrigger, type WebhookTrigger } from "@parley/contracts/workspace";
import { Failure } from "@parley/kernel";
import { propagate } from "@parley/rpc";
import { RevalidatingCache } from "@parley/runtime";
import { LRUCache } from "lru-cache";
import type { Target } from "./target.ts";

const kept = 20_000;
// A change takes effect within 2 s in every process: the rest is for the time of the request.
const freshness = { maxAgeMs: 1_800, revalidateAfterMs: 1_000 };
// While the workspace service does not respond it is not asked again for each event.
const awayMs = 2_000;

/** The webhook configurations of API keys, a few seconds old at most; while none can be loaded, older ones serve for a limited time. */
export class DeliveryConfigs {
  readonly #workspace: Client<typeof WorkspaceService>;
  readonly #fresh = new RevalidatingCache<DeliveryConfig>({ max: kept, ...freshness });
  readonly #known: LRUCache<string, DeliveryConfig>;
  #awayUntilMs = 0;

  constructor(workspace: Client<typeof WorkspaceService>, outageMs: number) {
    this.#workspace = workspace;
    this.#known = new LRUCache({ max: kept, ttl: Math.max(1, outageMs) });
  }

  /** "none": there is no such API key. "unknown": the workspace service has been down for too long. */
  async of(apiKeyId: string): Promise<DeliveryConfig | "none" | "unknown"> {
    try {
      const config = await this.#fresh.get(apiKeyId, () => this.#askUnlessAway(apiKeyId));
      return config ?? "none";
    } catch {
      return this.#known.get(apiKeyId) ?? "unknown";
    }
  }

  /** Drops the cached configuration of an API key, because it is known to have changed. */
  invalidate(apiKeyId: string): void {
    this.#fresh.invalidate(apiKeyId);
  }

  /** The current configuration, loaded anew; everything else uses it from here on, too. "none": there is no such API key. */
  async newest(apiKeyId: string): Promise<DeliveryConfig | "none"> {
    const config = await this.#ask(apiKeyId);
    this.invalidate(apiKeyId);
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

/** A secret that signs deliveries. */
export interface SigningSecret {
  readonly key: KeyObject;
  /** Time in ms until which it signs; infinite for the current one. */
  readonly untilMs: number;
}

/** The webhook configuration of an API key, ready for use. */
export interface DeliveryConfig {
  readonly workspaceId: string;
  readonly isOn: boolean;
  readonly triggers: ReadonlySet<WebhookTrigger>;
  /** The URLs of the endpoints; empty for none. */
  readonly urls: Readonly<Record<Target, string>>;
  /** Differs when an endpoint is sent to elsewhere or otherwise: by its URL, the token or the form of bodies. */
  readonly addresses: Readonly<Record<Target, string>>;
  readonly authToken: string;
  readonly encodeData: boolean;
  /** Set when data is to be encrypted; `unusable` for an invalid key. */
  readonly publicKey: KeyObject | "unusable" | undefined;
  /** Newest first. */
  readonly secrets: readonly SigningSecret[];
}

/** Reads the workspace service's response. Importing the keys is expensive: it is done once for each response. */
function deliveryConfig(answer: GetWebhookConfigResponse): DeliveryConfig {
  const { webhookServiceConfig: config, signingSecrets } = answer;
  const urls = { raw: config?.rawNotificationUrl ?? "", processed: config?.processedNotificationUrl ?? "" };
  const form = [answer.authToken, config?.encodeData, config?.encryptData, config?.publicKey];
  const triggers = Object.entries(config?.triggers ?? {}).flatMap(([name, isOn]) => (isOn && isWebhookTrigger(name) ? [name] : []));
  return {
    workspaceId: answer.workspaceId,
    isOn: answer.useWebhookService,
    triggers: new Set(triggers),
    urls,
    addresses: { raw: digestOf([urls.raw, ...form]), processed: digestOf([urls.processed, ...form]) },
    authToken: answer.authToken,
    encodeData: config?.encodeData ?? false,
    publicKey: config?.encryptData ? importedKey(answer.publicKeySpki) : undefined,
    secrets: signingSecrets.map(({ secret, signsUntilMs }) => ({
      key: createSecretKey(Buffer.from(secret.replace(/^whsec_/, ""), "base64")),
      untilMs: signsUntilMs === undefined ? Number.POSITIVE_INFINITY : Number(signsUntilMs),
    })),
  };
}

// What is remembered for long shows no token.
function digestOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}

/** Whether an event of this kind is to be sent to the target. */
export function wants(config: DeliveryConfig, target: Target, trigger: WebhookTrigger): boolean {
  return config.isOn && config.triggers.has(trigger) && config.urls[target] !== "";
}

function importedKey(spki: Uint8Array): KeyObject | "unusable" {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
    return key.asymmetricKeyType === "rsa" ? key : "unusable";
  } catch {
    return "unusable";
  }
}
