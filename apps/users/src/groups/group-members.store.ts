import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { ofOrganization } from "../places/place.ts";
import { groupMembers, memberships, userGroups } from "../schema.ts";

// The ref of a group: null, and so equal to nothing, when there is no such group. One look-up of the primary key.
const groupRef = sql`(select ${userGroups.groupRef} from ${userGroups} where ${userGroups.apiKeyId} = $apiKeyId
    and ${userGroups.organizationId} = $organizationId and ${userGroups.groupId} = $groupId)`;

export interface GroupKey {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly groupId: string;
}

const groupAndUsers = {
  groupExists: types.boolean,
  userIds: listOf(types.text),
};

/** Whether a group exists, and which of the given users belong to its organization. */
export type GroupAndUsers = ValuesOf<typeof groupAndUsers>;

// The group and the users stay locked until the members are inserted: neither can be deleted meanwhile and leave a member behind.
const insert = statement(
  "users.group_members_insert",
  { apiKeyId: groupMembers.apiKeyId, organizationId: memberships.organizationId, groupId: userGroups.groupId, ids: listOf(types.text) },
  { ...groupAndUsers, added: types.integer },
  sql`with locked_group as materialized (
     select ${userGroups.groupRef} from ${userGroups}
     where ${userGroups.apiKeyId} = $apiKeyId and ${userGroups.organizationId} = $organizationId and ${userGroups.groupId} = $groupId
     for key share
   ), locked as materialized (
     select ${memberships.userId} from ${memberships} where ${ofOrganization} and ${memberships.userId} = any($ids::text[])
     order by ${memberships.userId} for key share
   ), added as (
     insert into ${groupMembers} (${groupMembers.apiKeyId}, ${groupMembers.groupRef}, ${groupMembers.userId})
     select $apiKeyId, g.${userGroups.groupRef}, h.${memberships.userId} from locked_group g cross join locked h
     order by h.${memberships.userId}
     on conflict (${groupMembers.apiKeyId}, ${groupMembers.groupRef}, ${groupMembers.userId}) do update
     set ${groupMembers.addedAtMs} = excluded.${groupMembers.addedAtMs}
     returning xmax = 0 as is_new
   )
   select exists (select from locked_group) as group_exists, array(select ${memberships.userId} from locked) as user_ids,
     (select count(*)::int from added where is_new) as added`,
);

/** Adds users of the group's organization to the group, if it exists; returns how many were not in it. */
export async function insertGroupMembers(
  db: Db,
  group: GroupKey,
  ids: readonly string[],
): Promise<GroupAndUsers & { readonly added: number }> {
  return (await db.row(insert, { ...group, ids })) ?? { ...nothing, added: 0 };
}

// Two primary key look-ups for each id; the limits enforce this, whatever the planner estimates.
const selectWithoutNeed = statement(
  "users.group_members_without_need",
  { ids: listOf(types.text), apiKeyId: groupMembers.apiKeyId, organizationId: memberships.organizationId, groupId: types.text },
  { userId: types.text },
  sql`select i.id as user_id from unnest($ids::text[]) as i (id)
   left join lateral (
     select ${groupMembers.userId} from ${groupMembers} where ${groupMembers.apiKeyId} = $apiKeyId
       and ${groupMembers.groupRef} = ${groupRef} and ${groupMembers.userId} = i.id limit 1
   ) m on true
   left join lateral (select ${memberships.userId} from ${memberships} where ${ofOrganization} and ${memberships.userId} = i.id
     limit 1) o on true
   where m.${groupMembers.userId} is not null or o.${memberships.userId} is null or ${groupRef} is null`,
);

/** The users who take no further room in the group, because they are already in it or cannot be added. */
export async function usersWithoutNeed(db: Db, group: GroupKey, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.rows(selectWithoutNeed, { ...group, ids })).map(({ userId }) => userId));
}

const remove = statement(
  "users.group_members_delete",
  { apiKeyId: groupMembers.apiKeyId, organizationId: memberships.organizationId, groupId: types.text, ids: listOf(types.text) },
  groupAndUsers,
  sql`with to_delete as materialized (
     select ${groupMembers.userId} from ${groupMembers}
     where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.groupRef} = ${groupRef} and ${groupMembers.userId} = any($ids::text[])
     order by ${groupMembers.userId} for update
   ), gone as (
     delete from ${groupMembers}
     where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.groupRef} = ${groupRef}
       and ${groupMembers.userId} = any(array(select ${groupMembers.userId} from to_delete))
   )
   select ${groupRef} is not null as group_exists,
     array(select ${memberships.userId} from ${memberships} where ${ofOrganization}
       and ${memberships.userId} = any($ids::text[])) as user_ids`,
);

/** Removes users from a group. */
export async function deleteGroupMembers(db: Db, group: GroupKey, ids: readonly string[]): Promise<GroupAndUsers> {
  return (await db.row(remove, { ...group, ids })) ?? nothing;
}

