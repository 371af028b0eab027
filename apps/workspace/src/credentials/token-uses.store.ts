import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import { apiKeyTokens, nowMs, workspaceTokens } from "../schema.ts";

interface Use {
  readonly isApiKey: boolean;
  readonly principalId: string;
  readonly tokenId: string;
}

// Another process may have recorded the use a moment ago; a row that another transaction has locked is skipped, to avoid deadlocks.
const setUsedOf = (name: string, table: typeof apiKeyTokens | typeof workspaceTokens, principal: PgColumn) =>
  statement(
    name,
    { principalIds: listOf(types.text), tokenIds: listOf(types.text) },
    {},
    sql`with due as (
       select token.${principal}, token.${table.tokenId} from ${table} token
       join unnest($principalIds::text[], $tokenIds::text[]) as used (principal_id, token_id)
         on token.${principal} = used.principal_id and token.${table.tokenId} = used.token_id
       where ${table.lastUsedAtMs} is null or ${table.lastUsedAtMs} <= ${nowMs} - 59000 for update of token skip locked
     )
     update ${table} set ${table.lastUsedAtMs} = ${nowMs} from due
     where ${table}.${principal} = due.${principal} and ${table}.${table.tokenId} = due.${table.tokenId}`,
    { crossTenant: "The uses of tokens of all keys and workspaces are written together." },
  );

const setApiKeyTokens = setUsedOf("workspace.set_auth_tokens_used", apiKeyTokens, apiKeyTokens.apiKeyId);
const setWorkspaceTokens = setUsedOf("workspace.set_workspace_tokens_used", workspaceTokens, workspaceTokens.workspaceId);

/** Records that these tokens were used now, except those with a record within the last minute. */
export async function setTokensUsed(db: Db, uses: readonly Use[]): Promise<void> {
  for (const [isApiKey, set] of [
    [true, setApiKeyTokens],
    [false, setWorkspaceTokens],
  ] as const) {
    const of = uses.filter((use) => use.isApiKey === isApiKey);
    if (of.length === 0) continue;
    await db.run(set, { principalIds: of.map(({ principalId }) => principalId), tokenIds: of.map(({ tokenId }) => tokenId) });
  }
}
