import { type Db, statement } from "@parley/database";

export interface WorkspaceRow {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
  readonly ownerAvatar: string;
  readonly createdAtMs: number;
}

type NewWorkspace = Omit<WorkspaceRow, "createdAtMs">;

const insert = statement<NewWorkspace, Pick<WorkspaceRow, "createdAtMs">>(
  "workspace.insert_workspace",
  `insert into workspaces (workspace_id, workspace_name, owner_email, owner_name, owner_avatar)
   values ($workspaceId, $workspaceName, $ownerEmail, $ownerName, $ownerAvatar) returning created_at_ms`,
);

export async function insertWorkspace(db: Db, workspace: NewWorkspace): Promise<WorkspaceRow> {
  const row = await db.row(insert, workspace);
  return { ...workspace, createdAtMs: row?.createdAtMs ?? 0 };
}

const select = statement<{ workspaceId: string }, WorkspaceRow>(
  "workspace.workspace",
  `select workspace_id, workspace_name, owner_email, owner_name, owner_avatar, created_at_ms from workspaces where workspace_id = $workspaceId`,
);

export function selectWorkspace(db: Db, workspaceId: string): Promise<WorkspaceRow | undefined> {
  return db.row(select, { workspaceId });
}
