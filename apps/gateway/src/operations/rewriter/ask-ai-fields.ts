import type { ProviderProblem } from "@parley/contracts/rewriter";
import * as z from "zod";
import type { Credential } from "../../credentials/credential.ts";

// Prompt and text together; the rewriter counts bytes, of which there are never fewer than characters.
const maxInput = 512 * 1024;

// The rewriter checks it too; here it is for the document.
const modelForm = "^(chatgpt-|gpt-|o[134]$|o[134]-|claude-|gemini-)[A-Za-z0-9._:-]*$";

/** A request to a model. */
export const question = z.strictObject({
  model: z.string().min(1).max(200).meta({ description: "Name of the model; its prefix selects the provider.", pattern: modelForm }),
  prompt: z.string().min(1).max(maxInput).meta({ description: "The instruction." }),
  text: z.string().min(1).max(maxInput).meta({ description: "What the instruction is about." }),
});

/** `result` of a response: the text, or the reason why there is none. */
export const answer = z.union([
  z.object({ success: z.literal(true), text: z.string() }),
  z.object({ success: z.literal(false), error: z.string().meta({ description: "A sentence that names the provider." }) }),
]);

/** A minute for the provider, and a little for the round trip. */
export const askTimeoutMs = 65_000;

// Without a key for the provider, as in a new workspace.
export const example = {
  request: {
    model: "claude-sonnet-5-5",
    prompt: "Rewrite the text in a formal tone.",
    text: "hey, can u send me the report asap?",
  },
  response: { success: false, error: "No API key configured for provider: Anthropic" },
} as const;

export const rules = `The provider is selected by the prefix of \`model\`: \`gpt-\`, \`chatgpt-\`, \`o1\`, \`o3\`, \`o4\` OpenAI, \`claude-\` Anthropic,
\`gemini-\` Gemini; any other is INVALID_ARGUMENT. Its key is the one in the workspace's AI models configuration. The prompt is the system
instruction and the text the user's message; reasoning models (\`o1\`, \`o3\`, \`o4\`) get both in one user message. prompt and text together
have at most ${maxInput} bytes in UTF-8. Too many calls at once are RESOURCE_EXHAUSTED.

What goes wrong with the provider (no key, a refused key, a rate limit, no answer within 60 s, a safety block, an answer that is empty or was cut,
the workspace's \`dailyTokenBudget\` used up) is a success of HTTP with \`{"result": {"success": false, "error": …}}\`, where \`error\` names the provider.`;

export function askRequest(data: z.output<typeof question>, { apiKeyId, workspaceId }: Credential<"apiKey">) {
  return { apiKeyId, workspaceId, ...data };
}

export function fromProblem({ message }: Pick<ProviderProblem, "message">): z.output<typeof answer> {
  return { success: false, error: message };
}
