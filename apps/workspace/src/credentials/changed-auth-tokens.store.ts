import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeyTokens, nowMs, outbox } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";
import type { StoredRights } from "./token-rights.ts";

/** A token of a key that is locked for its workspace. */
interface NamedToken {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly tokenId: string;
}

const names = nullable(listOf(types.text));

const change = statement(
  "workspace.change_auth_token",
  {
    apiKeyId: apiKeyTokens.apiKeyId,
    tokenId: apiKeyTokens.tokenId,
    tokenName: apiKeyTokens.tokenName,
    tokenRole: apiKeyTokens.tokenRole,
    organizationIds: names,
    resources: names,
    ...eventParameters,
  },
  { tokenId: apiKeyTokens.tokenId },
  sql`with changed as (
     update ${apiKeyTokens} set ${apiKeyTokens.tokenName} = $tokenName, ${apiKeyTokens.tokenRole} = $tokenRole,
       ${apiKeyTokens.organizationIds} = $organizationIds, ${apiKeyTokens.resources} = $resources
     where ${apiKeyTokens.apiKeyId} = $apiKeyId and ${apiKeyTokens.tokenId} = $tokenId returning ${apiKeyTokens.tokenId}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select ${apiKeyTokens.tokenId} from changed`,
);

/** Publishes the change, so that caches of the token are invalidated. */
export async function changeAuthToken(
  db: Db,
  { workspaceId, apiKeyId, tokenId }: NamedToken,
  changed: StoredRights & { readonly tokenName: string },
): Promise<void> {
  const { tokenName, tokenRole, organizationIds, resources } = changed;
  const rights = { tokenName, tokenRole, organizationIds, resources };
  await db.run(change, { apiKeyId, tokenId, ...rights, ...credentialsChanged({ workspaceId, apiKeyId }) });
}

// If the token already has an expiry, the earlier one counts.
const replace = statement(
  "workspace.replace_auth_token",
  {
    apiKeyId: apiKeyTokens.apiKeyId,
    tokenId: apiKeyTokens.tokenId,
    replacedBy: apiKeyTokens.tokenId,
    overlapMs: types.bigint,
    ...eventParameters,
  },
  { expiresAtMs: types.bigint },
  sql`with replaced as (
     update ${apiKeyTokens} set ${apiKeyTokens.expiresAtMs} = least(${apiKeyTokens.expiresAtMs}, ${nowMs} + $overlapMs),
       ${apiKeyTokens.replacedBy} = $replacedBy
     where ${apiKeyTokens.apiKeyId} = $apiKeyId and ${apiKeyTokens.tokenId} = $tokenId returning ${apiKeyTokens.expiresAtMs}
   ), ${enqueue(outbox, sql`exists (select from replaced)`)}
   select ${apiKeyTokens.expiresAtMs} from replaced`,
);

/** Replaces a token by another one. Returns when the old one expires; publishes that, so that caches of it are invalidated. */
export async function replaceAuthToken(
  db: Db,
  { workspaceId, apiKeyId, tokenId }: NamedToken,
  replacedBy: string,
  overlapMs: number,
): Promise<number> {
  const told = credentialsChanged({ workspaceId, apiKeyId });
  return (await db.row(replace, { apiKeyId, tokenId, replacedBy, overlapMs, ...told }))?.expiresAtMs ?? 0;
}

const removeReplaced = statement(
  "workspace.delete_replaced_auth_tokens",
  { apiKeyId: apiKeyTokens.apiKeyId },
  {},
  sql`delete from ${apiKeyTokens} where ${apiKeyTokens.apiKeyId} = $apiKeyId and ${apiKeyTokens.replacedBy} is not null
    and ${apiKeyTokens.expiresAtMs} <= ${nowMs}`,
);

/** Deletes the rotated and expired tokens of a key, which would otherwise count towards its limit. */
export async function deleteReplacedAuthTokens(db: Db, apiKeyId: string): Promise<void> {
  await db.run(removeReplaced, { apiKeyId });
}

const removeOthers = statement(
  "workspace.delete_other_auth_tokens",
  { apiKeyId: apiKeyTokens.apiKeyId, tokenId: apiKeyTokens.tokenId, ...eventParameters },
  { removed: types.bigint },
  sql`with removed as (
     delete from ${apiKeyTokens} where ${apiKeyTokens.apiKeyId} = $apiKeyId and ${apiKeyTokens.tokenId} <> $tokenId
     returning ${apiKeyTokens.tokenId}
   ), ${enqueue(outbox, sql`exists (select from removed)`)}
   select count(*) as removed from removed`,
);

/** Deletes all tokens of a key except one. Publishes that, so that caches of them are invalidated. */
export async function deleteOtherAuthTokens(db: Db, { workspaceId, apiKeyId, tokenId }: NamedToken): Promise<void> {
  await db.row(removeOthers, { apiKeyId, tokenId, ...credentialsChanged({ workspaceId, apiKeyId }) });
}
