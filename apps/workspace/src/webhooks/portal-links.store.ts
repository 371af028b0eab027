import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, apiKeyTokens, nowMs, outbox, workspaceTokens } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";
import { keyLimitColumns } from "../settings/key-limits.ts";

const portalOriginRow = {
  advancedQueriesEnabled: apiKeys.advancedQueriesEnabled,
  disabled: apiKeys.disabled,
  portalEpoch: apiKeys.portalEpoch,
  ...keyLimitColumns,
  /** Whether the token belongs to the API key or its workspace, and is valid. */
  hasToken: types.boolean,
  /** Null when the token does not expire. */
  tokenExpiresAtMs: nullable(types.bigint),
  /** The role of the token; null without one. */
  tokenRole: nullable(types.text),
  organizationIds: nullable(listOf(types.text)),
  resources: nullable(listOf(types.text)),
};

/** The data on which links to the webhook pages of an API key depend. */
type PortalOriginRow = ValuesOf<typeof portalOriginRow>;

// Token ids are parts of hashes, so a key's token and a workspace's token never have the same id.
const origin = statement(
  "workspace.portal_origin",
  { workspaceId: apiKeys.workspaceId, apiKeyId: apiKeys.apiKeyId, tokenId: apiKeyTokens.tokenId },
  portalOriginRow,
  sql`select ${apiKeys}.${apiKeys.advancedQueriesEnabled}, ${apiKeys}.${apiKeys.disabled}, ${apiKeys}.${apiKeys.portalEpoch},
     ${Object.values(keyLimitColumns)},
     (key_token.${apiKeyTokens.tokenId} is not null or workspace_token.${workspaceTokens.tokenId} is not null)
       and not coalesce(coalesce(key_token.${apiKeyTokens.expiresAtMs}, workspace_token.${workspaceTokens.expiresAtMs}) <= ${nowMs}, false) as has_token,
     coalesce(key_token.${apiKeyTokens.expiresAtMs}, workspace_token.${workspaceTokens.expiresAtMs}) as token_expires_at_ms,
     coalesce(key_token.${apiKeyTokens.tokenRole}, workspace_token.${workspaceTokens.sessionRole},
       workspace_token.${workspaceTokens.tokenRole}) as token_role, key_token.${apiKeyTokens.organizationIds}, key_token.${apiKeyTokens.resources}
   from ${apiKeys}
   left join ${apiKeyTokens} key_token on key_token.${apiKeyTokens.apiKeyId} = $apiKeyId and key_token.${apiKeyTokens.tokenId} = $tokenId
   left join ${workspaceTokens} workspace_token on workspace_token.${workspaceTokens.workspaceId} = $workspaceId
     and workspace_token.${workspaceTokens.tokenId} = $tokenId
   where ${apiKeys}.${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys}.${apiKeys.workspaceId} = $workspaceId`,
);

/** The data for a link made with a token; undefined when the workspace has no such key. */
export function selectPortalOrigin(db: Db, workspaceId: string, apiKeyId: string, tokenId: string): Promise<PortalOriginRow | undefined> {
  return db.row(origin, { workspaceId, apiKeyId, tokenId });
}

const raise = statement(
  "workspace.raise_portal_epoch",
  { workspaceId: apiKeys.workspaceId, apiKeyId: apiKeys.apiKeyId, ...eventParameters },
  { apiKeyId: apiKeys.apiKeyId },
  sql`with changed as (
     update ${apiKeys} set ${apiKeys.portalEpoch} = ${apiKeys.portalEpoch} + 1
     where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} = $workspaceId returning ${apiKeys.apiKeyId}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select ${apiKeys.apiKeyId} from changed`,
);

/**
 * Revokes all links of a key. Returns whether the workspace has the key. Publishes the change, so that caches of its access are
 * invalidated.
 */
export async function raisePortalEpoch(db: Db, workspaceId: string, apiKeyId: string): Promise<boolean> {
  return (await db.row(raise, { workspaceId, apiKeyId, ...credentialsChanged({ workspaceId, apiKeyId }) })) !== undefined;
}
