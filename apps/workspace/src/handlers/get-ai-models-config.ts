import type { Context, Handler } from "../context.ts";
import { openProviderKeys } from "../open-provider-keys.ts";
import { aiModelsConfigMessage } from "../wire.ts";

export const getAiModelsConfig =
  (context: Context): Handler<"getAiModelsConfig"> =>
  async ({ workspaceId }) => ({ aiModelsConfig: aiModelsConfigMessage(await openProviderKeys(context, workspaceId)) });
