import type { MessageInitShape } from "@bufbuild/protobuf";
import { type WebhookConfigSchema, webhookTriggers } from "@parley/contracts/workspace";
import { masked } from "../settings/masked.ts";
import type { SigningSecret } from "./webhook-secrets.ts";
import type { WebhookSettings } from "./webhook-settings.ts";

/** Takes the auth token in plain text and masks it. */
export function webhookConfigMessage(
  settings: WebhookSettings,
  authToken: string | undefined,
): MessageInitShape<typeof WebhookConfigSchema> {
  const { rawNotificationUrl, processedNotificationUrl, encodeData, encryptData, publicKey, triggers } = settings;
  return {
    maskedAuthToken: authToken === undefined ? "" : masked(authToken),
    rawNotificationUrl,
    processedNotificationUrl,
    encodeData,
    encryptData,
    publicKey,
    triggers: triggers === null ? {} : Object.fromEntries(webhookTriggers.map((name) => [name, triggers.includes(name)])),
  };
}

export function signingSecretMessage({ secret, createdAtMs, signsUntilMs }: SigningSecret) {
  return { secret, createdAtMs: BigInt(createdAtMs), ...(signsUntilMs === null ? {} : { signsUntilMs: BigInt(signsUntilMs) }) };
}

/** The newest secret, and the time when the last of the others expires. */
export function shownSecret([newest, ...earlier]: readonly SigningSecret[]) {
  const ends = earlier.map(({ signsUntilMs }) => signsUntilMs ?? 0);
  return {
    ...(newest === undefined ? {} : { secret: signingSecretMessage(newest) }),
    ...(ends.length === 0 ? {} : { previousSignsUntilMs: BigInt(Math.max(...ends)) }),
  };
}
