import type { ProviderName } from "./model-route.ts";

/** The providers' names as customers know them. */
export const providerTitles = { openai: "OpenAI", anthropic: "Anthropic", gemini: "Gemini" } as const satisfies Record<
  ProviderName,
  string
>;
