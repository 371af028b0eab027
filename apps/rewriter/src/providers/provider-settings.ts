import { constant, setting } from "@parley/runtime";
import * as z from "zod";
import type { ModelPrefix, ProviderName } from "./model-route.ts";

/** The addresses of providers, and the limits of their responses. */
export const providerSettings = {
  openAiBaseUrl: baseUrl("PARLEY_OPENAI_BASE_URL", "OpenAI", "https://api.openai.com/v1"),
  anthropicBaseUrl: baseUrl("PARLEY_ANTHROPIC_BASE_URL", "Anthropic", "https://api.anthropic.com"),
  googleBaseUrl: baseUrl("PARLEY_GOOGLE_BASE_URL", "Gemini", "https://generativelanguage.googleapis.com"),
  openAiHeaders: headers("PARLEY_OPENAI_HEADERS", "OpenAI"),
  anthropicHeaders: headers("PARLEY_ANTHROPIC_HEADERS", "Anthropic"),
  googleHeaders: headers("PARLEY_GOOGLE_HEADERS", "Gemini"),
  modelPrefixes: setting("PARLEY_REWRITER_MODEL_PREFIXES", {
    description:
      "Further beginnings of models' names with the provider whose interface they are called by (openai, anthropic or gemini), for gateways that offer other models: `deepseek-=openai,mistral/=openai`.",
    schema: z
      .string()
      .default("")
      .transform(prefixesIn)
      .refine((prefixes) => prefixes !== undefined, "must be a list of <prefix>=<openai, anthropic or gemini>")
      .transform((prefixes) => prefixes ?? []),
    defaultText: "",
  }),
  /** Largest response of a provider, in bytes; less than the largest message between services. */
  maxAnswerBytes: constant(4 * 1024 * 1024),
  /** Token limit for texts of Anthropic's models; about what a model writes within a minute. */
  anthropicMaxTokens: constant(8_192),
  /** Token limit for texts of OpenAI's models, including their reasoning. */
  openAiMaxTokens: constant(16_384),
  /** Token limit for texts of Gemini's models, including their thoughts. */
  googleMaxTokens: constant(16_384),
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

/** Headers that a gateway in the provider's place needs. */
function headers(name: string, provider: string) {
  return setting(name, {
    description: `Further headers of every request to ${provider}, as a JSON object: a gateway in its place may need some, such as \`{"x-portkey-provider":"openai"}\`.`,
    schema: z
      .string()
      .default("{}")
      .transform(headersIn)
      .refine(
        (headers) => headers !== undefined,
        "must be a JSON object of header names and texts, without headers that belong to the connection",
      )
      .transform((headers) => headers ?? {}),
    defaultText: "{}",
    secret: true,
  });
}

const ofTheConnection = [
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "te",
  "transfer-encoding",
  "upgrade",
];

function headersIn(text: string): Readonly<Record<string, string>> | undefined {
  try {
    const pairs = Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(text))).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
    const headers = Object.fromEntries(new Headers(Object.fromEntries(pairs)));
    return pairs.some(([name]) => ofTheConnection.includes(name)) ? undefined : headers;
  } catch {
    return undefined;
  }
}

function prefixesIn(text: string): readonly ModelPrefix[] | undefined {
  const items = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  const prefixes = items.map((item) => /^([A-Za-z0-9][A-Za-z0-9._:@/-]*)=(openai|anthropic|gemini)$/.exec(item));
  if (prefixes.includes(null)) return undefined;
  const found = prefixes.map((match) => ({ prefix: match?.[1] ?? "", provider: match?.[2] as ProviderName }));
  return found.sort((one, other) => other.prefix.length - one.prefix.length);
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ["http:", "https:"].includes(protocol) && `${username}${password}${search}${hash}` === "";
}
