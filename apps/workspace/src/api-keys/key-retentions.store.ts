import { type Db, sql, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { apiKeys } from "../schema.ts";

/** The days for which a key keeps its rows; null when the installation's retention applies. */
export const retentionRow = {
  activitiesDays: apiKeys.activitiesDays,
  notificationsDays: apiKeys.notificationsDays,
  deliveriesDays: apiKeys.deliveriesDays,
  mailsDays: apiKeys.mailsDays,
};

const row = { apiKeyId: apiKeys.apiKeyId, ...retentionRow };

type KeyRetentionRow = ValuesOf<typeof row>;

// Scans api_keys_with_retention.
const select = statement(
  "workspace.key_retentions",
  { afterApiKeyId: types.text, limit: types.bigint },
  row,
  sql`select ${Object.values(row)} from ${apiKeys}
   where coalesce(${Object.values(retentionRow)}) is not null and ${apiKeys.apiKeyId} > $afterApiKeyId
   order by ${apiKeys.apiKeyId} limit $limit`,
  { crossTenant: "Services remove old rows of the keys of all workspaces." },
);

/** The keys with a retention of their own, after a position. */
export function selectKeyRetentions(db: Db, afterApiKeyId: string, limit: number): Promise<KeyRetentionRow[]> {
  return db.rows(select, { afterApiKeyId, limit });
}
