import type { ApiKey, Workspace } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs } from "../fields.ts";
import { apiKeyType, fromApiKeyType } from "./api-key-fields.ts";

/** A workspace in a response. */
export const storedWorkspace = {
  id: z.string(),
  name: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), email: z.string(), avatar: z.string() }).meta({ title: "WorkspaceOwner" }),
  apiKeyList: z
    .record(z.string(), z.object({ id: z.string(), apiKeyName: z.string(), type: apiKeyType }).meta({ title: "ListedApiKey" }))
    .meta({ description: "Keyed by API key; only the oldest 1,000. `/v2/workspace/apikeys/get` lists all." }),
  createdAt: timestampMs(),
};

export function fromWorkspace(workspace: Workspace | undefined, apiKeys: readonly ApiKey[]) {
  const { workspaceId = "", workspaceName = "", ownerName = "", ownerEmail = "", ownerAvatar = "", createdAtMs = 0n } = workspace ?? {};
  const listed = apiKeys.map(({ apiKeyId, apiKeyName, type }) => [apiKeyId, { id: apiKeyId, apiKeyName, type: fromApiKeyType(type) }]);
  return {
    id: workspaceId,
    name: workspaceName,
    owner: { id: ownerIdOf(workspaceId), name: ownerName, email: ownerEmail, avatar: ownerAvatar },
    apiKeyList: Object.fromEntries(listed),
    createdAt: Number(createdAtMs),
  };
}

// A workspace has one owner, who never changes.
function ownerIdOf(workspaceId: string): string {
  return workspaceId.replace(/^ws_/, "owner_");
}
