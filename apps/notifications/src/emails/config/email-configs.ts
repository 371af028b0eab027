import type { Client } from "@connectrpc/connect";
import { type ConfigsService, EmailServiceType, type GetEmailConfigResponse } from "@parley/contracts/workspace";
import { Failure } from "@parley/kernel";
import { propagate } from "@parley/rpc";
import { RevalidatingCache } from "@parley/runtime";

type ProviderType = "default" | "sendgrid" | "smtp";

/** The e-mail configuration of an API key. An empty string means unset. */
export interface EmailConfig {
  readonly workspaceId: string;
  readonly isOn: boolean;
  readonly type: ProviderType;
  /** SendGrid's API key, or the URL of a mail server. */
  readonly apiKey: string;
  readonly fromEmail: string;
  readonly fromCompany: string;
  readonly commentTemplateId: string;
  readonly tagTemplateId: string;
  readonly linkTemplate: string;
}

const kept = 20_000;
// Like webhooks: a change of the configuration takes effect within 2 s.
const freshness = { maxAgeMs: 1_800, revalidateAfterMs: 1_000 };
const askTimeoutMs = 2_000;
// ms for which a workspace service that does not respond is not asked again.
const awayMs = 2_000;

const types: Readonly<Record<number, ProviderType>> = { [EmailServiceType.SENDGRID]: "sendgrid", [EmailServiceType.SMTP]: "smtp" };

/** The e-mail configurations of API keys, a few seconds old at most. */
export class EmailConfigs {
  readonly #settings: Client<typeof ConfigsService>;
  readonly #fresh = new RevalidatingCache<EmailConfig>({ max: kept, ...freshness });
  #awayUntilMs = 0;

  constructor(settings: Client<typeof ConfigsService>) {
    this.#settings = settings;
  }

  /** "none": the API key does not exist. "unknown": the workspace service is down. */
  async of(apiKeyId: string): Promise<EmailConfig | "none" | "unknown"> {
    try {
      return (await this.#fresh.get(apiKeyId, () => this.#askUnlessAway(apiKeyId))) ?? "none";
    } catch {
      return "unknown";
    }
  }

  /** Drops the cached configuration of an API key that is known to have changed. */
  invalidate(apiKeyId: string): void {
    this.#fresh.invalidate(apiKeyId);
  }

  async #askUnlessAway(apiKeyId: string): Promise<EmailConfig | undefined> {
    if (performance.now() < this.#awayUntilMs) throw new Failure("unavailable", "The e-mail configuration is not available. Try again.");
    try {
      return await this.ask(apiKeyId);
    } catch (error) {
      this.#awayUntilMs = performance.now() + awayMs;
      throw error;
    }
  }

  /** The latest configuration; undefined for an unknown API key. */
  async ask(apiKeyId: string): Promise<EmailConfig | undefined> {
    try {
      const ask = () => this.#settings.getEmailConfig({ apiKeyId, forDelivery: true }, { timeoutMs: askTimeoutMs });
      return emailConfig(await propagate(["not_found"], ask));
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "not_found") throw error;
      return undefined;
    }
  }
}

function emailConfig(answer: GetEmailConfigResponse): EmailConfig {
  const { useEmailService, emailServiceConfig: config, apiKey, linkTemplate, workspaceId } = answer;
  return {
    workspaceId,
    isOn: useEmailService,
    type: types[config?.type ?? EmailServiceType.DEFAULT] ?? "default",
    apiKey,
    linkTemplate,
    fromEmail: config?.fromEmail ?? "",
    fromCompany: config?.fromCompany ?? "",
    commentTemplateId: config?.commentTemplateId ?? "",
    tagTemplateId: config?.tagTemplateId ?? "",
  };
}
