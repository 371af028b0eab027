import type { ConfigOf, Host } from "@parley/runtime";
import { anthropicProvider } from "./anthropic.ts";
import { googleProvider } from "./google.ts";
import type { ProviderName } from "./model-route.ts";
import { openAiProvider } from "./openai.ts";
import type { Provider, ProviderOptions } from "./provider.ts";
import { ProviderHttp } from "./provider-http.ts";
import type { providerSettings } from "./provider-settings.ts";

interface ProvidersConfig extends ConfigOf<typeof providerSettings> {
  /** The total time of a call, including retries. */
  readonly timeoutMs: number;
  /** Most connections to each provider. */
  readonly maxCallsPerProvider: number;
}

/** All providers with their connections, which close with the process. Nothing is loaded or connected before it is used. */
export function openProviders(host: Host, config: ProvidersConfig): Readonly<Record<ProviderName, Provider>> {
  const { maxCallsPerProvider: maxConnections, maxAnswerBytes } = config;
  const optionsOf = (baseUrl: string, headers: Readonly<Record<string, string>>, maxTokens: number): ProviderOptions => {
    const http = new ProviderHttp({ baseUrl, maxConnections, maxAnswerBytes, headers });
    host.onStop(() => http.close());
    return { baseUrl, fetch: http.fetch, timeoutMs: 2 * config.timeoutMs, maxTokens };
  };
  return {
    openai: openAiProvider(optionsOf(config.openAiBaseUrl, config.openAiHeaders, config.openAiMaxTokens)),
    anthropic: anthropicProvider(optionsOf(config.anthropicBaseUrl, config.anthropicHeaders, config.anthropicMaxTokens)),
    gemini: googleProvider(optionsOf(config.googleBaseUrl, config.googleHeaders, config.googleMaxTokens)),
  };
}

// Shorter values, such as the name of a provider, are no secrets, and stand in ordinary messages.
const leastSecretLength = 16;

/** The values of the configured headers that no message may quote. */
export function secretsOf(config: Pick<ProvidersConfig, "openAiHeaders" | "anthropicHeaders" | "googleHeaders">) {
  const secretIn = (headers: Readonly<Record<string, string>>) =>
    Object.values(headers).filter(({ length }) => length >= leastSecretLength);
  return { openai: secretIn(config.openAiHeaders), anthropic: secretIn(config.anthropicHeaders), gemini: secretIn(config.googleHeaders) };
}
