import type { ApiKey, Workspace } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs } from "../fields.ts";
import { texts } from "../texts.ts";
import { apiKeyType, fromApiKeyType } from "./api-key-fields.ts";

/** A workspace in a response. */
export const storedWorkspace = {
  id: z.string().meta({ description: "Id of the workspace." }),
  name: z.string().meta(texts.displayName),
  owner: z
    .object({
      id: z.string().meta({ description: "Id of the owner." }),
      name: z.string().meta(texts.displayName),
      email: z.string().meta(texts.emailAddress),
      avatar: z.string().meta({ description: "URL of a picture." }),
    })
    .meta({ title: "WorkspaceOwner" })
    .meta({ description: "The owner of the workspace." }),
  apiKeyList: z
    .record(
      z.string(),
      z
        .object({
          id: z.string().meta(texts.apiKey),
          apiKeyName: z.string().meta(texts.apiKeyName),
          type: apiKeyType.meta({ description: "What the API key is for: `testing` or `production`." }),
        })
        .meta({ title: "ListedApiKey" }),
    )
    .meta({ description: "Keyed by API key; only the oldest 1,000. `/v2/workspace/apikeys/get` lists all." }),
  createdAt: timestampMs().meta(texts.createdAt),
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
