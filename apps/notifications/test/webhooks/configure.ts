import { webhookTriggers } from "@parley/contracts/workspace";
import type { FakeServices } from "../fake-services.ts";

/** The secret with which every test's deliveries are signed. */
export const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;

type Answer = Parameters<FakeServices["webhookConfigs"]["set"]>[1];

export type WebhookConfiguration = [apiKeyId: string, config: NonNullable<Answer["webhookServiceConfig"]>, more?: Answer];

/** What tests shorten: a customer's endpoint on this machine, retries that come at once. */
export const quick = {
  PARLEY_EGRESS_ALLOW: "127.0.0.1,::1",
  PARLEY_WEBHOOK_RETRY_SECONDS: "0.05,0.1,0.1,0.1",
  PARLEY_OUTBOX_POLL_MS: "50",
};

/** For tests that count what arrives: a process that is starved for a while neither gives a request up nor loses a lease, and so sends nothing twice. */
export const patient = {
  PARLEY_WEBHOOK_CONNECT_TIMEOUT_MS: "60000",
  PARLEY_WEBHOOK_TIMEOUT_MS: "120000",
  PARLEY_WEBHOOK_LEASE_MS: "600000",
};

/** Configures an API key as Update webhook configuration would, with all triggers on. */
export function configure(fakes: FakeServices, ...[apiKeyId, config, more = {}]: WebhookConfiguration): void {
  const triggers = Object.fromEntries(webhookTriggers.map((trigger) => [trigger, true]));
  fakes.webhookConfigs.set(apiKeyId, {
    useWebhookService: true,
    authToken: "the-token",
    signingSecrets: [{ secret, createdAtMs: 1n }],
    ...more,
    webhookServiceConfig: { triggers, ...config },
  });
  fakes.organization(apiKeyId, "acme").documents.add("welcome");
}
