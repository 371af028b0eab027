import { hash } from "node:crypto";
import { hostOf } from "@parley/egress";
import { LRUCache } from "lru-cache";
import type { EgressGuard } from "../../webhooks/guard/egress-guard.ts";
import { EndpointPools } from "../../webhooks/sending/endpoint-pools.ts";
import type { EmailConfig } from "../config/email-configs.ts";
import type { EmailConfigSettings } from "../config/settings.ts";
import { type MailRoute, routeToCustomer, routeToOwnServer } from "./mail-routes.ts";
import type { Provider, SendResult } from "./provider.ts";
import { SendgridProvider } from "./sendgrid-provider.ts";
import { SmtpProvider } from "./smtp-provider.ts";

const kept = 1_000;

/** The provider for an API key, with the name of its limits and faults. */
export interface NamedProvider {
  readonly name: string;
  readonly provider: Provider;
}

/** The providers that API keys have configured, with their connections. */
export class Providers {
  readonly #settings: EmailConfigSettings;
  readonly #guard: EgressGuard;
  readonly #pools: EndpointPools;
  readonly #default: SmtpProvider | undefined;
  readonly #kept = new LRUCache<string, Provider>({ max: kept, dispose: (provider) => provider.close() });

  constructor(settings: EmailConfigSettings, guard: EgressGuard) {
    this.#settings = settings;
    this.#guard = guard;
    this.#pools = new EndpointPools({
      guard,
      connectTimeoutMs: settings.emailConnectTimeoutMs,
      connections: settings.emailProviderConnections,
      max: kept,
    });
    const { smtpUrl, egressAllow, smtpAllowPlain } = settings;
    this.#default = smtpUrl === undefined ? undefined : this.#smtp(smtpUrl, routeToOwnServer(egressAllow, smtpAllowPlain));
  }

  /** Undefined when the configuration has no provider. */
  of(apiKeyId: string, { type, apiKey }: EmailConfig): NamedProvider | undefined {
    if (type === "default") return this.#default === undefined ? undefined : { name: "default", provider: this.#default };
    if (apiKey === "" || (type === "smtp" && !isSmtpUrl(apiKey))) return undefined;
    const name = `${apiKeyId} ${type} ${hash("sha256", apiKey, "base64url")}`;
    const known = this.#kept.get(name);
    if (known !== undefined) return { name, provider: known };
    const provider = type === "smtp" ? this.#smtp(apiKey, routeToCustomer(this.#guard)) : this.#sendgrid(apiKeyId, apiKey);
    this.#kept.set(name, provider);
    return { name, provider };
  }

  /** Whether the installation's own server can be used now; undefined if there is none. */
  async checkDefault(signal: AbortSignal): Promise<SendResult | undefined> {
    return this.#default?.check(signal);
  }

  async close(): Promise<void> {
    this.#default?.close();
    this.#kept.clear();
    await this.#pools.close();
  }

  #smtp(url: string, route: MailRoute): SmtpProvider {
    const { emailProviderConnections, emailConnectTimeoutMs, emailTimeoutMs } = this.#settings;
    return new SmtpProvider({
      url,
      route,
      connections: emailProviderConnections,
      connectTimeoutMs: emailConnectTimeoutMs,
      timeoutMs: emailTimeoutMs,
    });
  }

  #sendgrid(owner: string, apiKey: string): SendgridProvider {
    const { sendgridBaseUrl, emailTimeoutMs } = this.#settings;
    return new SendgridProvider({
      baseUrl: sendgridBaseUrl,
      apiKey,
      owner,
      guard: this.#guard,
      pools: this.#pools,
      timeoutMs: emailTimeoutMs,
    });
  }
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "smtp:" || url.protocol === "smtps:") && hostOf(url) !== undefined;
}
