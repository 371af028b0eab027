import { webhookTriggers } from "@parley/contracts/workspace";
import { withConstants } from "@parley/runtime";
import type { FakeServices } from "../fake-services.ts";

/** The secret that signs the deliveries of every test. */
export const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;

type Answer = Parameters<FakeServices["webhookConfigs"]["set"]>[1];

export type WebhookConfiguration = [apiKeyId: string, config: NonNullable<Answer["webhookServiceConfig"]>, more?: Answer];

/** Settings for tests: a customer's endpoint on this machine, and quick retries. */
export const quick = {
  PARLEY_EGRESS_ALLOW: "127.0.0.1,::1",
  PARLEY_WEBHOOK_RETRY_SECONDS: "0.05,0.1,0.1,0.1",
  ...withConstants({ outboxPollMs: 50 }),
};

/**
 * For tests that count arrivals: a process that is starved for a while neither gives up a request nor loses a lease, so it sends nothing
 * twice.
 */
export const patient = {
  ...withConstants({ webhookConnectTimeoutMs: 60_000 }),
  PARLEY_WEBHOOK_TIMEOUT_MS: "120000",
  PARLEY_WEBHOOK_LEASE_MS: "600000",
};

/** Configures an API key like `/v2/workspace/webhookconfig/update`, with all triggers on. */
export function configure(fakes: FakeServices, ...[apiKeyId, config, more = {}]: WebhookConfiguration): void {
  const triggers = Object.fromEntries(webhookTriggers.map((trigger) => [trigger, true]));
  fakes.webhookConfigs.set(apiKeyId, {
    useWebhookService: true,
    authToken: "the-token",
    signingSecrets: [{ secret, createdAtMs: 1n }],
    ...more,
    webhookServiceConfig: { triggers, ...config },
  });
  const { documents, members } = fakes.organization(apiKeyId, "acme");
  documents.add("welcome");
  for (const userId of ["alice", "bob", "carol", "dave"]) members.add(userId);
}
