/** The AI providers for which keys can be configured. */
export type ProviderName = "openai" | "anthropic" | "gemini";

/** The properties that the name of a model determines. */
export interface Route {
  readonly provider: ProviderName;
  /** A coarse name from a closed set: a label for metrics. */
  readonly family: string;
  /** Whether the model takes one user message and no system instruction: the prompt, a blank line, and the text. */
  readonly reasoning: boolean;
}

/** Names that an operator has assigned to a provider by their beginning. */
export interface ModelPrefix {
  readonly prefix: string;
  readonly provider: ProviderName;
}

// The characters in models' names. A name becomes part of Gemini's URL, so no other characters are allowed.
const nameShape = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/;
// The names of gateways, which the other two providers take in the body.
const gatewayName = /^[A-Za-z0-9][A-Za-z0-9._:@/-]*$/;
const reasoningName = /^(o[134])(-|$)/;
const openAiName = /^((chat)?gpt-|codex-|computer-use-)/;

/**
 * Finds the provider by the prefix of the model's name; undefined when no provider has the prefix. The operator's prefixes come first, the
 * longest of them before the others.
 */
export function routeModel(model: string, prefixes: readonly ModelPrefix[] = []): Route | undefined {
  const assigned = prefixes.find(({ prefix }) => model.startsWith(prefix))?.provider;
  if (assigned !== undefined && assigned !== "gemini") {
    return gatewayName.test(model) ? { provider: assigned, family: "other", reasoning: false } : undefined;
  }
  if (!nameShape.test(model)) return undefined;
  return assigned === undefined ? routeByName(model) : { provider: assigned, family: "other", reasoning: false };
}

function routeByName(model: string): Route | undefined {
  // OpenAI names a fine-tuned model after its base: ft:gpt-4o-mini:acme::a1b2.
  const base = model.replace(/^ft:/, "");
  const reasoning = reasoningName.exec(base)?.[1] ?? (base === model ? undefined : /^(o[134]):/.exec(base)?.[1]);
  if (reasoning !== undefined) return { provider: "openai", family: reasoning, reasoning: true };
  if (openAiName.test(base)) return { provider: "openai", family: openAiFamily(base), reasoning: false };
  if (model.startsWith("claude-"))
    return { provider: "anthropic", family: familyIn(model, ["opus", "sonnet", "haiku", "fable", "mythos"]), reasoning: false };
  if (model.startsWith("gemini-")) return { provider: "gemini", family: familyIn(model, ["flash-lite", "flash", "pro"]), reasoning: false };
  // Gemma takes no instructions apart from the message.
  if (model.startsWith("gemma-")) return { provider: "gemini", family: "gemma", reasoning: true };
  return undefined;
}

const openAiFamilies = ["chatgpt", "gpt-3.5", "gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-4", "gpt-5", "gpt-6"];

function openAiFamily(model: string): string {
  return openAiFamilies.find((family) => model.startsWith(family)) ?? "other";
}

function familyIn(model: string, families: readonly string[]): string {
  return families.find((family) => model.includes(family)) ?? "other";
}

/** The providers' names as customers know them. */
export const providerTitles = { openai: "OpenAI", anthropic: "Anthropic", gemini: "Gemini" } as const satisfies Record<
  ProviderName,
  string
>;
