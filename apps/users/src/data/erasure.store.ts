import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { userGroups, users } from "../schema.ts";

const removeProfiles = statement(
  "users.erase_profiles_now",
  { apiKeyId: users.apiKeyId, userIds: listOf(types.text), requestedAtMs: types.bigint },
  {},
  `delete from users where api_key_id = $apiKeyId and user_id = any(array(
     select user_id from users where api_key_id = $apiKeyId and user_id = any($userIds::text[]) and created_at_ms <= $requestedAtMs
     order by user_id for update))`,
);

/** Deletes profiles, which hides their users. A user who is added again gets a new one. */
export async function eraseProfiles(tx: Db, apiKeyId: string, userIds: readonly string[], requestedAtMs: number): Promise<void> {
  await tx.run(removeProfiles, { apiKeyId, userIds, requestedAtMs });
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
  `select group_id, group_ref from user_groups
   where api_key_id = $apiKeyId and organization_id = $organizationId and group_id > $after and created_at_ms <= $requestedAtMs
   order by group_id limit $limit`,
);

/** Groups of an organization that are old enough to be erased. */
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
  `delete from user_groups
   where api_key_id = $apiKeyId and organization_id = $organizationId and group_id = any($groupIds::text[]) and group_ref = any($groupRefs::bigint[])`,
);

export function eraseGroups(
  tx: Db,
  groups: { apiKeyId: string; organizationId: string; groupIds: readonly string[]; groupRefs: readonly number[] },
): Promise<number> {
  return tx.run(removeGroups, groups);
}
