import type { AiModelsConfig } from "@parley/contracts/workspace";
import * as z from "zod";
import { wholeNumber } from "../fields.ts";

const shown = () => z.string().nullable().meta({ description: "Masked except for its last four characters; null when none is set." });

/** `aiModelsConfig` in a response. */
export const storedAiModelsConfig = z.object({
  aiModelsConfig: z
    .object({
      openai: shown(),
      anthropic: shown(),
      gemini: shown(),
      dailyTokenBudget: wholeNumber().nullable().meta({
        description: "Maximum number of tokens that all API keys of the workspace may use in total per day (UTC); null for no limit.",
      }),
    })
    .meta({ description: "The keys of the providers, returned masked, and the daily budget." }),
});

export function fromAiModelsConfig({
  aiModelsConfig,
}: {
  aiModelsConfig?: AiModelsConfig | undefined;
}): z.output<typeof storedAiModelsConfig> {
  const { openai, anthropic, gemini, dailyTokenBudget } = aiModelsConfig ?? {};
  return {
    aiModelsConfig: {
      openai: openai || null,
      anthropic: anthropic || null,
      gemini: gemini || null,
      dailyTokenBudget: Number(dailyTokenBudget ?? 0) || null,
    },
  };
}
