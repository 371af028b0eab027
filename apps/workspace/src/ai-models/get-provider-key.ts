import { AiProvider } from "@parley/contracts/workspace";
import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { providerKeyPlace } from "../sealing/sealed-places.ts";
import { type Provider, selectProviderKey } from "./provider-keys.store.ts";

const names: Readonly<Record<AiProvider, Provider | undefined>> = {
  [AiProvider.UNSPECIFIED]: undefined,
  [AiProvider.OPENAI]: "openai",
  [AiProvider.ANTHROPIC]: "anthropic",
  [AiProvider.GEMINI]: "gemini",
};

export const getProviderKey =
  ({ database, sealer }: Context): Handler<"getProviderKey"> =>
  async (request) => {
    const { workspaceId } = request;
    const provider = names[request.provider];
    // A newer caller may know a provider that this service does not.
    if (provider === undefined) throw invalid("provider", `There is no AI provider ${request.provider}.`);
    const found = await selectProviderKey(database, workspaceId, provider);
    if (found === undefined) return { key: "" };
    const key = await sealer.open(workspaceId, providerKeyPlace(provider), found.sealedKey);
    return { key, dailyTokenBudget: BigInt(found.dailyTokenBudget ?? 0) };
  };
