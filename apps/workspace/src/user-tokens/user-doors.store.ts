import { type Db, sql, statement } from "@parley/database";
import type { ValuesOf } from "@parley/database/schema";
import { apiKeys } from "../schema.ts";
import { keyLimitColumns } from "../settings/key-limits.ts";

const doorRow = { workspaceId: apiKeys.workspaceId, disabled: apiKeys.disabled, ...keyLimitColumns };

// A key that is being erased belongs to no workspace and is therefore not found.
const select = statement(
  "workspace.user_door",
  { apiKeyId: apiKeys.apiKeyId },
  doorRow,
  sql`select ${Object.values(doorRow)} from ${apiKeys} where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} <> ''`,
);

/** The data that decides whether users of an API key may act; undefined when the key does not exist. */
export function selectDoor(db: Db, apiKeyId: string): Promise<ValuesOf<typeof doorRow> | undefined> {
  return db.row(select, { apiKeyId });
}
