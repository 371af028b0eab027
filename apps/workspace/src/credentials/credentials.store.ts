import { type Db, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { apiKeys, apiKeyTokens, workspaceTokens } from "../schema.ts";

const credentialRow = {
  tokenHash: apiKeyTokens.tokenHash,
  expired: types.boolean,
  /** For how long the token remains valid; null when it does not expire. */
  expiresInMs: nullable(types.bigint),
  workspaceId: apiKeys.workspaceId,
  advancedQueriesEnabled: apiKeys.advancedQueriesEnabled,
  activityLogImmutable: apiKeys.activityLogImmutable,
  disabled: apiKeys.disabled,
  sessionRole: workspaceTokens.sessionRole,
};

/** The token that a caller presents for a principal, as it is stored. */
type CredentialRow = ValuesOf<typeof credentialRow>;

const ofApiKey = statement(
  "workspace.credential_of_api_key",
  { apiKeyId: apiKeyTokens.apiKeyId, tokenId: apiKeyTokens.tokenId },
  credentialRow,
  `select token.token_hash, coalesce(token.expires_at_ms <= now_ms(), false) as expired, token.expires_at_ms - now_ms() as expires_in_ms,
     api_keys.workspace_id, api_keys.advanced_queries_enabled, api_keys.activity_log_immutable, api_keys.disabled, null as session_role
   from api_key_tokens token join api_keys on api_keys.api_key_id = token.api_key_id
   where token.api_key_id = $apiKeyId and token.token_id = $tokenId`,
);

export function selectApiKeyCredential(db: Db, apiKeyId: string, tokenId: string): Promise<CredentialRow | undefined> {
  return db.row(ofApiKey, { apiKeyId, tokenId });
}

const ofWorkspace = statement(
  "workspace.credential_of_workspace",
  { workspaceId: workspaceTokens.workspaceId, tokenId: workspaceTokens.tokenId },
  {
    tokenHash: workspaceTokens.tokenHash,
    expired: types.boolean,
    expiresInMs: nullable(types.bigint),
    workspaceId: workspaceTokens.workspaceId,
    advancedQueriesEnabled: types.boolean,
    activityLogImmutable: types.boolean,
    disabled: types.boolean,
    sessionRole: workspaceTokens.sessionRole,
  },
  `select token_hash, coalesce(expires_at_ms <= now_ms(), false) as expired, expires_at_ms - now_ms() as expires_in_ms, workspace_id,
     false as advanced_queries_enabled, false as activity_log_immutable, false as disabled, session_role
   from workspace_tokens where workspace_id = $workspaceId and token_id = $tokenId`,
);

export function selectWorkspaceCredential(db: Db, workspaceId: string, tokenId: string): Promise<CredentialRow | undefined> {
  return db.row(ofWorkspace, { workspaceId, tokenId });
}

const access = statement(
  "workspace.access_of_api_key",
  { workspaceId: apiKeys.workspaceId, apiKeyId: apiKeys.apiKeyId },
  { advancedQueriesEnabled: apiKeys.advancedQueriesEnabled, disabled: apiKeys.disabled },
  "select advanced_queries_enabled, disabled from api_keys where api_key_id = $apiKeyId and workspace_id = $workspaceId",
);

type ApiKeyAccessRow = Pick<CredentialRow, "advancedQueriesEnabled" | "disabled">;

/** A workspace's access to one of its keys; undefined when it has no such key. */
export function selectApiKeyAccess(db: Db, workspaceId: string, apiKeyId: string): Promise<ApiKeyAccessRow | undefined> {
  return db.row(access, { workspaceId, apiKeyId });
}
