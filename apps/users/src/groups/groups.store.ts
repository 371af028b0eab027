import { type Db, rowCount, type Sql, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueueWork, type WorkRows, workParameters } from "@parley/messaging";
import { deletedGroups, groupMembers, nowMs, userGroups, work } from "../schema.ts";

const groupRow = {
  groupId: userGroups.groupId,
  groupName: types.text,
  createdAtMs: userGroups.createdAtMs,
  updatedAtMs: userGroups.updatedAtMs,
};

type GroupRow = ValuesOf<typeof groupRow>;

interface Organization {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

// A null name keeps the stored one. A group that would not change is neither written nor returned.
const upsert = statement(
  "users.groups_upsert",
  {
    apiKeyId: userGroups.apiKeyId,
    organizationId: userGroups.organizationId,
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
  },
  { id: userGroups.groupId, created: types.boolean },
  sql`insert into ${userGroups} as g (${userGroups.apiKeyId}, ${userGroups.organizationId}, ${userGroups.groupId}, ${userGroups.groupName})
   select $apiKeyId, $organizationId, i.id, i.name from unnest($ids::text[], $names::text[]) as i (id, name)
   order by i.id collate "C"
   on conflict (${userGroups.apiKeyId}, ${userGroups.organizationId}, ${userGroups.groupId}) do update
     set ${userGroups.groupName} = excluded.${userGroups.groupName}, ${userGroups.updatedAtMs} = ${nowMs}
     where excluded.${userGroups.groupName} is not null and excluded.${userGroups.groupName} is distinct from g.${userGroups.groupName}
   returning ${userGroups.groupId} as id, xmax = 0 as created`,
);

/** Creates groups, renames existing ones, and returns the ids of the created ones. */
export async function upsertGroups(
  db: Db,
  organization: Organization,
  groups: readonly { readonly id: string; readonly name: string | null }[],
): Promise<Set<string>> {
  const written = await db.rows(upsert, { ...organization, ids: groups.map(({ id }) => id), names: groups.map(({ name }) => name) });
  return new Set(written.filter(({ created }) => created).map(({ id }) => id));
}

interface Page extends Organization {
  readonly after: string;
  readonly limit: number;
}

const page = (condition: Sql) => sql`
  select ${userGroups.groupId}, coalesce(${userGroups.groupName}, '') as group_name, ${userGroups.createdAtMs}, ${userGroups.updatedAtMs}
  from ${userGroups}
  where ${userGroups.apiKeyId} = $apiKeyId and ${userGroups.organizationId} = $organizationId
    and ${userGroups.groupId} > $after ${condition}
  order by ${userGroups.groupId} limit $limit`;

const selectAll = statement(
  "users.groups",
  { apiKeyId: types.text, organizationId: types.text, after: types.text, limit: types.bigint },
  groupRow,
  page(sql``),
);
const selectByIds = statement(
  "users.groups_by_id",
  { apiKeyId: types.text, organizationId: types.text, after: types.text, ids: listOf(types.text), limit: types.bigint },
  groupRow,
  page(sql`and ${userGroups.groupId} = any($ids::text[])`),
);

// The groups of a user are read by group_members_by_user, including those in other organizations; the condition on the organization is
// written so that Postgres does not read the organization's groups instead.
const selectOfUser = statement(
  "users.groups_of_user",
  { apiKeyId: types.text, organizationId: types.text, after: types.text, userId: types.text, limit: types.bigint },
  groupRow,
  sql`with found as materialized (
     select ${userGroups.groupId}, coalesce(${userGroups.groupName}, '') as group_name, ${userGroups.createdAtMs},
       ${userGroups.updatedAtMs} from ${userGroups}
     where ${userGroups.apiKeyId} = $apiKeyId and ${userGroups.organizationId} || '' = $organizationId and ${userGroups.groupId} > $after
       and ${userGroups.groupRef} = any(array(select ${groupMembers.groupRef} from ${groupMembers}
         where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.userId} = $userId))
   )
   select ${userGroups.groupId}, group_name, ${userGroups.createdAtMs}, ${userGroups.updatedAtMs} from found
   order by ${userGroups.groupId} limit $limit`,
);

/** One page in the order of ids of the groups that a user is in. */
export function selectGroupsOfUser(db: Db, range: Page, userId: string): Promise<GroupRow[]> {
  return db.rows(selectOfUser, { ...range, userId });
}

/** One page of groups in the order of ids: the named groups, or all. */
export function selectGroups(db: Db, range: Page, ids: readonly string[]): Promise<GroupRow[]> {
  return ids.length === 0 ? db.pageRows(selectAll, range) : db.pageRows(selectByIds, { ...range, ids });
}

// The members refer to the group's ref: they are hidden at once, and the erasure finds them by it.
const remove = statement(
  "users.groups_delete",
  { apiKeyId: deletedGroups.apiKeyId, organizationId: deletedGroups.organizationId, ids: listOf(types.text), ...workParameters },
  { id: userGroups.groupId },
  sql`with locked as materialized (
     select ${userGroups.groupId} from ${userGroups}
     where ${userGroups.apiKeyId} = $apiKeyId and ${userGroups.organizationId} = $organizationId
       and ${userGroups.groupId} = any($ids::text[])
     order by ${userGroups.groupId} for update
   ), gone as (
     delete from ${userGroups}
     where ${userGroups.apiKeyId} = $apiKeyId and ${userGroups.organizationId} = $organizationId
       and ${userGroups.groupId} = any(array(select ${userGroups.groupId} from locked))
     returning ${userGroups.groupId}, ${userGroups.groupRef}
   ), removal as (
     insert into ${deletedGroups} (${deletedGroups.apiKeyId}, ${deletedGroups.kind}, ${deletedGroups.organizationId}, ${deletedGroups.groupRefs})
     select $apiKeyId, 'group', $organizationId, array_agg(${userGroups.groupRef}) from gone having count(*) > 0
   ), ${enqueueWork(work, sql`exists (select from gone)`)}
   select ${userGroups.groupId} as id from gone`,
);

/** Deletes the groups that exist, and returns their ids. Records that their members have to be deleted, and queues the work for it. */
export async function deleteGroups(db: Db, organization: Organization, ids: readonly string[], work: WorkRows): Promise<Set<string>> {
  return new Set((await db.rows(remove, { ...organization, ids, ...work })).map(({ id }) => id));
}

/** The number of groups of an API key. */
export const countGroups = rowCount("users.groups_count_part", userGroups.apiKeyId, [userGroups.groupRef]);

/** The number of members of all its groups, including those of deleted groups that wait for erasure. */
export const countGroupMembers = rowCount("users.group_members_count_part", groupMembers.apiKeyId, [
  groupMembers.groupRef,
  groupMembers.userId,
]);
