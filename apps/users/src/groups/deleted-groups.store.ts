import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { groupMembers, removals } from "../schema.ts";

const deletedGroups = {
  apiKeyId: removals.apiKeyId,
  removalId: removals.removalId,
  groupRefs: listOf(types.bigint),
};

/** Groups that were deleted together and whose members have not been deleted yet. */
type DeletedGroups = ValuesOf<typeof deletedGroups>;

const selectNext = statement(
  "users.deleted_groups_next",
  { apiKeyId: removals.apiKeyId },
  deletedGroups,
  sql`select ${removals.apiKeyId}, ${removals.removalId}, ${removals.groupRefs} from ${removals} where ${removals.apiKeyId} = $apiKeyId
   order by ${removals.removalId} limit 1 for update skip locked`,
);

/** The oldest deletion of the API key that no other worker processes; it stays locked by this transaction. */
export function nextDeletedGroups(tx: Db, apiKeyId: string): Promise<DeletedGroups | undefined> {
  return tx.row(selectNext, { apiKeyId });
}

const selectOfOrganization = statement(
  "users.deleted_groups_of_organization",
  { apiKeyId: removals.apiKeyId, organizationId: removals.organizationId, limit: types.bigint },
  deletedGroups,
  sql`select ${removals.apiKeyId}, ${removals.removalId}, ${removals.groupRefs} from ${removals}
   where ${removals.apiKeyId} = $apiKeyId and ${removals.organizationId} = $organizationId
   order by ${removals.removalId} limit $limit`,
);

/** Deletions of groups of an organization. */
export function deletedGroupsOf(tx: Db, apiKeyId: string, organizationId: string, limit: number): Promise<DeletedGroups[]> {
  return tx.rows(selectOfOrganization, { apiKeyId, organizationId, limit });
}

const forget = statement(
  "users.deleted_groups_forget",
  { apiKeyId: groupMembers.apiKeyId, removalId: removals.removalId, groupRefs: listOf(types.bigint) },
  {},
  sql`delete from ${removals} where ${removals.apiKeyId} = $apiKeyId and ${removals.removalId} = $removalId and not exists (
     select from unnest($groupRefs::bigint[]) as g (ref)
     cross join lateral (select from ${groupMembers} where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.groupRef} = g.ref
       limit 1) m)`,
);

/** Deletes the record of a deletion that has no members left. */
export async function forgetDeletedGroups(tx: Db, { apiKeyId, removalId, groupRefs }: DeletedGroups): Promise<void> {
  await tx.run(forget, { apiKeyId, removalId, groupRefs });
}
