import type { Context, Handler } from "../context.ts";
import { aiModelsConfigMessage } from "../workspaces/wire.ts";
import { openProviderKeys } from "./open-provider-keys.ts";

export const getAiModelsConfig =
  (context: Context): Handler<"getAiModelsConfig"> =>
  async ({ workspaceId }) => ({ aiModelsConfig: aiModelsConfigMessage(await openProviderKeys(context, workspaceId)) });
