import { type Db, sql, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, apiKeyTokens, outbox } from "../schema.ts";
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
  sql`insert into ${apiKeyTokens} (${apiKeyTokens.apiKeyId}, ${apiKeyTokens.tokenId}, ${apiKeyTokens.tokenHash},
    ${apiKeyTokens.sealedToken}, ${apiKeyTokens.tokenName}, ${apiKeyTokens.expiresAtMs})
   values ($apiKeyId, $tokenId, $tokenHash, $sealedToken, $tokenName, $expiresAtMs)
   returning ${apiKeyTokens.createdAtMs}`,
);

/** Returns when the token was created. */
export async function insertAuthToken(db: Db, token: NewAuthTokenRow): Promise<number> {
  return (await db.row(insert, token))?.createdAtMs ?? 0;
}

const lockKey = statement(
  "workspace.lock_api_key",
  { apiKeyId: apiKeys.apiKeyId, workspaceId: apiKeys.workspaceId },
  { apiKeyId: apiKeys.apiKeyId },
  sql`select ${apiKeys.apiKeyId} from ${apiKeys} where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} = $workspaceId
    for update`,
);

/** Lets one caller at a time add tokens to a key, so that they can be counted. Returns whether the workspace has such a key. */
export async function lockApiKey(db: Db, workspaceId: string, apiKeyId: string): Promise<boolean> {
  return (await db.row(lockKey, { workspaceId, apiKeyId })) !== undefined;
}

const count = statement(
  "workspace.count_auth_tokens",
  { apiKeyId: apiKeyTokens.apiKeyId },
  { total: types.bigint },
  sql`select count(*) as total from ${apiKeyTokens} where ${apiKeyTokens.apiKeyId} = $apiKeyId`,
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
  sql`select token.${apiKeyTokens.tokenId}, token.${apiKeyTokens.sealedToken}, token.${apiKeyTokens.tokenName},
    token.${apiKeyTokens.createdAtMs}, token.${apiKeyTokens.expiresAtMs}, token.${apiKeyTokens.lastUsedAtMs}
   from ${apiKeys} left join ${apiKeyTokens} token on token.${apiKeyTokens.apiKeyId} = ${apiKeys}.${apiKeys.apiKeyId}
   where ${apiKeys}.${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys}.${apiKeys.workspaceId} = $workspaceId
   order by token.${apiKeyTokens.createdAtMs}, token.${apiKeyTokens.tokenId}`,
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
  sql`with revoked as (
     delete from ${apiKeyTokens} using ${apiKeys}
     where ${apiKeyTokens}.${apiKeyTokens.apiKeyId} = $apiKeyId and ${apiKeyTokens}.${apiKeyTokens.tokenId} = $tokenId
       and ($tokenHash::bytea is null or ${apiKeyTokens}.${apiKeyTokens.tokenHash} = $tokenHash)
       and ${apiKeys}.${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys}.${apiKeys.workspaceId} = $workspaceId
     returning ${apiKeyTokens}.${apiKeyTokens.tokenId}
   ), ${enqueue(outbox, sql`exists (select from revoked)`)}
   select ${apiKeyTokens.tokenId} from revoked`,
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
