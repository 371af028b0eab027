import { type Db, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { accessChanged } from "../access/access-changed.store.ts";
import { type Change, columnsOf } from "../batches/batch.ts";
import { foundByName } from "../paging/search.ts";
import { fits, items, merged } from "../places/fragments.ts";
import { organizations, removals } from "../schema.ts";

const organizationRow = {
  id: organizations.organizationId,
  organizationName: organizations.organizationName,
  metadata: organizations.metadata,
  disabled: organizations.disabled,
  createdAtMs: organizations.createdAtMs,
  updatedAtMs: types.bigint,
};

export type OrganizationRow = ValuesOf<typeof organizationRow>;

interface Page {
  readonly apiKeyId: string;
  readonly after: string;
  readonly limit: number;
}

const columns =
  "organization_id as id, organization_name, metadata, disabled, created_at_ms, coalesce(updated_at_ms, created_at_ms) as updated_at_ms";

const selectAll = statement(
  "directory.organizations",
  { apiKeyId: organizations.apiKeyId, after: types.text, limit: types.bigint },
  organizationRow,
  `select ${columns} from organizations
   where api_key_id = $apiKeyId and organization_id > $after
   order by organization_id limit $limit`,
);

const selectByIds = statement(
  "directory.organizations_by_id",
  { apiKeyId: organizations.apiKeyId, ids: listOf(types.text), after: types.text, limit: types.bigint },
  organizationRow,
  `select ${columns} from organizations
   where api_key_id = $apiKeyId and organization_id = any($ids::text[]) and organization_id > $after
   order by organization_id limit $limit`,
);

/** One page in the order of ids: of all organizations, or of the named ones. */
export function selectOrganizations(db: Db, page: Page, ids: readonly string[]): Promise<OrganizationRow[]> {
  return ids.length === 0 ? db.pageRows(selectAll, page) : db.pageRows(selectByIds, { ...page, ids });
}

interface FoundPage extends Page {
  readonly search: string;
  readonly afterName: string;
}

const foundRow = { ...organizationRow, searchedName: types.text };

type FoundRow = ValuesOf<typeof foundRow>;

const search = statement(
  "directory.organizations_search",
  { apiKeyId: organizations.apiKeyId, search: types.text, afterName: types.text, after: types.text, limit: types.bigint },
  foundRow,
  foundByName({ columns, from: "organizations", where: "api_key_id = $apiKeyId", name: "organization_name", id: "organization_id" }),
);

/** The organizations whose name begins so, ignoring case, and the one with this id: by name, after a position. */
export function searchOrganizations(db: Db, page: FoundPage): Promise<FoundRow[]> {
  return db.pageRows(search, page);
}

const insert = statement(
  "directory.organizations_insert",
  {
    apiKeyId: organizations.apiKeyId,
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
  },
  { id: organizations.organizationId },
  `insert into organizations (api_key_id, organization_id, organization_name, metadata)
   select $apiKeyId, i.id, i.name, i.metadata_set::jsonb from ${items}
   order by i.id collate "C"
   on conflict (api_key_id, organization_id) do nothing
   returning organization_id as id`,
);

/** Creates those that do not exist, and returns their ids. */
export async function insertOrganizations(db: Db, apiKeyId: string, changes: readonly Change[]): Promise<string[]> {
  return (await db.rows(insert, { apiKeyId, ...columnsOf(changes) })).map(({ id }) => id);
}

// Batches lock their rows in the order of ids, so that two of them never deadlock.
const update = statement(
  "directory.organizations_update",
  {
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
    apiKeyId: organizations.apiKeyId,
    metadataBytes: types.integer,
  },
  { id: types.text, changed: types.boolean },
  `with locked as materialized (
     select i.* from ${items} join organizations o on o.api_key_id = $apiKeyId and o.organization_id = i.id
     order by o.organization_id for no key update of o
   ), changed as (
     update organizations o
     set organization_name = coalesce(i.name, o.organization_name), metadata = ${merged("o")}, updated_at_ms = now_ms()
     from locked i
     where o.api_key_id = $apiKeyId and o.organization_id = i.id and ${fits("o")}
     returning o.organization_id
   )
   select id, false as changed from locked union all select organization_id, true from changed`,
);

// The usual case, at half the cost of a batch of one.
const updateOne = statement(
  "directory.organization_update",
  {
    name: nullable(types.text),
    set: types.text,
    clear: types.text,
    apiKeyId: organizations.apiKeyId,
    id: types.text,
    metadataBytes: types.integer,
  },
  { id: organizations.organizationId, changed: types.boolean },
  `update organizations o
   set organization_name = coalesce(i.name, o.organization_name), metadata = ${merged("o")}, updated_at_ms = now_ms()
   from (select $name::text as name, $set::text as metadata_set, $clear::text as metadata_clear) i
   where o.api_key_id = $apiKeyId and o.organization_id = $id and ${fits("o")}
   returning o.organization_id as id, true as changed`,
);

/** Changes existing ones. Returns first which exist, then which were changed: not those whose metadata would be too long. */
export async function updateOrganizations(
  db: Db,
  apiKeyId: string,
  changes: readonly Change[],
  metadataBytes: number,
): Promise<{ id: string; changed: boolean }[]> {
  const [only, ...others] = changes;
  const changed = only !== undefined && others.length === 0 ? await db.rows(updateOne, { apiKeyId, metadataBytes, ...only }) : [];
  return changed.length > 0 ? changed : db.rows(update, { apiKeyId, metadataBytes, ...columnsOf(changes) });
}

// An organization that would not change is not written and not returned.
const setDisabled = statement(
  "directory.organizations_set_disabled",
  { apiKeyId: organizations.apiKeyId, disabled: organizations.disabled, ids: listOf(types.text), ...eventParameters },
  { id: organizations.organizationId, created: types.boolean },
  `with written as (
     insert into organizations as o (api_key_id, organization_id, disabled)
     select $apiKeyId, i.id, $disabled::boolean from unnest($ids::text[]) as i (id)
     order by i.id collate "C"
     on conflict (api_key_id, organization_id) do update
       set disabled = excluded.disabled, updated_at_ms = now_ms()
       where o.disabled <> excluded.disabled
     returning organization_id as id, xmax = 0 as created
   ), ${enqueue("exists (select from written where not created)")}
   select id, created from written`,
);

/** Sets the state of organizations, creating those that do not exist, and returns the ids of the created. */
export async function setOrganizationsDisabled(db: Db, apiKeyId: string, ids: readonly string[], disabled: boolean): Promise<Set<string>> {
  const written = await db.rows(setDisabled, { apiKeyId, ids, disabled, ...accessChanged(apiKeyId, ids) });
  return new Set(written.filter(({ created }) => created).map(({ id }) => id));
}

const remove = statement(
  "directory.organizations_delete",
  { apiKeyId: organizations.apiKeyId, ids: listOf(types.text) },
  { id: removals.organizationId },
  `with locked as materialized (
     select organization_id from organizations
     where api_key_id = $apiKeyId and organization_id = any($ids::text[])
     order by organization_id for update
   ), gone as (
     delete from organizations o using locked l
     where o.api_key_id = $apiKeyId and o.organization_id = l.organization_id
     returning o.organization_id, o.organization_ref
   )
   insert into removals (api_key_id, kind, organization_id, organization_ref)
   select $apiKeyId, 'organization', organization_id, organization_ref from gone
   returning organization_id as id`,
);

/** Deletes existing ones, records their erasure, and returns their ids. */
export async function deleteOrganizations(db: Db, apiKeyId: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.rows(remove, { apiKeyId, ids })).map(({ id }) => id));
}
