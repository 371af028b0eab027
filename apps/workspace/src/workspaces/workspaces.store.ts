import { type Db, sql, statement } from "@parley/database";
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
  sql`insert into ${workspaces} (${workspaces.workspaceId}, ${workspaces.workspaceName}, ${workspaces.ownerEmail},
    ${workspaces.ownerName}, ${workspaces.ownerAvatar})
   values ($workspaceId, $workspaceName, $ownerEmail, $ownerName, $ownerAvatar) returning ${workspaces.createdAtMs}`,
);

export async function insertWorkspace(db: Db, workspace: NewWorkspace): Promise<WorkspaceRow> {
  const row = await db.row(insert, workspace);
  return { ...workspace, createdAtMs: row?.createdAtMs ?? 0 };
}
