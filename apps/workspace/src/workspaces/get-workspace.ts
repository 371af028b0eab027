import type { MessageInitShape } from "@bufbuild/protobuf";
import type { WorkspaceSchema } from "@parley/contracts/workspace";
import { fittingRows, notFound, PageBytes, shortened } from "@parley/kernel";
import { apiKeyMessage } from "../api-keys/api-key-message.ts";
import { selectApiKeys } from "../api-keys/api-keys.store.ts";
import type { Context, Handler } from "../context.ts";
import { selectWorkspace, type WorkspaceRow } from "../ownership/ownership.store.ts";

// The response is one message; further keys are listed page by page.
const mostApiKeys = 1_000;
const mostBytes = 2 * 1024 * 1024;

export const getWorkspace =
  ({ database }: Context): Handler<"getWorkspace"> =>
  async ({ workspaceId }) => {
    const workspace = await selectWorkspace(database, workspaceId);
    if (workspace === undefined) throw notFound(`There is no workspace ${shortened(workspaceId)}.`);
    const found = await selectApiKeys(database, { workspaceId, afterCreatedAtMs: -1, afterApiKeyId: "", limit: mostApiKeys });
    const apiKeys = fittingRows(found, mostApiKeys, new PageBytes(mostBytes));
    return { workspace: workspaceMessage(workspace), apiKeys: apiKeys.map((row) => apiKeyMessage(row, undefined)) };
  };

export function workspaceMessage({
  workspaceId,
  workspaceName,
  ownerEmail,
  ownerName,
  ownerAvatar,
  createdAtMs,
}: WorkspaceRow): MessageInitShape<typeof WorkspaceSchema> {
  return { workspaceId, workspaceName, ownerEmail, ownerName, ownerAvatar, createdAtMs: BigInt(createdAtMs) };
}
