import type { UpdateApiKeyRequest } from "@parley/contracts/workspace";
import { invalid, type KeyLimitName, keyLimitNames, mostName, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import type { KeyCeilings, StoredKeyLimits } from "../settings/key-limits.ts";
import { setDisabled } from "./api-keys.store.ts";
import { type ChangeableApiKey, changeApiKey, selectApiKeyForUpdate } from "./changed-api-keys.store.ts";

export const updateApiKey =
  ({ database, keyCeilings }: Context): Handler<"updateApiKey"> =>
  async (request) =>
    database.transaction(async (tx) => {
      const { workspaceId, apiKeyId, apiKeyName } = request;
      const found = await selectApiKeyForUpdate(tx, workspaceId, apiKeyId);
      if (found === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
      const limited = withLimits(found, request, keyCeilings);
      await changeApiKey(tx, workspaceId, apiKeyId, apiKeyName === "" ? limited : { ...limited, apiKeyName });
      return {};
    });

function withLimits(found: ChangeableApiKey, request: UpdateApiKeyRequest, ceilings: KeyCeilings): ChangeableApiKey {
  const changed: { -readonly [Name in keyof StoredKeyLimits]?: number | null } = {};
  for (const name of keyLimitNames) {
    const asked = request[name];
    if (asked === undefined) continue;
    if (!request.byOperator) refuseBeyond(name, asked, found[mostName(name)] ?? ceilings[name]);
    changed[request.byOperator ? mostName(name) : name] = asked === 0 ? null : asked;
  }
  return { ...found, ...changed };
}

/** Fails with `invalid_argument` when only the operator may set such a high limit; 0 for `most` means no bound. */
function refuseBeyond(name: KeyLimitName, asked: number, most: number): void {
  if (most === 0 || asked <= most) return;
  const message = `limits.${name} must be at most ${most}: only the operator of this installation lets an API key have more.`;
  throw invalid(`limits.${name}`, message);
}

export const setApiKeyDisabled =
  ({ database }: Context): Handler<"setApiKeyDisabled"> =>
  async ({ workspaceId, apiKeyId, disabled }) => {
    if (!(await setDisabled(database, workspaceId, apiKeyId, disabled))) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    return {};
  };
