import type { Client } from "@connectrpc/connect";
import {
  type GetWebhookConfigResponse,
  isWebhookTrigger,
  type WebhookTrigger,
  type WorkspaceService,
  webhookTriggers,
} from "@parley/contracts/workspace";
import { RevalidatingCache } from "@parley/runtime";
import type { NotifiedChange } from "../changes/thread-change.ts";

type Workspace = Pick<Client<typeof WorkspaceService>, "getEmailConfig" | "getWebhookConfig">;

// A change of the configuration is used within 2 s (decisions, section 6): the rest is the time in which the answer travels.
const freshness = { maxAgeMs: 1_800, revalidateAfterMs: 1_000 };
const kept = 20_000;
// What mails are sent for.
const ofEmails: readonly NotifiedChange[] = ["comment_annotation.add", "comment.add", "comment.tag", "comment_annotation.assign"];
const all: ReadonlySet<NotifiedChange> = new Set([...webhookTriggers, "comment.tag"]);

/** Which triggers the webhooks and mails of an API key are notified of; at most a few seconds old. */
export class WebhookPolicy {
  readonly #workspace: Workspace;
  readonly #wanted = new RevalidatingCache<ReadonlySet<NotifiedChange>>({ max: kept, ...freshness });

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Empty while webhooks and mails are off. All if the configuration is unavailable: the delivery side checks again, whereas an event that was never published is lost. */
  async wanted(apiKeyId: string): Promise<ReadonlySet<NotifiedChange>> {
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

  async #ask(apiKeyId: string): Promise<ReadonlySet<NotifiedChange>> {
    const [webhooks, { useEmailService }] = await Promise.all([
      this.#workspace.getWebhookConfig({ apiKeyId }),
      this.#workspace.getEmailConfig({ apiKeyId }),
    ]);
    return new Set([...ofWebhooks(webhooks), ...(useEmailService ? ofEmails : [])]);
  }
}

function ofWebhooks({ useWebhookService, webhookServiceConfig: config }: GetWebhookConfigResponse): readonly WebhookTrigger[] {
  const goesSomewhere = config?.rawNotificationUrl || config?.processedNotificationUrl;
  if (!useWebhookService || !goesSomewhere) return [];
  return Object.entries(config.triggers).flatMap(([name, isOn]) => (isOn && isWebhookTrigger(name) ? [name] : []));
}
