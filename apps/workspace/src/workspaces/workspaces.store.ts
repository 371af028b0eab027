import { type Db, statement } from "@parley/database";
import type { WorkspaceRow } from "../ownership/ownership.store.ts";
import { workspaces } from "../schema.ts";

type NewWorkspace = Omit<WorkspaceRow, "createdAtMs">;

const insert = statement(
  "workspace.insert_workspace",
  {
    workspaceId: workspaces.workspaceId,
    workspaceName: workspaces.workspaceName,
    ownerEmail: workspaces.ownerEmail,
    ownerName: workspaces.ownerName,
    ownerAvatar: workspaces.ownerAvatar,
  },
  { createdAtMs: workspaces.createdAtMs },
  `insert into workspaces (workspace_id, workspace_name, owner_email, owner_name, owner_avatar)
   values ($workspaceId, $workspaceName, $ownerEmail, $ownerName, $ownerAvatar) returning created_at_ms`,
);

export async function insertWorkspace(db: Db, workspace: NewWorkspace): Promise<WorkspaceRow> {
  const row = await db.row(insert, workspace);
  return { ...workspace, createdAtMs: row?.createdAtMs ?? 0 };
}
