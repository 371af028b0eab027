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
  const optionsOf = (baseUrl: string, maxTokens: number): ProviderOptions => {
    const http = new ProviderHttp({ baseUrl, maxConnections, maxAnswerBytes });
    host.onStop(() => http.close());
    return { baseUrl, fetch: http.fetch, timeoutMs: 2 * config.timeoutMs, maxTokens };
  };
  return {
    openai: openAiProvider(optionsOf(config.openAiBaseUrl, config.openAiMaxTokens)),
    anthropic: anthropicProvider(optionsOf(config.anthropicBaseUrl, config.anthropicMaxTokens)),
    gemini: googleProvider(optionsOf(config.googleBaseUrl, config.googleMaxTokens)),
  };
}
