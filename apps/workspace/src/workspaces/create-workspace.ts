import { create } from "@bufbuild/protobuf";
import { CreateApiKeyRequestSchema } from "@parley/contracts/workspace";
import { newId } from "@parley/kernel";
import { apiKeyMessage } from "../api-keys/api-key-message.ts";
import { checkNewApiKey } from "../api-keys/check-new-api-key.ts";
import { sealApiKey, storeApiKey } from "../api-keys/store-api-key.ts";
import type { Context, Handler } from "../context.ts";
import { insertWorkspaceToken } from "../credentials/workspace-tokens.store.ts";
import { insertDataKeys } from "../sealing/data-keys.store.ts";
import { type DataKey, newDataKey, type SealedPlace, sealText } from "../sealing/sealing.ts";
import { noStoredLimits } from "../settings/key-limits.ts";
import { masked } from "../settings/masked.ts";
import { workspaceMessage } from "./get-workspace.ts";
import { insertWorkspace } from "./workspaces.store.ts";

export const createWorkspace =
  (context: Context): Handler<"createWorkspace"> =>
  async ({ workspaceName, ownerEmail, ownerName, ownerAvatar }) => {
    const { database, masterKeys, makeToken } = context;
    const firstKey = create(CreateApiKeyRequestSchema, { apiKeyName: "First API key", ownerEmail, createAuthToken: true });
    const plan = checkNewApiKey(firstKey, context);
    const workspaceId = newId("ws");
    const dataKey = newDataKey(workspaceId, 1);
    const token = makeToken(workspaceId);
    const apiKey = await sealApiKey(plan, { workspaceId, makeToken, seal: sealUnder(dataKey) });

    const created = await database.transaction(async (tx) => {
      const workspace = await insertWorkspace(tx, { workspaceId, workspaceName, ownerEmail, ownerName, ownerAvatar });
      const wrapped = masterKeys.wrap(dataKey);
      await insertDataKeys(tx, {
        workspaceIds: [workspaceId],
        versions: [dataKey.version],
        masterKeyId: masterKeys.newestId,
        wrapped: [wrapped],
      });
      const { tokenId, tokenHash } = token;
      await insertWorkspaceToken(tx, {
        workspaceId,
        tokenId,
        tokenHash,
        tokenName: "First token",
        maskedToken: masked(token.token),
        expiresAtMs: null,
        sessionRole: null,
        parentTokenId: null,
        tokenRole: "administrate",
      });
      return { workspace, apiKeyCreatedAtMs: await storeApiKey(tx, apiKey) };
    });

    return {
      workspace: workspaceMessage(created.workspace),
      authToken: token.token,
      apiKey: apiKeyMessage({ ...apiKey.row, ...fresh, createdAtMs: created.apiKeyCreatedAtMs }, undefined),
      apiKeyAuthToken: apiKey.token?.token ?? "",
    };
  };

const fresh = { useWebhookService: false, disabled: false, ...noStoredLimits };

// The workspace's data key is not stored yet, so the sealer could not find it.
function sealUnder(dataKey: DataKey) {
  return async (place: SealedPlace, secret: string) => sealText(dataKey, place, secret);
}
