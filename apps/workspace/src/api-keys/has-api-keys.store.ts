import { type Db, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { apiKeys } from "../schema.ts";

// Reads at most this many entries of api_keys_by_workspace.
const countUpTo = statement(
  "workspace.has_api_keys",
  { workspaceId: apiKeys.workspaceId, most: types.bigint },
  { has: types.boolean },
  sql`select count(*) >= $most as has from (
     select from ${apiKeys} where ${apiKeys.workspaceId} = $workspaceId order by ${apiKeys.createdAtMs}, ${apiKeys.apiKeyId}
     limit $most) as counted`,
  { crossTenant: "A workspace counts its own API keys: the statement names the workspace." },
);

/** Whether a workspace has this many API keys, or more. */
export async function hasApiKeys(db: Db, workspaceId: string, most: number): Promise<boolean> {
  return (await db.row(countUpTo, { workspaceId, most }))?.has ?? false;
}
