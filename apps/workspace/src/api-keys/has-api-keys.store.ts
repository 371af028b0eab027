import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { apiKeys } from "../schema.ts";

// Reads so many entries of api_keys_by_workspace at most.
const countUpTo = statement(
  "workspace.has_api_keys",
  { workspaceId: apiKeys.workspaceId, most: types.bigint },
  { has: types.boolean },
  `select count(*) >= $most as has from (
     select from api_keys where workspace_id = $workspaceId order by created_at_ms, api_key_id limit $most) as counted`,
  { crossTenant: "A workspace counts its own API keys: the statement names the workspace." },
);

/** Whether a workspace has so many API keys, or more. */
export async function hasApiKeys(db: Db, workspaceId: string, most: number): Promise<boolean> {
  return (await db.row(countUpTo, { workspaceId, most }))?.has ?? false;
}
