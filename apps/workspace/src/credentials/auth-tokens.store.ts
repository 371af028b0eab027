import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, apiKeyTokens, nowMs, outbox } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";
import type { StoredRights } from "./token-rights.ts";

interface NewAuthTokenRow extends StoredRights {
  readonly apiKeyId: string;
  readonly tokenId: string;
  readonly tokenHash: Buffer;
  readonly sealedToken: string;
  readonly tokenName: string;
  readonly expiresAtMs: number | null;
}

const names = nullable(listOf(types.text));

const insert = statement(
  "workspace.insert_auth_token",
  {
    apiKeyId: apiKeyTokens.apiKeyId,
    tokenId: apiKeyTokens.tokenId,
    tokenHash: apiKeyTokens.tokenHash,
    sealedToken: apiKeyTokens.sealedToken,
    tokenName: apiKeyTokens.tokenName,
    expiresAtMs: apiKeyTokens.expiresAtMs,
    tokenRole: apiKeyTokens.tokenRole,
    organizationIds: names,
    resources: names,
  },
  { createdAtMs: apiKeyTokens.createdAtMs },
  sql`insert into ${apiKeyTokens} (${apiKeyTokens.apiKeyId}, ${apiKeyTokens.tokenId}, ${apiKeyTokens.tokenHash},
    ${apiKeyTokens.sealedToken}, ${apiKeyTokens.tokenName}, ${apiKeyTokens.expiresAtMs}, ${apiKeyTokens.tokenRole},
    ${apiKeyTokens.organizationIds}, ${apiKeyTokens.resources})
   values ($apiKeyId, $tokenId, $tokenHash, $sealedToken, $tokenName, $expiresAtMs, $tokenRole, $organizationIds, $resources)
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

/** Locks the key, so that its tokens are changed one at a time and can be counted. Returns whether the workspace has such a key. */
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
  tokenId: apiKeyTokens.tokenId,
  sealedToken: apiKeyTokens.sealedToken,
  tokenName: apiKeyTokens.tokenName,
  createdAtMs: apiKeyTokens.createdAtMs,
  expiresAtMs: apiKeyTokens.expiresAtMs,
  lastUsedAtMs: apiKeyTokens.lastUsedAtMs,
  tokenRole: apiKeyTokens.tokenRole,
  organizationIds: names,
  resources: names,
  replacedBy: apiKeyTokens.replacedBy,
  /** Whether it has expired. */
  expired: types.boolean,
};

/** A token as it is stored. */
export type AuthTokenRow = ValuesOf<typeof authTokenRow>;

const columns = sql`${apiKeyTokens.tokenId}, ${apiKeyTokens.sealedToken}, ${apiKeyTokens.tokenName}, ${apiKeyTokens.createdAtMs},
    ${apiKeyTokens.expiresAtMs}, ${apiKeyTokens.lastUsedAtMs}, ${apiKeyTokens.tokenRole}, ${apiKeyTokens.organizationIds},
    ${apiKeyTokens.resources}, ${apiKeyTokens.replacedBy}, coalesce(${apiKeyTokens.expiresAtMs} <= ${nowMs}, false) as expired`;

// Scans api_key_tokens_by_age.
const list = statement(
  "workspace.auth_tokens_of_api_key",
  { apiKeyId: apiKeyTokens.apiKeyId, afterCreatedAtMs: types.bigint, afterTokenId: types.text, limit: types.bigint },
  authTokenRow,
  sql`select ${columns} from ${apiKeyTokens} where ${apiKeyTokens.apiKeyId} = $apiKeyId
     and (${apiKeyTokens.createdAtMs}, ${apiKeyTokens.tokenId}) > ($afterCreatedAtMs, $afterTokenId)
   order by ${apiKeyTokens.createdAtMs}, ${apiKeyTokens.tokenId} limit $limit`,
);

interface TokensPage {
  readonly apiKeyId: string;
  readonly afterCreatedAtMs: number;
  readonly afterTokenId: string;
  readonly limit: number;
}

/** The tokens of a key after a position, in the order of their creation. */
export function selectAuthTokens(db: Db, page: TokensPage): Promise<AuthTokenRow[]> {
  return db.rows(list, page);
}

const select = statement(
  "workspace.auth_token",
  { apiKeyId: apiKeyTokens.apiKeyId, tokenId: apiKeyTokens.tokenId },
  authTokenRow,
  sql`select ${columns} from ${apiKeyTokens} where ${apiKeyTokens.apiKeyId} = $apiKeyId and ${apiKeyTokens.tokenId} = $tokenId`,
);

export function selectAuthToken(db: Db, apiKeyId: string, tokenId: string): Promise<AuthTokenRow | undefined> {
  return db.row(select, { apiKeyId, tokenId });
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
