import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";

interface Use {
  readonly isApiKey: boolean;
  readonly principalId: string;
  readonly tokenId: string;
}

// Another process may have recorded it a moment ago; a row that somebody else has locked is skipped, so that no two deadlock.
const setUsedOf = (name: string, table: string, principal: string) =>
  statement(
    name,
    { principalIds: listOf(types.text), tokenIds: listOf(types.text) },
    {},
    `with due as (
       select token.${principal}, token.token_id from ${table} token
       join unnest($principalIds::text[], $tokenIds::text[]) as used (principal_id, token_id)
         on token.${principal} = used.principal_id and token.token_id = used.token_id
       where last_used_at_ms is null or last_used_at_ms <= now_ms() - 59000 for update of token skip locked
     )
     update ${table} set last_used_at_ms = now_ms() from due
     where ${table}.${principal} = due.${principal} and ${table}.token_id = due.token_id`,
    { crossTenant: "Tokens of all keys and workspaces that were shown are written together." },
  );

const setApiKeyTokens = setUsedOf("workspace.set_auth_tokens_used", "api_key_tokens", "api_key_id");
const setWorkspaceTokens = setUsedOf("workspace.set_workspace_tokens_used", "workspace_tokens", "workspace_id");

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
