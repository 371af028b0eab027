import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { memberships } from "../schema.ts";

interface Organization {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

// Three look-ups in memberships_by_user for each user; the limit enforces this, whatever the planner estimates.
const among = statement(
  "users.members_of_any_place",
  { ids: listOf(types.text), apiKeyId: memberships.apiKeyId, organizationId: memberships.organizationId },
  { userId: types.text },
  sql`select i.user_id from unnest($ids::text[]) as i (user_id)
   where exists (
     select from unnest(array['organization', 'document', 'folder']) as k (kind)
     cross join lateral (
       select from ${memberships} where ${memberships.apiKeyId} = $apiKeyId and ${memberships.userId} = i.user_id
         and ${memberships.kind} = k.kind and ${memberships.organizationId} = $organizationId limit 1
     ) m)`,
);

/** Those of the users who were added to any place of the organization. */
export async function selectInAnyPlace(
  db: Db,
  { apiKeyId, organizationId }: Organization,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await db.rows(among, { ids: userIds, apiKeyId, organizationId })).map(({ userId }) => userId));
}
