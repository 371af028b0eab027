import { integer, setting } from "@parley/runtime";
import * as z from "zod";

/** The addresses of providers, and the limits of their responses. */
export const providerSettings = {
  openAiBaseUrl: baseUrl("PARLEY_OPENAI_BASE_URL", "OpenAI", "https://api.openai.com/v1"),
  anthropicBaseUrl: baseUrl("PARLEY_ANTHROPIC_BASE_URL", "Anthropic", "https://api.anthropic.com"),
  googleBaseUrl: baseUrl("PARLEY_GOOGLE_BASE_URL", "Gemini", "https://generativelanguage.googleapis.com"),
  maxAnswerBytes: integer("PARLEY_REWRITER_MAX_ANSWER_BYTES", {
    description: "Largest response of a provider, in bytes; less than PARLEY_RPC_MAX_MESSAGE_BYTES.",
    default: 4 * 1024 * 1024,
    min: 1024,
    max: 64 * 1024 * 1024,
  }),
  anthropicMaxTokens: integer("PARLEY_REWRITER_ANTHROPIC_MAX_TOKENS", {
    description: "Token limit for texts of Anthropic's models; about what a model writes within a minute.",
    default: 8_192,
    min: 1,
    max: 1_000_000,
  }),
  openAiMaxTokens: integer("PARLEY_REWRITER_OPENAI_MAX_TOKENS", {
    description: "Token limit for texts of OpenAI's models, including their reasoning.",
    default: 16_384,
    min: 1,
    max: 1_000_000,
  }),
  googleMaxTokens: integer("PARLEY_REWRITER_GOOGLE_MAX_TOKENS", {
    description: "Token limit for texts of Gemini's models, including their thoughts.",
    default: 16_384,
    min: 1,
    max: 1_000_000,
  }),
};

function baseUrl(name: string, provider: string, byDefault: string) {
  const schema = z
    .string()
    .default(byDefault)
    .refine(isBaseUrl, "must be an http or https URL without user info, query and fragment")
    .transform((url) => url.replace(/(?<!\/)\/+$/, ""));
  return setting(name, {
    description: `Base URL of ${provider}; a private gateway or a proxy can take its place.`,
    schema,
    defaultText: byDefault,
  });
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ["http:", "https:"].includes(protocol) && `${username}${password}${search}${hash}` === "";
}
