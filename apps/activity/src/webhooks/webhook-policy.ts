import type { Client } from "@connectrpc/connect";
import { isWebhookTrigger, type WebhookTrigger, type WorkspaceService, webhookTriggers } from "@parley/contracts/workspace";
import { FreshCache } from "@parley/runtime";

type Workspace = Pick<Client<typeof WorkspaceService>, "getWebhookConfig">;

// A change of the configuration is used within 2 s (decisions, section 6): the rest is the time in which the answer travels.
const freshness = { usableMs: 1_800, renewAfterMs: 1_000 };
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
    const { useWebhookService, webhookServiceConfig: config } = await this.#workspace.getWebhookConfig({ apiKeyId });
    const goesSomewhere = config?.rawNotificationUrl || config?.processedNotificationUrl;
    if (!useWebhookService || !goesSomewhere) return new Set();
    const on = Object.entries(config.triggers).flatMap(([name, isOn]) => (isOn ? [name] : []));
    return new Set(on.filter(isWebhookTrigger));
  }
}