const nothing: GroupAndUsers = { groupExists: false, userIds: [] };

const selectRef = statement(
  "users.group_ref",
  { apiKeyId: types.text, organizationId: types.text, groupId: types.text },
  { groupRef: nullable(types.bigint) },
  sql`select ${groupRef} as group_ref`,
);

/** The ref that the members of a group refer to; undefined when there is no such group. */
export async function groupRefOf(db: Db, group: GroupKey): Promise<number | undefined> {
  return (await db.row(selectRef, group))?.groupRef ?? undefined;
}

interface Chunk {
  readonly apiKeyId: string;
  readonly groupRef: number;
  readonly after: string;
  readonly limit: number;
}

// The rows are named by an array and not by a join: the planner cannot know how few they are, and would read the whole group for a join.
// Without statistics, a server before 17 would do so for an array too, so the ends of the chunk limit the rows that it reads.
const removeChunk = statement(
  "users.group_members_delete_chunk",
  { apiKeyId: groupMembers.apiKeyId, groupRef: groupMembers.groupRef, after: types.text, limit: types.bigint },
  { userId: groupMembers.userId },
  sql`with to_delete as materialized (
     select ${groupMembers.userId} from ${groupMembers} where ${groupMembers.apiKeyId} = $apiKeyId
       and ${groupMembers.groupRef} = $groupRef and ${groupMembers.userId} > $after
     order by ${groupMembers.userId} limit $limit for update
   ), gone as (
     delete from ${groupMembers}
     where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.groupRef} = $groupRef
       and ${groupMembers.userId} = any(array(select ${groupMembers.userId} from to_delete))
       and ${groupMembers.userId} > $after and ${groupMembers.userId} <= (select max(${groupMembers.userId}) from to_delete)
     returning ${groupMembers.userId}
   )
   select ${groupMembers.userId} from gone order by ${groupMembers.userId}`,
);

/** Deletes the next members of a group, in the order of their ids; fewer than the limit only if there are no more after them. */
export async function deleteMembersChunk(db: Db, chunk: Chunk): Promise<string[]> {
  return (await db.rows(removeChunk, chunk)).map(({ userId }) => userId);
}

const selectNext = statement(
  "users.group_member_next",
  { apiKeyId: groupMembers.apiKeyId, groupRef: groupMembers.groupRef, after: types.text },
  { userId: groupMembers.userId },
  sql`select ${groupMembers.userId} from ${groupMembers}
   where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.groupRef} = $groupRef and ${groupMembers.userId} > $after
   order by ${groupMembers.userId} limit 1`,
);

/** Whether a group has members after an id. */
export async function hasMembersAfter(db: Db, position: Omit<Chunk, "limit">): Promise<boolean> {
  return (await db.row(selectNext, position)) !== undefined;
}

const leave = statement(
  "users.groups_leave",
  { apiKeyId: groupMembers.apiKeyId, organizationId: userGroups.organizationId, ids: listOf(types.text) },
  {},
  sql`with to_delete as materialized (
     select m.${groupMembers.groupRef}, m.${groupMembers.userId} from ${groupMembers} m
     join ${userGroups} g on g.${userGroups.apiKeyId} = $apiKeyId and g.${userGroups.organizationId} = $organizationId
       and g.${userGroups.groupRef} = m.${groupMembers.groupRef}
     where m.${groupMembers.apiKeyId} = $apiKeyId and m.${groupMembers.userId} = any($ids::text[])
     order by m.${groupMembers.groupRef}, m.${groupMembers.userId} for update of m
   )
   delete from ${groupMembers}
   where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.userId} = any($ids::text[])
     and ${groupMembers.groupRef} = any(array(select distinct ${groupMembers.groupRef} from to_delete))`,
);

/** Removes users from every group of an organization. */
export async function leaveGroups(db: Db, apiKeyId: string, organizationId: string, ids: readonly string[]): Promise<void> {
  await db.run(leave, { apiKeyId, organizationId, ids });
}

const removeMembers = statement(
  "users.erase_group_members",
  { apiKeyId: groupMembers.apiKeyId, groupRefs: listOf(types.bigint), limit: types.bigint },
  {},
  sql`delete from ${groupMembers} where ${groupMembers.apiKeyId} = $apiKeyId and ctid = any(array(
     select m.place from unnest($groupRefs::bigint[]) as g (ref)
     cross join lateral (
       select ctid as place from ${groupMembers} where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.groupRef} = g.ref
       order by ${groupMembers.userId} limit $limit) m
     limit $limit))`,
);

/** Deletes members of groups; fewer than the limit only when none are left. */
export function eraseMembers(tx: Db, apiKeyId: string, groupRefs: readonly number[], limit: number): Promise<number> {
  return groupRefs.length === 0 ? Promise.resolve(0) : tx.run(removeMembers, { apiKeyId, groupRefs, limit });
}
