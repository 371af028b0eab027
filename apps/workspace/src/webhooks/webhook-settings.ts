import { isWebhookTrigger, type WebhookConfigPatch, type WebhookTrigger, webhookTriggers } from "@parley/contracts/workspace";
import type { FieldViolation } from "@parley/kernel";
import { isMasked } from "../settings/masked.ts";
import { parseRsaPublicKey } from "./rsa-public-key.ts";
import { type WebhookUrlRules, webhookUrlProblem } from "./webhook-url.ts";

/** The webhook configuration of an API key, without its auth token, which is sealed. Empty text means unset. */
export interface WebhookSettings {
  readonly useWebhookService: boolean;
  readonly rawNotificationUrl: string;
  readonly processedNotificationUrl: string;
  readonly encodeData: boolean;
  readonly encryptData: boolean;
  readonly publicKey: string;
  /** The enabled triggers; null until any was set. */
  readonly triggers: readonly WebhookTrigger[] | null;
}

/** The settings of an API key without a configuration. */
export const noWebhookSettings: WebhookSettings = {
  useWebhookService: false,
  rawNotificationUrl: "",
  processedNotificationUrl: "",
  encodeData: false,
  encryptData: false,
  publicKey: "",
  triggers: null,
};

/**
 * Merges: unset fields of the patch keep their values, empty text clears. Turning the service on for the first time
 * without triggers turns all nine on.
 */
export function mergeWebhookSettings(
  stored: WebhookSettings,
  useWebhookService: boolean | undefined,
  patch: WebhookConfigPatch | undefined,
): WebhookSettings {
  const merged = {
    useWebhookService: useWebhookService ?? stored.useWebhookService,
    rawNotificationUrl: patch?.rawNotificationUrl ?? stored.rawNotificationUrl,
    processedNotificationUrl: patch?.processedNotificationUrl ?? stored.processedNotificationUrl,
    encodeData: patch?.encodeData ?? stored.encodeData,
    encryptData: patch?.encryptData ?? stored.encryptData,
    publicKey: patch?.publicKey ?? stored.publicKey,
    triggers: mergeTriggers(stored.triggers, patch),
  };
  return merged.useWebhookService && merged.triggers === null ? { ...merged, triggers: webhookTriggers } : merged;
}

function mergeTriggers(stored: WebhookSettings["triggers"], patch: WebhookConfigPatch | undefined): WebhookSettings["triggers"] {
  const changes = patch?.triggers ?? {};
  const kept = patch?.clearTriggers && stored !== null ? [] : stored;
  if (Object.keys(changes).length === 0) return kept;
  return webhookTriggers.filter((name) => (Object.hasOwn(changes, name) ? changes[name] : kept?.includes(name)));
}

/** The violations of a patch and of the resulting settings; the field paths begin with `at`. */
export function webhookViolations(
  patch: WebhookConfigPatch | undefined,
  merged: WebhookSettings,
  rules: WebhookUrlRules,
  at: string,
): FieldViolation[] {
  const violations: FieldViolation[] = [];
  const refuse = (field: string, message: string) => violations.push({ field: `${at}.${field}`, message });

  for (const [field, name, url] of urlsOf(patch)) {
    const problem = webhookUrlProblem(url, rules);
    if (problem !== undefined) refuse(field, `${name} ${problem}.`);
  }
  if (!/^[\x20-\x7e]*$/.test(patch?.authToken ?? ""))
    refuse("auth_token", "authToken must consist of printable ASCII characters: it is sent in a header.");
  if (isMasked(patch?.authToken ?? "")) refuse("auth_token", "authToken is masked: send the whole token, or leave it out to keep it.");
  for (const name of Object.keys(patch?.triggers ?? {})) {
    if (!isWebhookTrigger(name)) refuse(`triggers.${name}`, `triggers contains ${name}, which is not a trigger.`);
  }
  if (merged.encryptData && parseRsaPublicKey(merged.publicKey) === undefined) {
    refuse("public_key", "encryptData needs a publicKey: RSA with at least 2048 bits, SPKI or PKCS#1, base64 with or without PEM lines.");
  }
  return violations;
}

function urlsOf(patch: WebhookConfigPatch | undefined): [field: string, name: string, url: string][] {
  return [
    ["raw_notification_url", "rawNotificationUrl", patch?.rawNotificationUrl ?? ""],
    ["processed_notification_url", "processedNotificationUrl", patch?.processedNotificationUrl ?? ""],
  ];
}
