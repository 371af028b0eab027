import { type Db, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, apiKeyTokens } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";

interface NewAuthTokenRow {
  readonly apiKeyId: string;
  readonly tokenId: string;
  readonly tokenHash: Buffer;
  readonly sealedToken: string;
  readonly tokenName: string;
  readonly expiresAtMs: number | null;
}

const insert = statement(
  "workspace.insert_auth_token",
  {
    apiKeyId: apiKeyTokens.apiKeyId,
    tokenId: apiKeyTokens.tokenId,
    tokenHash: apiKeyTokens.tokenHash,
    sealedToken: apiKeyTokens.sealedToken,
    tokenName: apiKeyTokens.tokenName,
    expiresAtMs: apiKeyTokens.expiresAtMs,
  },
  { createdAtMs: apiKeyTokens.createdAtMs },
  `insert into api_key_tokens (api_key_id, token_id, token_hash, sealed_token, token_name, expires_at_ms)
   values ($apiKeyId, $tokenId, $tokenHash, $sealedToken, $tokenName, $expiresAtMs)
   returning created_at_ms`,
);

/** Returns when the token was created. */
export async function insertAuthToken(db: Db, token: NewAuthTokenRow): Promise<number> {
  return (await db.row(insert, token))?.createdAtMs ?? 0;
}

const lockKey = statement(
  "workspace.lock_api_key",
  { apiKeyId: apiKeys.apiKeyId, workspaceId: apiKeys.workspaceId },
  { apiKeyId: apiKeys.apiKeyId },
  `select api_key_id from api_keys where api_key_id = $apiKeyId and workspace_id = $workspaceId for update`,
);

/** Lets one caller at a time add tokens to a key, so that they can be counted. Returns whether the workspace has such a key. */
export async function lockApiKey(db: Db, workspaceId: string, apiKeyId: string): Promise<boolean> {
  return (await db.row(lockKey, { workspaceId, apiKeyId })) !== undefined;
}

const count = statement(
  "workspace.count_auth_tokens",
  { apiKeyId: apiKeyTokens.apiKeyId },
  { total: types.bigint },
  `select count(*) as total from api_key_tokens where api_key_id = $apiKeyId`,
);

export async function countAuthTokens(db: Db, apiKeyId: string): Promise<number> {
  return (await db.row(count, { apiKeyId }))?.total ?? 0;
}

const authTokenRow = {
  tokenId: nullable(apiKeyTokens.tokenId),
  sealedToken: apiKeyTokens.sealedToken,
  tokenName: apiKeyTokens.tokenName,
  createdAtMs: apiKeyTokens.createdAtMs,
  expiresAtMs: apiKeyTokens.expiresAtMs,
  lastUsedAtMs: apiKeyTokens.lastUsedAtMs,
};

/** A token in a list; a key without tokens gives one row whose columns are null. */
type AuthTokenRow = ValuesOf<typeof authTokenRow>;

const list = statement(
  "workspace.auth_tokens_of_api_key",
  { apiKeyId: apiKeyTokens.apiKeyId, workspaceId: apiKeys.workspaceId },
  authTokenRow,
  `select token.token_id, token.sealed_token, token.token_name, token.created_at_ms, token.expires_at_ms, token.last_used_at_ms
   from api_keys left join api_key_tokens token on token.api_key_id = api_keys.api_key_id
   where api_keys.api_key_id = $apiKeyId and api_keys.workspace_id = $workspaceId
   order by token.created_at_ms, token.token_id`,
);

/** The tokens of a key, oldest first; no row at all when the workspace has no such key. */
export function selectAuthTokens(db: Db, workspaceId: string, apiKeyId: string): Promise<AuthTokenRow[]> {
  return db.rows(list, { workspaceId, apiKeyId });
}

const remove = statement(
  "workspace.delete_auth_token",
  {
    apiKeyId: apiKeyTokens.apiKeyId,
    tokenId: apiKeyTokens.tokenId,
    tokenHash: nullable(apiKeyTokens.tokenHash),
    workspaceId: apiKeys.workspaceId,
    ...eventParameters,
  },
  { tokenId: apiKeyTokens.tokenId },
  `with revoked as (
     delete from api_key_tokens using api_keys
     where api_key_tokens.api_key_id = $apiKeyId and api_key_tokens.token_id = $tokenId
       and ($tokenHash::bytea is null or api_key_tokens.token_hash = $tokenHash)
       and api_keys.api_key_id = $apiKeyId and api_keys.workspace_id = $workspaceId
     returning api_key_tokens.token_id
   ), ${enqueue("exists (select from revoked)")}
   select token_id from revoked`,
);

interface RevokedToken {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly tokenId: string;
  /** Null for a token that is known only by its id. */
  readonly tokenHash: Buffer | null;
}

/** Returns whether a key of the workspace had the token. Publishes the change, so that caches of the token are invalidated. */
export async function deleteAuthToken(db: Db, token: RevokedToken): Promise<boolean> {
  const { workspaceId, apiKeyId } = token;
  return (await db.row(remove, { ...token, ...credentialsChanged({ workspaceId, apiKeyId }) })) !== undefined;
}
