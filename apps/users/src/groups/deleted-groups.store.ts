import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { deletedGroups, groupMembers } from "../schema.ts";

const deletedGroupsRow = {
  apiKeyId: deletedGroups.apiKeyId,
  removalId: deletedGroups.removalId,
  groupRefs: listOf(types.bigint),
};

/** Groups that were deleted together and whose members have not been deleted yet. */
type DeletedGroups = ValuesOf<typeof deletedGroupsRow>;

const selectNext = statement(
  "users.deleted_groups_next",
  { apiKeyId: deletedGroups.apiKeyId },
  deletedGroupsRow,
  sql`select ${deletedGroups.apiKeyId}, ${deletedGroups.removalId}, ${deletedGroups.groupRefs} from ${deletedGroups} where ${deletedGroups.apiKeyId} = $apiKeyId
   order by ${deletedGroups.removalId} limit 1 for update skip locked`,
);

/** The oldest deletion of the API key that no other worker processes; it stays locked by this transaction. */
export function nextDeletedGroups(tx: Db, apiKeyId: string): Promise<DeletedGroups | undefined> {
  return tx.row(selectNext, { apiKeyId });
}

const selectOfOrganization = statement(
  "users.deleted_groups_of_organization",
  { apiKeyId: deletedGroups.apiKeyId, organizationId: deletedGroups.organizationId, limit: types.bigint },
  deletedGroupsRow,
  sql`select ${deletedGroups.apiKeyId}, ${deletedGroups.removalId}, ${deletedGroups.groupRefs} from ${deletedGroups}
   where ${deletedGroups.apiKeyId} = $apiKeyId and ${deletedGroups.organizationId} = $organizationId
   order by ${deletedGroups.removalId} limit $limit`,
);

/** Deletions of groups of an organization. */
export function deletedGroupsOf(tx: Db, apiKeyId: string, organizationId: string, limit: number): Promise<DeletedGroups[]> {
  return tx.rows(selectOfOrganization, { apiKeyId, organizationId, limit });
}

const forget = statement(
  "users.deleted_groups_forget",
  { apiKeyId: groupMembers.apiKeyId, removalId: deletedGroups.removalId, groupRefs: listOf(types.bigint) },
  {},
  sql`delete from ${deletedGroups} where ${deletedGroups.apiKeyId} = $apiKeyId and ${deletedGroups.removalId} = $removalId and not exists (
     select from unnest($groupRefs::bigint[]) as g (ref)
     cross join lateral (select from ${groupMembers} where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.groupRef} = g.ref
       limit 1) m)`,
);

/** Deletes the record of a deletion that has no members left. */
export async function forgetDeletedGroups(tx: Db, { apiKeyId, removalId, groupRefs }: DeletedGroups): Promise<void> {
  await tx.run(forget, { apiKeyId, removalId, groupRefs });
}
