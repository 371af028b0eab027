import { type Db, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueueWork, type WorkRows, workParameters } from "@parley/messaging";
import { removals, userGroups } from "../schema.ts";

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

// A null name keeps the stored one. A group that would not change is not written and not returned.
const upsert = statement(
  "users.groups_upsert",
  {
    apiKeyId: userGroups.apiKeyId,
    organizationId: userGroups.organizationId,
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
  },
  { id: userGroups.groupId, created: types.boolean },
  `insert into user_groups as g (api_key_id, organization_id, group_id, group_name)
   select $apiKeyId, $organizationId, i.id, i.name from unnest($ids::text[], $names::text[]) as i (id, name)
   order by i.id collate "C"
   on conflict (api_key_id, organization_id, group_id) do update
     set group_name = excluded.group_name, updated_at_ms = now_ms()
     where excluded.group_name is not null and excluded.group_name is distinct from g.group_name
   returning group_id as id, xmax = 0 as created`,
);

/** Creates groups, renames existing ones, and returns the ids of the created. */
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

const page = (condition: string) => `
  select group_id, coalesce(group_name, '') as group_name, created_at_ms, updated_at_ms from user_groups
  where api_key_id = $apiKeyId and organization_id = $organizationId and group_id > $after ${condition}
  order by group_id limit $limit`;

const selectAll = statement(
  "users.groups",
  { apiKeyId: types.text, organizationId: types.text, after: types.text, limit: types.bigint },
  groupRow,
  page(""),
);
const selectByIds = statement(
  "users.groups_by_id",
  { apiKeyId: types.text, organizationId: types.text, after: types.text, ids: listOf(types.text), limit: types.bigint },
  groupRow,
  page("and group_id = any($ids::text[])"),
);

// The groups of a user are read by group_members_by_user, in other organizations as well; the condition on the organization is written so
// that its groups are not read instead.
const selectOfUser = statement(
  "users.groups_of_user",
  { apiKeyId: types.text, organizationId: types.text, after: types.text, userId: types.text, limit: types.bigint },
  groupRow,
  `with found as materialized (
     select group_id, coalesce(group_name, '') as group_name, created_at_ms, updated_at_ms from user_groups
     where api_key_id = $apiKeyId and organization_id || '' = $organizationId and group_id > $after
       and group_ref = any(array(select group_ref from group_members where api_key_id = $apiKeyId and user_id = $userId))
   )
   select group_id, group_name, created_at_ms, updated_at_ms from found order by group_id limit $limit`,
);

/** One page in the order of ids of the groups that a user is in. */
export function selectGroupsOfUser(db: Db, range: Page, userId: string): Promise<GroupRow[]> {
  return db.rows(selectOfUser, { ...range, userId });
}

/** One page in the order of ids: of the groups named, or of all. */
export function selectGroups(db: Db, range: Page, ids: readonly string[]): Promise<GroupRow[]> {
  return ids.length === 0 ? db.pageRows(selectAll, range) : db.pageRows(selectByIds, { ...range, ids });
}

// The members refer to the row's ref: they are hidden at once, and the erasure finds them by it.
const remove = statement(
  "users.groups_delete",
  { apiKeyId: removals.apiKeyId, organizationId: removals.organizationId, ids: listOf(types.text), ...workParameters },
  { id: userGroups.groupId },
  `with locked as materialized (
     select group_id from user_groups
     where api_key_id = $apiKeyId and organization_id = $organizationId and group_id = any($ids::text[])
     order by group_id for update
   ), gone as (
     delete from user_groups
     where api_key_id = $apiKeyId and organization_id = $organizationId and group_id = any(array(select group_id from locked))
     returning group_id, group_ref
   ), removal as (
     insert into removals (api_key_id, kind, organization_id, group_refs)
     select $apiKeyId, 'group', $organizationId, array_agg(group_ref) from gone having count(*) > 0
   ), ${enqueueWork("exists (select from gone)")}
   select group_id as id from gone`,
);

/** Deletes those that exist, records whose members have to be deleted, queues the work for it, and returns their ids. */
export async function deleteGroups(db: Db, organization: Organization, ids: readonly string[], work: WorkRows): Promise<Set<string>> {
  return new Set((await db.rows(remove, { ...organization, ids, ...work })).map(({ id }) => id));
}
