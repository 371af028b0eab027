import { createPublicKey, createSecretKey, type KeyObject } from "node:crypto";
import { type GetWebhookConfigResponse, isWebhookTrigger, type WebhookTrigger } from "@parley/contracts/workspace";
import type { Target } from "./target.ts";

/** A secret that signs deliveries. */
export interface SigningSecret {
  readonly key: KeyObject;
  /** Time in ms until which it signs; infinite for the current one. */
  readonly untilMs: number;
}

/** The webhook configuration of an API key, ready for use. */
export interface DeliveryConfig {
  readonly isOn: boolean;
  readonly triggers: ReadonlySet<WebhookTrigger>;
  /** Where deliveries go; empty for nowhere. */
  readonly urls: Readonly<Record<Target, string>>;
  readonly authToken: string;
  readonly encodeData: boolean;
  /** Set when data is to be encrypted; a key that cannot be used is `unusable`. */
  readonly publicKey: KeyObject | "unusable" | undefined;
  /** Newest first. */
  readonly secrets: readonly SigningSecret[];
}

/** Reads the workspace service's answer. Importing the keys is what costs: it is done once for each answer. */
export function deliveryConfig(answer: GetWebhookConfigResponse): DeliveryConfig {
  const { webhookServiceConfig: config, signingSecrets } = answer;
  const triggers = Object.entries(config?.triggers ?? {}).flatMap(([name, isOn]) => (isOn && isWebhookTrigger(name) ? [name] : []));
  return {
    isOn: answer.useWebhookService,
    triggers: new Set(triggers),
    urls: { raw: config?.rawNotificationUrl ?? "", processed: config?.processedNotificationUrl ?? "" },
    authToken: answer.authToken,
    encodeData: config?.encodeData ?? false,
    publicKey: config?.encryptData ? importedKey(answer.publicKeySpki) : undefined,
    secrets: signingSecrets.map(({ secret, signsUntilMs }) => ({
      key: createSecretKey(Buffer.from(secret.replace(/^whsec_/, ""), "base64")),
      untilMs: signsUntilMs === undefined ? Number.POSITIVE_INFINITY : Number(signsUntilMs),
    })),
  };
}

/** Whether an event of this kind is to be told to the target. */
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
