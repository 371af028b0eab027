import { type Db, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, apiKeyTokens } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";

const portalOriginRow = {
  advancedQueriesEnabled: apiKeys.advancedQueriesEnabled,
  disabled: apiKeys.disabled,
  portalEpoch: apiKeys.portalEpoch,
  /** Whether the API key or its workspace has the token. */
  hasToken: types.boolean,
  /** Null when the token does not expire. */
  tokenExpiresAtMs: nullable(types.bigint),
};

/** What links to the webhook pages of an API key depend on. */
type PortalOriginRow = ValuesOf<typeof portalOriginRow>;

// Ids of tokens are parts of hashes: that of a token of the key is that of no token of the workspace.
const origin = statement(
  "workspace.portal_origin",
  { workspaceId: apiKeys.workspaceId, apiKeyId: apiKeys.apiKeyId, tokenId: apiKeyTokens.tokenId },
  portalOriginRow,
  `select api_keys.advanced_queries_enabled, api_keys.disabled, api_keys.portal_epoch,
     key_token.token_id is not null or workspace_token.token_id is not null as has_token,
     coalesce(key_token.expires_at_ms, workspace_token.expires_at_ms) as token_expires_at_ms
   from api_keys
   left join api_key_tokens key_token on key_token.api_key_id = $apiKeyId and key_token.token_id = $tokenId
   left join workspace_tokens workspace_token on workspace_token.workspace_id = $workspaceId and workspace_token.token_id = $tokenId
   where api_keys.api_key_id = $apiKeyId and api_keys.workspace_id = $workspaceId`,
);

/** What a link depends on that is made with a token; undefined when the workspace has no such key. */
export function selectPortalOrigin(db: Db, workspaceId: string, apiKeyId: string, tokenId: string): Promise<PortalOriginRow | undefined> {
  return db.row(origin, { workspaceId, apiKeyId, tokenId });
}

const raise = statement(
  "workspace.raise_portal_epoch",
  { workspaceId: apiKeys.workspaceId, apiKeyId: apiKeys.apiKeyId, ...eventParameters },
  { apiKeyId: apiKeys.apiKeyId },
  `with changed as (
     update api_keys set portal_epoch = portal_epoch + 1
     where api_key_id = $apiKeyId and workspace_id = $workspaceId returning api_key_id
   ), ${enqueue("exists (select from changed)")}
   select api_key_id from changed`,
);

/** Ends all links of a key. Returns whether the workspace has it. Publishes the change, so that caches of its access are invalidated. */
export async function raisePortalEpoch(db: Db, workspaceId: string, apiKeyId: string): Promise<boolean> {
  return (await db.row(raise, { workspaceId, apiKeyId, ...credentialsChanged({ workspaceId, apiKeyId }) })) !== undefined;
}
