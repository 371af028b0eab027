import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { fromAiModelsConfig, storedAiModelsConfig } from "./ai-models-config-fields.ts";

const providerKey = () => z.string().max(1_000).nullable().optional();

export const updateAiModelsConfig = operation({
  path: "/v2/workspace/aimodelsconfig/update",
  sdk: "ai.updateModels",
  auth: "workspace",
  summary: "Store or remove keys of AI providers.",
  description:
    'Each key is written whole; null or `""` removes it, a provider that is not named keeps its key. Keys are stored encrypted and read back masked.',
  rpc: WorkspaceService.method.updateAiModelsConfig,
  request: z.strictObject({ aiModelsConfig: z.strictObject({ openai: providerKey(), anthropic: providerKey(), gemini: providerKey() }) }),
  response: storedAiModelsConfig,
  message: "AI models configuration updated.",
  example: {
    request: { aiModelsConfig: { openai: "sk-proj-0123456789a1b2", gemini: null } },
    response: { aiModelsConfig: { openai: "********a1b2", anthropic: null, gemini: null } },
  },
  toRpc: ({ aiModelsConfig }, { workspaceId }) => {
    const named = Object.entries(aiModelsConfig).filter(([, key]) => key !== undefined);
    return { workspaceId, ...Object.fromEntries(named.map(([provider, key]) => [provider, key ?? ""])) };
  },
  fromRpc: fromAiModelsConfig,
});
