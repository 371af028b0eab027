import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { apiKeys, apiKeyTokens, nowMs, workspaceTokens } from "../schema.ts";
import { keyLimitColumns, type StoredKeyLimits } from "../settings/key-limits.ts";

const credentialRow = {
  tokenHash: apiKeyTokens.tokenHash,
  expired: types.boolean,
  /** The remaining validity of the token; null when it does not expire. */
  expiresInMs: nullable(types.bigint),
  workspaceId: apiKeys.workspaceId,
  advancedQueriesEnabled: apiKeys.advancedQueriesEnabled,
  activityLogImmutable: apiKeys.activityLogImmutable,
  disabled: apiKeys.disabled,
  sessionRole: workspaceTokens.sessionRole,
  tokenRole: types.text,
  organizationIds: nullable(listOf(types.text)),
  resources: nullable(listOf(types.text)),
};

/** The stored token that a caller presents for a principal. */
type CredentialRow = ValuesOf<typeof credentialRow>;

interface Credential extends CredentialRow {
  /** Undefined for a workspace. */
  readonly limits: StoredKeyLimits | undefined;
}

const ofApiKey = statement(
  "workspace.credential_of_api_key",
  { apiKeyId: apiKeyTokens.apiKeyId, tokenId: apiKeyTokens.tokenId },
  { ...credentialRow, ...keyLimitColumns },
  sql`select token.${apiKeyTokens.tokenHash}, coalesce(token.${apiKeyTokens.expiresAtMs} <= ${nowMs}, false) as expired,
    token.${apiKeyTokens.expiresAtMs} - ${nowMs} as expires_in_ms,
     ${apiKeys}.${apiKeys.workspaceId}, ${apiKeys}.${apiKeys.advancedQueriesEnabled}, ${apiKeys}.${apiKeys.activityLogImmutable},
     ${apiKeys}.${apiKeys.disabled}, null as session_role, token.${apiKeyTokens.tokenRole}, token.${apiKeyTokens.organizationIds},
     token.${apiKeyTokens.resources}, ${Object.values(keyLimitColumns)}
   from ${apiKeyTokens} token join ${apiKeys} on ${apiKeys}.${apiKeys.apiKeyId} = token.${apiKeyTokens.apiKeyId}
   where token.${apiKeyTokens.apiKeyId} = $apiKeyId and token.${apiKeyTokens.tokenId} = $tokenId`,
);

export async function selectApiKeyCredential(db: Db, apiKeyId: string, tokenId: string): Promise<Credential | undefined> {
  const found = await db.row(ofApiKey, { apiKeyId, tokenId });
  return found && { ...found, limits: found };
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
    tokenRole: workspaceTokens.tokenRole,
    organizationIds: nullable(listOf(types.text)),
    resources: nullable(listOf(types.text)),
  },
  sql`select ${workspaceTokens.tokenHash}, coalesce(${workspaceTokens.expiresAtMs} <= ${nowMs}, false) as expired,
    ${workspaceTokens.expiresAtMs} - ${nowMs} as expires_in_ms, ${workspaceTokens.workspaceId},
     false as advanced_queries_enabled, false as activity_log_immutable, false as disabled, ${workspaceTokens.sessionRole},
     ${workspaceTokens.tokenRole}, null::text[] as organization_ids, null::text[] as resources
   from ${workspaceTokens} where ${workspaceTokens.workspaceId} = $workspaceId and ${workspaceTokens.tokenId} = $tokenId`,
);

export async function selectWorkspaceCredential(db: Db, workspaceId: string, tokenId: string): Promise<Credential | undefined> {
  const found = await db.row(ofWorkspace, { workspaceId, tokenId });
  return found && { ...found, limits: undefined };
}

const accessRow = {
  advancedQueriesEnabled: apiKeys.advancedQueriesEnabled,
  disabled: apiKeys.disabled,
  ...keyLimitColumns,
};

const access = statement(
  "workspace.access_of_api_key",
  { workspaceId: apiKeys.workspaceId, apiKeyId: apiKeys.apiKeyId },
  accessRow,
  sql`select ${Object.values(accessRow)} from ${apiKeys}
   where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} = $workspaceId`,
);

type ApiKeyAccessRow = ValuesOf<typeof accessRow>;

/** A workspace's access to one of its keys; undefined when it has no such key. */
export function selectApiKeyAccess(db: Db, workspaceId: string, apiKeyId: string): Promise<ApiKeyAccessRow | undefined> {
  return db.row(access, { workspaceId, apiKeyId });
}
