import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { groupMembers, removals } from "../schema.ts";

const deletedGroups = {
  apiKeyId: removals.apiKeyId,
  removalId: removals.removalId,
  groupRefs: listOf(types.bigint),
};

/** Groups that were deleted together and whose members have not been deleted yet. */
type DeletedGroups = ValuesOf<typeof deletedGroups>;

const selectKeys = statement(
  "users.deleted_groups_keys",
  { limit: types.bigint },
  { apiKeyId: removals.apiKeyId },
  "select distinct api_key_id from removals limit $limit",
  { crossTenant: "Rows left by an earlier version are taken up for every API key." },
);

/** API keys with deleted groups whose members have not been deleted yet. */
export async function keysWithDeletedGroups(db: Db, limit: number): Promise<string[]> {
  return (await db.rows(selectKeys, { limit })).map(({ apiKeyId }) => apiKeyId);
}

const selectNext = statement(
  "users.deleted_groups_next",
  { apiKeyId: removals.apiKeyId },
  deletedGroups,
  `select api_key_id, removal_id, group_refs from removals where api_key_id = $apiKeyId
   order by removal_id limit 1 for update skip locked`,
);

/** The oldest deletion of the API key that nobody else works on; it stays locked by this transaction. */
export function nextDeletedGroups(tx: Db, apiKeyId: string): Promise<DeletedGroups | undefined> {
  return tx.row(selectNext, { apiKeyId });
}

const selectOfOrganization = statement(
  "users.deleted_groups_of_organization",
  { apiKeyId: removals.apiKeyId, organizationId: removals.organizationId, limit: types.bigint },
  deletedGroups,
  `select api_key_id, removal_id, group_refs from removals where api_key_id = $apiKeyId and organization_id = $organizationId
   order by removal_id limit $limit`,
);

/** Deletions of groups of an organization. */
export function deletedGroupsOf(tx: Db, apiKeyId: string, organizationId: string, limit: number): Promise<DeletedGroups[]> {
  return tx.rows(selectOfOrganization, { apiKeyId, organizationId, limit });
}

const forget = statement(
  "users.deleted_groups_forget",
  { apiKeyId: groupMembers.apiKeyId, removalId: removals.removalId, groupRefs: listOf(types.bigint) },
  {},
  `delete from removals where api_key_id = $apiKeyId and removal_id = $removalId and not exists (
     select from unnest($groupRefs::bigint[]) as g (ref)
     cross join lateral (select from group_members where api_key_id = $apiKeyId and group_ref = g.ref limit 1) m)`,
);

/** Deletes the record of a deletion that has no members left. */
export async function forgetDeletedGroups(tx: Db, { apiKeyId, removalId, groupRefs }: DeletedGroups): Promise<void> {
  await tx.run(forget, { apiKeyId, removalId, groupRefs });
}
