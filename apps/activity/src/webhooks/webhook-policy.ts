import type { Client } from "@connectrpc/connect";
import { isWebhookTrigger, type WebhookTrigger, type WorkspaceService, webhookTriggers } from "@parley/contracts/workspace";
import { FreshCache } from "@parley/runtime";

type Workspace = Pick<Client<typeof WorkspaceService>, "getWebhookConfig">;

// Operation 17 counts from the next event on, within 5 s.
const freshness = { usableMs: 4_500, renewAfterMs: 2_000 };
const askTimeoutMs = 2_000;
const kept = 20_000;
const all: ReadonlySet<WebhookTrigger> = new Set(webhookTriggers);

/** Which triggers the webhooks of an API key want to be told of, a few seconds old at most. */
export class WebhookPolicy {
  readonly #workspace: Workspace;
  readonly #wanted = new FreshCache<ReadonlySet<WebhookTrigger>>({ max: kept, ...freshness });

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** None while webhooks are off. While it cannot be known all nine: who delivers asks again, and what was not told can never be delivered. */
  async wanted(apiKeyId: string): Promise<ReadonlySet<WebhookTrigger>> {
    try {
      return (await this.#wanted.get(apiKeyId, () => this.#ask(apiKeyId))) ?? all;
    } catch {
      return all;
    }
  }

  /** Asks anew for what an API key wants, because it is known to have changed. */
  forget(apiKeyId: string): void {
    this.#wanted.forget(apiKeyId);
  }

  async #ask(apiKeyId: string): Promise<ReadonlySet<WebhookTrigger>> {
    const { useWebhookService, webhookServiceConfig: config } = await this.#workspace.getWebhookConfig(
      { apiKeyId },
      { timeoutMs: askTimeoutMs },
    );
    const goesSomewhere = config?.rawNotificationUrl || config?.processedNotificationUrl;
    if (!useWebhookService || !goesSomewhere) return new Set();
    const on = Object.entries(config.triggers).flatMap(([name, isOn]) => (isOn ? [name] : []));
    return new Set(on.filter(isWebhookTrigger));
  }
}
