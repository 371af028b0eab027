import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, nowMs, outbox, userTokenRevocations } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";
import { keyLimitColumns } from "../settings/key-limits.ts";

const revoke = statement(
  "workspace.revoke_user_tokens",
  { apiKeyId: apiKeys.apiKeyId, userHashes: listOf(types.text), untilMs: nullable(types.bigint), ...eventParameters },
  { revokedAtMs: nullable(types.bigint) },
  sql`with revoked as (
     insert into ${userTokenRevocations} (${userTokenRevocations.apiKeyId}, ${userTokenRevocations.userHash},
       ${userTokenRevocations.revokedAtMs})
     select ${apiKeys}.${apiKeys.apiKeyId}, u.who, coalesce($untilMs::bigint, ${nowMs})
     from ${apiKeys} cross join (select distinct who from unnest($userHashes::text[]) as u (who)) u
     where ${apiKeys}.${apiKeys.apiKeyId} = $apiKeyId order by u.who
     on conflict (${userTokenRevocations.apiKeyId}, ${userTokenRevocations.userHash})
       do update set ${userTokenRevocations.revokedAtMs} = greatest(${userTokenRevocations}.${userTokenRevocations.revokedAtMs}, excluded.${userTokenRevocations.revokedAtMs})
     returning ${userTokenRevocations.revokedAtMs}
   ), ${enqueue(outbox, sql`exists (select from revoked)`)}
   select max(${userTokenRevocations.revokedAtMs}) as revoked_at_ms from revoked`,
);

/**
 * Revokes all tokens of the users that were made until a time, by default until now, and notifies the gateways. Returns the time until
 * which tokens are revoked; undefined for an API key that does not exist, for which it does nothing.
 */
export async function revokeTokensOf(
  db: Db,
  key: { readonly workspaceId: string; readonly apiKeyId: string },
  userHashes: readonly string[],
  untilMs: number | null = null,
): Promise<number | undefined> {
  const row = await db.row(revoke, { apiKeyId: key.apiKeyId, userHashes, untilMs, ...credentialsChanged(key) });
  return row?.revokedAtMs ?? undefined;
}

const now = statement("workspace.user_token_time", {}, { nowMs: types.bigint }, sql`select ${nowMs} as now_ms`, {
  crossTenant: "The time belongs to no API key.",
});

/** The time of the clock that dates revocations. */
export async function selectNow(db: Db): Promise<number> {
  const [row] = await db.rows(now, {});
  if (row === undefined) throw new Error("The database has no time.");
  return row.nowMs;
}

const revocationRow = { userHash: userTokenRevocations.userHash, revokedAtMs: userTokenRevocations.revokedAtMs };

type UserTokenRevocationRow = ValuesOf<typeof revocationRow>;

// Scans user_token_revocations_of_key.
const list = statement(
  "workspace.user_token_revocations",
  { apiKeyId: userTokenRevocations.apiKeyId, afterMs: types.bigint, afterUserHash: types.text, limit: types.bigint },
  revocationRow,
  sql`select ${Object.values(revocationRow)} from ${userTokenRevocations}
   where ${userTokenRevocations.apiKeyId} = $apiKeyId
     and (${userTokenRevocations.revokedAtMs}, ${userTokenRevocations.userHash}) > ($afterMs, $afterUserHash)
   order by ${userTokenRevocations.revokedAtMs}, ${userTokenRevocations.userHash} limit $limit`,
);

interface RevocationsPage {
  readonly apiKeyId: string;
  readonly afterMs: number;
  readonly afterUserHash: string;
  readonly limit: number;
}

/** The revocations of an API key, ordered by their time, after a position. */
export function selectRevocations(db: Db, page: RevocationsPage): Promise<UserTokenRevocationRow[]> {
  return db.rows(list, page);
}

// Scans user_token_revocations_by_age, and skips rows that another process is deleting.
const removeOld = statement(
  "workspace.delete_old_user_token_revocations",
  { retentionMs: types.bigint, limit: types.bigint },
  {},
  sql`delete from ${userTokenRevocations} where ctid = any(array(
     select ctid from ${userTokenRevocations} where ${userTokenRevocations.revokedAtMs} <= ${nowMs} - $retentionMs
     order by ${userTokenRevocations.revokedAtMs} limit $limit for update skip locked))`,
  { crossTenant: "Old rows are removed for all API keys." },
);

/** Deletes at most `limit` revocations that are older than the retention, and returns their number. */
export function deleteOldRevocations(db: Db, retentionMs: number, limit: number): Promise<number> {
  return db.run(removeOld, { retentionMs, limit });
}

const accessRow = { workspaceId: apiKeys.workspaceId, disabled: apiKeys.disabled, ...keyLimitColumns };

// A key that is being erased belongs to no workspace and is therefore not found.
const select = statement(
  "workspace.user_access",
  { apiKeyId: apiKeys.apiKeyId },
  accessRow,
  sql`select ${Object.values(accessRow)} from ${apiKeys} where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} <> ''`,
);

/** The data that decides whether users of an API key may act; undefined when the key does not exist. */
export function selectUserAccess(db: Db, apiKeyId: string): Promise<ValuesOf<typeof accessRow> | undefined> {
  return db.row(select, { apiKeyId });
}
