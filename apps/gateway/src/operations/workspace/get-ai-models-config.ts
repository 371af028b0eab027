import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { fromAiModelsConfig, storedAiModelsConfig } from "./ai-models-config-fields.ts";

export const getAiModelsConfig = operation({
  path: "/v2/workspace/aimodelsconfig/get",
  sdk: "ai.getModels",
  auth: "workspace",
  role: "read",
  summary: "Get the AI models configuration.",
  description: "Returns the AI providers that have a key, with the keys masked, and the daily token budget.",
  rpc: ConfigsService.method.getAiModelsConfig,
  request: z.strictObject({}),
  response: storedAiModelsConfig,
  message: "AI models configuration retrieved.",
  example: {
    request: {},
    response: { aiModelsConfig: { openai: "********a1b2", anthropic: null, gemini: null, dailyTokenBudget: 2_000_000 } },
  },
  toRpc: (_, { workspaceId }) => ({ workspaceId }),
  fromRpc: fromAiModelsConfig,
});
