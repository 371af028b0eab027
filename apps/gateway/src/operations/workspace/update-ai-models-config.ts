import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { writtenSecret } from "../fields.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { fromAiModelsConfig, storedAiModelsConfig } from "./ai-models-config-fields.ts";

const headerText = z.string().regex(/^[!-~]*$/, "must consist of printable ASCII characters without spaces");
const providerKey = () => writtenSecret(1_000, headerText).nullable().optional();
const maxBudget = 1_000_000_000_000;

export const updateAiModelsConfig = operation({
  path: "/v2/workspace/aimodelsconfig/update",
  sdk: "ai.updateModels",
  auth: "workspace",
  role: "administrate",
  summary: "Change the AI models configuration.",
  description: described(
    'Stores or removes the keys of AI providers and limits their use. A key is replaced as a whole; null or `""` removes it, and providers that are not named keep theirs. Keys are stored encrypted and returned masked.',
    "`dailyTokenBudget` limits the input and output tokens that all API keys of the workspace together use in a day (UTC); null removes the limit.",
    "Once it is used up, Ask AI returns `success: false` and calls no provider until the next day. Running calls are completed; one that is aborted counts by its characters.",
  ),
  rpc: ConfigsService.method.updateAiModelsConfig,
  request: z.strictObject({
    aiModelsConfig: z
      .strictObject({
        openai: providerKey().meta({ description: "The key for OpenAI." }),
        anthropic: providerKey().meta({ description: "The key for Anthropic." }),
        gemini: providerKey().meta({ description: "The key for Gemini." }),
        dailyTokenBudget: z.int().min(1).max(maxBudget).nullable().optional().meta({
          description: "Most tokens, input and output, that all API keys of the workspace use on one day in UTC; null for no bound.",
        }),
      })
      .meta({ description: "The keys of the providers, returned masked, and the daily budget." }),
  }),
  response: storedAiModelsConfig,
  message: "AI models configuration updated.",
  example: {
    request: { aiModelsConfig: { openai: "sk-proj-0123456789a1b2", gemini: null, dailyTokenBudget: 2_000_000 } },
    response: { aiModelsConfig: { openai: "********a1b2", anthropic: null, gemini: null, dailyTokenBudget: 2_000_000 } },
  },
  toRpc: ({ aiModelsConfig: { dailyTokenBudget, ...keys } }, { workspaceId }) => {
    const named = Object.entries(keys).filter(([, key]) => key !== undefined);
    const bounded = dailyTokenBudget === undefined ? {} : { dailyTokenBudget: BigInt(dailyTokenBudget ?? 0) };
    return { workspaceId, ...Object.fromEntries(named.map(([provider, key]) => [provider, key ?? ""])), ...bounded };
  },
  fromRpc: fromAiModelsConfig,
});
