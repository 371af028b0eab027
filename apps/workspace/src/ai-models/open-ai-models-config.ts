import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AiModelsConfigSchema } from "@parley/contracts/workspace";
import type { Context, Handler } from "../context.ts";
import { providerKeyPlace } from "../sealing/sealed-places.ts";
import { masked } from "../settings/masked.ts";
import { type Provider, selectDailyTokenBudget, selectProviderKeys } from "./provider-keys.store.ts";

/** The AI models configuration of a workspace in its readable form, with masked keys. */
export async function openAiModelsConfig(
  { database, sealer }: Context,
  workspaceId: string,
): Promise<MessageInitShape<typeof AiModelsConfigSchema>> {
  const [rows, budget] = await Promise.all([selectProviderKeys(database, workspaceId), selectDailyTokenBudget(database, workspaceId)]);
  const keys = await Promise.all(rows.map(({ provider, sealedKey }) => sealer.open(workspaceId, providerKeyPlace(provider), sealedKey)));
  return aiModelsConfigMessage(new Map(rows.map(({ provider }, index) => [provider, keys[index] ?? ""])), budget);
}

function aiModelsConfigMessage(keys: ReadonlyMap<Provider, string>, dailyTokenBudget = 0): MessageInitShape<typeof AiModelsConfigSchema> {
  return {
    ...Object.fromEntries([...keys].map(([provider, key]) => [provider, masked(key)])),
    dailyTokenBudget: BigInt(dailyTokenBudget),
  };
}

export const getAiModelsConfig =
  (context: Context): Handler<"getAiModelsConfig"> =>
  async ({ workspaceId }) => ({ aiModelsConfig: await openAiModelsConfig(context, workspaceId) });
