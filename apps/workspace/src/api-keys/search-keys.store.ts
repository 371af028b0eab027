import { type Db, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { apiKeys } from "../schema.ts";

// Scans api_keys_with_search.
const select = statement(
  "workspace.search_keys",
  { afterApiKeyId: types.text, limit: types.bigint },
  { apiKeyId: apiKeys.apiKeyId },
  sql`select ${apiKeys.apiKeyId} from ${apiKeys} where ${apiKeys.searchEnabled} and ${apiKeys.apiKeyId} > $afterApiKeyId
   order by ${apiKeys.apiKeyId} limit $limit`,
  { crossTenant: "The activity service indexes the comments of the keys of all workspaces." },
);

/** The keys whose comments are indexed, after a position. */
export function selectSearchKeys(db: Db, afterApiKeyId: string, limit: number): Promise<{ apiKeyId: string }[]> {
  return db.rows(select, { afterApiKeyId, limit });
}
