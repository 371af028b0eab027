import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";

interface Use {
  readonly isApiKey: boolean;
  readonly principalId: string;
  readonly tokenId: string;
}

const params = { principalIds: listOf(types.text), tokenIds: listOf(types.text) };
const acrossKeys = "Tokens of all keys and workspaces that were shown are written together.";
// Another process may have written it a moment ago; what somebody else holds right now is left out, so that no two wait for each other in a circle.
const isDue = "(last_used_at_ms is null or last_used_at_ms <= now_ms() - 59000)";

const setApiKeyTokens = statement(
  "workspace.set_auth_tokens_used",
  params,
  {},
  `with due as (
     select token.api_key_id, token.token_id from api_key_tokens token
     join unnest($principalIds::text[], $tokenIds::text[]) as used (principal_id, token_id)
       on token.api_key_id = used.principal_id and token.token_id = used.token_id
     where ${isDue} for update of token skip locked
   )
   update api_key_tokens set last_used_at_ms = now_ms() from due
   where api_key_tokens.api_key_id = due.api_key_id and api_key_tokens.token_id = due.token_id`,
  { acrossKeys },
);

const setWorkspaceTokens = statement(
  "workspace.set_workspace_tokens_used",
  params,
  {},
  `with due as (
     select token.workspace_id, token.token_id from workspace_tokens token
     join unnest($principalIds::text[], $tokenIds::text[]) as used (principal_id, token_id)
       on token.workspace_id = used.principal_id and token.token_id = used.token_id
     where ${isDue} for update of token skip locked
   )
   update workspace_tokens set last_used_at_ms = now_ms() from due
   where workspace_tokens.workspace_id = due.workspace_id and workspace_tokens.token_id = due.token_id`,
  { acrossKeys },
);

/** Writes that these tokens were used now, but for those of which that is known within the minute. */
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
