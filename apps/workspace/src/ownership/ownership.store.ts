import { type Db, statement } from "@parley/database";
import type { ValuesOf } from "@parley/database/schema";
import { apiKeys, workspaces } from "../schema.ts";

const workspaceRow = {
  workspaceId: workspaces.workspaceId,
  workspaceName: workspaces.workspaceName,
  ownerEmail: workspaces.ownerEmail,
  ownerName: workspaces.ownerName,
  ownerAvatar: workspaces.ownerAvatar,
  createdAtMs: workspaces.createdAtMs,
};

export type WorkspaceRow = ValuesOf<typeof workspaceRow>;

const select = statement(
  "workspace.workspace",
  { workspaceId: workspaces.workspaceId },
  workspaceRow,
  `select workspace_id, workspace_name, owner_email, owner_name, owner_avatar, created_at_ms from workspaces where workspace_id = $workspaceId`,
);

export function selectWorkspace(db: Db, workspaceId: string): Promise<WorkspaceRow | undefined> {
  return db.row(select, { workspaceId });
}

const workspaceOf = statement(
  "workspace.workspace_of_api_key",
  { apiKeyId: apiKeys.apiKeyId },
  { workspaceId: apiKeys.workspaceId },
  `select workspace_id from api_keys where api_key_id = $apiKeyId`,
);

/** The workspace that an API key belongs to, or undefined when there is no such key. */
export async function selectWorkspaceOf(db: Db, apiKeyId: string): Promise<string | undefined> {
  return (await db.row(workspaceOf, { apiKeyId }))?.workspaceId;
}
