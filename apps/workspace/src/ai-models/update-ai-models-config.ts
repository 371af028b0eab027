import { type FieldViolation, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspace } from "../ownership/ownership.store.ts";
import { providerKeyPlace } from "../sealing/sealed-places.ts";
import { isMasked } from "../settings/masked.ts";
import { refuseViolations } from "../settings/violations.ts";
import { openAiModelsConfig } from "./open-ai-models-config.ts";
import { changeAiModels, type Provider, providers } from "./provider-keys.store.ts";

export const updateAiModelsConfig =
  (context: Context): Handler<"updateAiModelsConfig"> =>
  async (request) => {
    const { workspaceId } = request;
    const given = providers.map((provider) => ({ provider, key: request[provider] }));
    refuseViolations(given.flatMap(({ provider, key }) => (key === undefined ? [] : keyViolations(provider, key))));
    if ((await selectWorkspace(context.database, workspaceId)) === undefined)
      throw notFound(`There is no workspace ${shortened(workspaceId)}.`);

    const stored = given.flatMap(({ provider, key }) =>
      key ? [{ provider, sealed: context.sealer.seal(workspaceId, providerKeyPlace(provider), key) }] : [],
    );
    await changeAiModels(context.database, {
      workspaceId,
      providers: stored.map(({ provider }) => provider),
      sealedKeys: await Promise.all(stored.map(({ sealed }) => sealed)),
      removed: given.filter(({ key }) => key === "").map(({ provider }) => provider),
      dailyTokenBudget: request.dailyTokenBudget === undefined ? null : Number(request.dailyTokenBudget),
    });

    return { aiModelsConfig: await openAiModelsConfig(context, workspaceId) };
  };

// A key is sent in a header, so it must fit into one; its masked form must not replace it.
function keyViolations(provider: Provider, key: string): FieldViolation[] {
  if (isMasked(key))
    return [{ field: provider, message: `The key for ${provider} is masked: send the whole key, or leave it out to keep it.` }];
  return /^[\x21-\x7e]*$/.test(key)
    ? []
    : [{ field: provider, message: `The key for ${provider} must consist of printable ASCII characters without spaces.` }];
}
