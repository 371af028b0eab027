import type { Context, Handler } from "../context.ts";
import { openAiModelsConfig } from "./open-ai-models-config.ts";

export const getAiModelsConfig =
  (context: Context): Handler<"getAiModelsConfig"> =>
  async ({ workspaceId }) => ({ aiModelsConfig: await openAiModelsConfig(context, workspaceId) });
