import { type Db, rowCount, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { deletedGroups, erasureJobs, groupMembers, userGroups, users } from "../schema.ts";

const removeProfiles = statement(
  "users.erase_profiles_now",
  { apiKeyId: users.apiKeyId, userIds: listOf(types.text), requestedAtMs: types.bigint },
  {},
  sql`delete from ${users} where ${users.apiKeyId} = $apiKeyId and ${users.userId} = any(array(
     select ${users.userId} from ${users} where ${users.apiKeyId} = $apiKeyId and ${users.userId} = any($userIds::text[])
       and ${users.createdAtMs} <= $requestedAtMs
     order by ${users.userId} for update))`,
);

/** Deletes profiles, which hides their users; returns how many there were. A user who is added again gets a new one. */
export async function eraseProfiles(tx: Db, apiKeyId: string, userIds: readonly string[], requestedAtMs: number): Promise<number> {
  return tx.run(removeProfiles, { apiKeyId, userIds, requestedAtMs });
}

const selectGroups = statement(
  "users.erase_groups_find",
  {
    apiKeyId: userGroups.apiKeyId,
    organizationId: userGroups.organizationId,
    after: types.text,
    requestedAtMs: types.bigint,
    limit: types.bigint,
  },
  { groupId: userGroups.groupId, groupRef: userGroups.groupRef },
  sql`select ${userGroups.groupId}, ${userGroups.groupRef} from ${userGroups}
   where ${userGroups.apiKeyId} = $apiKeyId and ${userGroups.organizationId} = $organizationId and ${userGroups.groupId} > $after
     and ${userGroups.createdAtMs} <= $requestedAtMs
   order by ${userGroups.groupId} limit $limit`,
);

/** Groups of an organization that were created before the erasure was requested. */
export function selectGroupsToErase(
  tx: Db,
  groups: { apiKeyId: string; organizationId: string; after: string; requestedAtMs: number; limit: number },
): Promise<{ groupId: string; groupRef: number }[]> {
  return tx.rows(selectGroups, groups);
}

const removeGroups = statement(
  "users.erase_groups",
  {
    apiKeyId: userGroups.apiKeyId,
    organizationId: userGroups.organizationId,
    groupIds: listOf(types.text),
    groupRefs: listOf(types.bigint),
  },
  {},
  sql`delete from ${userGroups}
   where ${userGroups.apiKeyId} = $apiKeyId and ${userGroups.organizationId} = $organizationId
     and ${userGroups.groupId} = any($groupIds::text[]) and ${userGroups.groupRef} = any($groupRefs::bigint[])`,
);

export function eraseGroups(
  tx: Db,
  groups: { apiKeyId: string; organizationId: string; groupIds: readonly string[]; groupRefs: readonly number[] },
): Promise<number> {
  return tx.run(removeGroups, groups);
}

const membersOf = sql`(select from ${groupMembers} where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.groupRef} = g.ref limit $limit)`;

const selectCount = statement(
  "users.erase_groups_count",
  { apiKeyId: userGroups.apiKeyId, organizationIds: listOf(types.text), requestedAtMs: types.bigint, limit: types.bigint },
  { rows: types.bigint },
  sql`with live as materialized (
     select t.${userGroups.groupRef} as ref from unnest($organizationIds::text[]) as r (organization_id)
     cross join lateral (
       select ${userGroups.groupRef} from ${userGroups}
       where ${userGroups.apiKeyId} = $apiKeyId and ${userGroups.organizationId} = r.organization_id
         and ${userGroups.createdAtMs} <= $requestedAtMs limit $limit) t
     limit $limit),
   deleted as materialized (
     select unnest(${deletedGroups.groupRefs}) as ref from ${deletedGroups}
     where ${deletedGroups.apiKeyId} = $apiKeyId and ${deletedGroups.organizationId} = any($organizationIds::text[]) limit $limit)
   select (select count(*) from live) + (select count(*) from (
     select from (select ref from live union all select ref from deleted) g cross join lateral ${membersOf} m limit $limit) as counted) as rows`,
);

/** The number of groups of organizations, with their members and those of groups that were deleted before, up to the limit. */
export async function countGroups(
  db: Db,
  groups: {
    readonly apiKeyId: string;
    readonly organizationIds: readonly string[];
    readonly requestedAtMs: number;
    readonly limit: number;
  },
): Promise<number> {
  return (await db.row(selectCount, groups))?.rows ?? 0;
}

/** The number of removals of users' data that an API key has requested and that are still on record. */
export const countRemovals = rowCount("users.removals_count_part", erasureJobs.apiKeyId, [erasureJobs.jobId]);
