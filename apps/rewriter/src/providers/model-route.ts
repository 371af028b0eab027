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

// The characters in models' names. A name becomes part of a URL, so no other characters are allowed.
const nameShape = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/;
const reasoningName = /^(o[134])(-|$)/;

/** Finds the provider by the prefix of the model's name; undefined when no provider has the prefix. */
export function routeModel(model: string): Route | undefined {
  if (!nameShape.test(model)) return undefined;
  const reasoning = reasoningName.exec(model)?.[1];
  if (reasoning !== undefined) return { provider: "openai", family: reasoning, reasoning: true };
  if (/^(chat)?gpt-/.test(model)) return { provider: "openai", family: openAiFamily(model), reasoning: false };
  if (model.startsWith("claude-"))
    return { provider: "anthropic", family: familyIn(model, ["opus", "sonnet", "haiku", "fable", "mythos"]), reasoning: false };
  if (model.startsWith("gemini-")) return { provider: "gemini", family: familyIn(model, ["flash-lite", "flash", "pro"]), reasoning: false };
  return undefined;
}

const openAiFamilies = ["chatgpt", "gpt-3.5", "gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-4", "gpt-5", "gpt-6"];

function openAiFamily(model: string): string {
  return openAiFamilies.find((family) => model.startsWith(family)) ?? "other";
}

function familyIn(model: string, families: readonly string[]): string {
  return families.find((family) => model.includes(family)) ?? "other";
}
