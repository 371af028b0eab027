import type { ProviderProblem } from "@parley/contracts/rewriter";
import * as z from "zod";
import type { Credential } from "../../credentials/credential.ts";
import { texts } from "../texts.ts";

// Limits prompt and text together. The rewriter counts bytes, and a text has at least as many bytes as characters.
const maxInput = 512 * 1024;

/** A request to a model. */
export const question = z.strictObject({
  model: z.string().min(1).max(200).meta({ description: "Name of the model; its prefix selects the provider." }),
  prompt: z.string().min(1).max(maxInput).meta({ description: "The instruction." }),
  text: z.string().min(1).max(maxInput).meta({ description: "The text that the instruction applies to." }),
});

/** `result` of a response: the text, or the reason why there is none. */
export const answer = z.union([
  z.object({ success: z.literal(true).meta(texts.success), text: z.string().meta({ description: "What the model answered." }) }),
  z.object({
    success: z.literal(false).meta(texts.success),
    error: z.string().meta({ description: "A sentence that names the provider." }),
  }),
]);

/** A minute for the provider, plus the round trip. */
export const askTimeoutMs = 65_000;

// The response without a key for the provider, as in a new workspace.
export const example = {
  request: {
    model: "claude-sonnet-5-5",
    prompt: "Rewrite the text in a formal tone.",
    text: "hey, can u send me the report asap?",
  },
  response: { success: false, error: "No API key configured for provider: Anthropic" },
} as const;

export const rules = [
  "The prefix of `model` selects the provider: `gpt-`, `chatgpt-`, `codex-`, `computer-use-`, `o1`, `o3`, `o4` OpenAI, also behind `ft:`; `claude-` Anthropic; `gemini-`, `gemma-` Gemini. Any other is INVALID_ARGUMENT, unless the operator has assigned it to a provider. The key is the one in the workspace's AI models configuration.",
  "The prompt is the system instruction and the text the user's message; reasoning models (`o1`, `o3`, `o4`) and `gemma-` get both in one user message.",
  `prompt and text together have at most ${maxInput} bytes in UTF-8. Too many calls at once fail with RESOURCE_EXHAUSTED.`,
  'A failure of the provider (no key, a refused key, a rate limit, no answer within 60 s, a safety block, an empty or truncated answer, a used-up `dailyTokenBudget` of the workspace) is HTTP 200 with `{"result": {"success": false, "error": …}}`, where `error` names the provider.',
] as const;

export function askRequest(data: z.output<typeof question>, { apiKeyId, workspaceId }: Credential<"apiKey">) {
  return { apiKeyId, workspaceId, ...data };
}

export function fromProblem({ message }: Pick<ProviderProblem, "message">): z.output<typeof answer> {
  return { success: false, error: message };
}
