import { type Db, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { ofOrganization } from "../places/place.ts";
import { groupMembers, memberships, userGroups } from "../schema.ts";

// The ref of a group: null, and so equal to nothing, when there is no such group. One look-up of the primary key.
const groupRef =
  "(select group_ref from user_groups where api_key_id = $apiKeyId and organization_id = $organizationId and group_id = $groupId)";

export interface GroupKey {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly groupId: string;
}

const groupAndUsers = {
  groupExists: types.boolean,
  userIds: listOf(types.text),
};

/** Whether a group exists, and which of the given users are users of its organization. */
export type GroupAndUsers = ValuesOf<typeof groupAndUsers>;

// The group and the users stay locked until the members are inserted: neither can be deleted in between and leave a member behind.
const insert = statement(
  "users.group_members_insert",
  { apiKeyId: groupMembers.apiKeyId, organizationId: memberships.organizationId, groupId: userGroups.groupId, ids: listOf(types.text) },
  { ...groupAndUsers, added: types.integer },
  `with locked_group as materialized (
     select group_ref from user_groups
     where api_key_id = $apiKeyId and organization_id = $organizationId and group_id = $groupId
     for key share
   ), locked as materialized (
     select user_id from memberships where ${ofOrganization} and user_id = any($ids::text[])
     order by user_id for key share
   ), added as (
     insert into group_members (api_key_id, group_ref, user_id)
     select $apiKeyId, g.group_ref, h.user_id from locked_group g cross join locked h
     order by h.user_id
     on conflict (api_key_id, group_ref, user_id) do update set added_at_ms = excluded.added_at_ms
     returning xmax = 0 as is_new
   )
   select exists (select from locked_group) as group_exists, array(select user_id from locked) as user_ids,
     (select count(*)::int from added where is_new) as added`,
);

/** Adds the users of the group's organization to the group, if there is such a group; returns how many were not in it. */
export async function insertGroupMembers(
  db: Db,
  group: GroupKey,
  ids: readonly string[],
): Promise<GroupAndUsers & { readonly added: number }> {
  return (await db.row(insert, { ...group, ids })) ?? { ...nothing, added: 0 };
}

// Two look-ups of primary keys for each id; the limits keep it so, whatever the planner estimates.
const selectWithoutNeed = statement(
  "users.group_members_without_need",
  { ids: listOf(types.text), apiKeyId: groupMembers.apiKeyId, organizationId: memberships.organizationId, groupId: types.text },
  { userId: types.text },
  `select i.id as user_id from unnest($ids::text[]) as i (id)
   left join lateral (
     select user_id from group_members where api_key_id = $apiKeyId and group_ref = ${groupRef} and user_id = i.id limit 1
   ) m on true
   left join lateral (select user_id from memberships where ${ofOrganization} and user_id = i.id limit 1) o on true
   where m.user_id is not null or o.user_id is null or ${groupRef} is null`,
);

/** The users who would not be added to the group: they are in it already, or cannot be. */
export async function usersWithoutNeed(db: Db, group: GroupKey, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.rows(selectWithoutNeed, { ...group, ids })).map(({ userId }) => userId));
}

const remove = statement(
  "users.group_members_delete",
  { apiKeyId: groupMembers.apiKeyId, organizationId: memberships.organizationId, groupId: types.text, ids: listOf(types.text) },
  groupAndUsers,
  `with to_delete as materialized (
     select user_id from group_members
     where api_key_id = $apiKeyId and group_ref = ${groupRef} and user_id = any($ids::text[])
     order by user_id for update
   ), gone as (
     delete from group_members
     where api_key_id = $apiKeyId and group_ref = ${groupRef} and user_id = any(array(select user_id from to_delete))
   )
   select ${groupRef} is not null as group_exists,
     array(select user_id from memberships where ${ofOrganization} and user_id = any($ids::text[])) as user_ids`,
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
  `select ${groupRef} as group_ref`,
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

// The rows are named by an array, not by a join: the planner cannot know how few they are, and would read the whole group to join them.
// Without statistics, a server before 17 would do so for an array too, so the chunk's ends limit what it reads.
const removeChunk = statement(
  "users.group_members_delete_chunk",
  { apiKeyId: groupMembers.apiKeyId, groupRef: groupMembers.groupRef, after: types.text, limit: types.bigint },
  { userId: groupMembers.userId },
  `with to_delete as materialized (
     select user_id from group_members where api_key_id = $apiKeyId and group_ref = $groupRef and user_id > $after
     order by user_id limit $limit for update
   ), gone as (
     delete from group_members
     where api_key_id = $apiKeyId and group_ref = $groupRef and user_id = any(array(select user_id from to_delete))
       and user_id > $after and user_id <= (select max(user_id) from to_delete)
     returning user_id
   )
   select user_id from gone order by user_id`,
);

/** Deletes the next members of a group, in the order of their ids; fewer than the limit only if there are no more after them. */
export async function deleteMembersChunk(db: Db, chunk: Chunk): Promise<string[]> {
  return (await db.rows(removeChunk, chunk)).map(({ userId }) => userId);
}

const selectNext = statement(
  "users.group_member_next",
  { apiKeyId: groupMembers.apiKeyId, groupRef: groupMembers.groupRef, after: types.text },
  { userId: groupMembers.userId },
  `select user_id from group_members
   where api_key_id = $apiKeyId and group_ref = $groupRef and user_id > $after
   order by user_id limit 1`,
);

/** Whether a group has members after an id. */
export async function hasMembersAfter(db: Db, position: Omit<Chunk, "limit">): Promise<boolean> {
  return (await db.row(selectNext, position)) !== undefined;
}

const leave = statement(
  "users.groups_leave",
  { apiKeyId: groupMembers.apiKeyId, organizationId: userGroups.organizationId, ids: listOf(types.text) },
  {},
  `with to_delete as materialized (
     select m.group_ref, m.user_id from group_members m
     join user_groups g on g.api_key_id = $apiKeyId and g.organization_id = $organizationId and g.group_ref = m.group_ref
     where m.api_key_id = $apiKeyId and m.user_id = any($ids::text[])
     order by m.group_ref, m.user_id for update of m
   )
   delete from group_members
   where api_key_id = $apiKeyId and user_id = any($ids::text[]) and group_ref = any(array(select distinct group_ref from to_delete))`,
);

/** Removes users from every group of an organization. */
export async function leaveGroups(db: Db, apiKeyId: string, organizationId: string, ids: readonly string[]): Promise<void> {
  await db.run(leave, { apiKeyId, organizationId, ids });
}

const removeMembers = statement(
  "users.erase_group_members",
  { apiKeyId: groupMembers.apiKeyId, groupRefs: listOf(types.bigint), limit: types.bigint },
  {},
  `delete from group_members where api_key_id = $apiKeyId and ctid = any(array(
     select m.place from unnest($groupRefs::bigint[]) as g (ref)
     cross join lateral (
       select ctid as place from group_members where api_key_id = $apiKeyId and group_ref = g.ref order by user_id limit $limit) m
     limit $limit))`,
);

/** Deletes members of groups; fewer than the limit only when none are left. */
export function eraseMembers(tx: Db, apiKeyId: string, groupRefs: readonly number[], limit: number): Promise<number> {
  return groupRefs.length === 0 ? Promise.resolve(0) : tx.run(removeMembers, { apiKeyId, groupRefs, limit });
}
