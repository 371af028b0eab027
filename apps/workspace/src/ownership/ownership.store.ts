import { type Db, sql, statement } from "@parley/database";
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
  sql`select ${workspaces.workspaceId}, ${workspaces.workspaceName}, ${workspaces.ownerEmail}, ${workspaces.ownerName},
    ${workspaces.ownerAvatar}, ${workspaces.createdAtMs} from ${workspaces} where ${workspaces.workspaceId} = $workspaceId`,
);

export function selectWorkspace(db: Db, workspaceId: string): Promise<WorkspaceRow | undefined> {
  return db.row(select, { workspaceId });
}

const workspaceOf = statement(
  "workspace.workspace_of_api_key",
  { apiKeyId: apiKeys.apiKeyId },
  { workspaceId: apiKeys.workspaceId },
  sql`select ${apiKeys.workspaceId} from ${apiKeys} where ${apiKeys.apiKeyId} = $apiKeyId`,
);

/** The workspace of an API key, or undefined when there is no such key. */
export async function selectWorkspaceOf(db: Db, apiKeyId: string): Promise<string | undefined> {
  return (await db.row(workspaceOf, { apiKeyId }))?.workspaceId;
}
