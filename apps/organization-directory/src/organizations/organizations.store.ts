import { type Db, rowCount, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { type Change, columnsOf } from "../batches/batch.ts";
import { foundByName } from "../paging/search.ts";
import { accessChanged } from "../places/access-changed.store.ts";
import { fits, items, merged } from "../places/fragments.ts";
import { deletedPlaces, nowMs, organizations, outbox } from "../schema.ts";

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

const columns = sql`${organizations.organizationId} as id, ${organizations.organizationName}, ${organizations.metadata},
${organizations.disabled},
    ${organizations.createdAtMs}, coalesce(${organizations.updatedAtMs}, ${organizations.createdAtMs}) as updated_at_ms`;

const selectAll = statement(
  "directory.organizations",
  { apiKeyId: organizations.apiKeyId, after: types.text, limit: types.bigint },
  organizationRow,
  sql`select ${columns} from ${organizations}
   where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} > $after
   order by ${organizations.organizationId} limit $limit`,
);

const selectByIds = statement(
  "directory.organizations_by_id",
  { apiKeyId: organizations.apiKeyId, ids: listOf(types.text), after: types.text, limit: types.bigint },
  organizationRow,
  sql`select ${columns} from ${organizations}
   where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} = any($ids::text[])
     and ${organizations.organizationId} > $after
   order by ${organizations.organizationId} limit $limit`,
);

/** One page of organizations in the order of ids: all, or the named ones. */
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
  foundByName({
    columns,
    from: sql`${organizations}`,
    where: sql`${organizations.apiKeyId} = $apiKeyId`,
    name: sql`${organizations.organizationName}`,
    id: sql`${organizations.organizationId}`,
  }),
);

/** The organizations whose name begins with the text, ignoring case, and the one with this id: by name, after a position. */
export function searchOrganizations(db: Db, page: FoundPage): Promise<FoundRow[]> {
  return db.pageRows(search, page);
}

const insert = statement(
  "directory.organizations_insert",
  {
    apiKeyId: organizations.apiKeyId,
    ...items.parameters,
  },
  { id: organizations.organizationId },
  sql`insert into ${organizations} (${organizations.apiKeyId}, ${organizations.organizationId}, ${organizations.organizationName},
    ${organizations.metadata})
   select $apiKeyId, i.id, i.name, i.metadata_set::jsonb from ${items.from}
   order by i.id collate "C"
   on conflict (${organizations.apiKeyId}, ${organizations.organizationId}) do nothing
   returning ${organizations.organizationId} as id`,
);

/** Creates the missing organizations, and returns their ids. */
export async function insertOrganizations(db: Db, apiKeyId: string, changes: readonly Change[]): Promise<string[]> {
  return (await db.rows(insert, { apiKeyId, ...columnsOf(changes) })).map(({ id }) => id);
}

// Batches lock their rows in the order of ids, so that two of them never deadlock.
const update = statement(
  "directory.organizations_update",
  {
    ...items.parameters,
    apiKeyId: organizations.apiKeyId,
    metadataBytes: types.integer,
  },
  { id: types.text, changed: types.boolean },
  sql`with locked as materialized (
     select i.* from ${items.from} join ${organizations} o on o.${organizations.apiKeyId} = $apiKeyId
       and o.${organizations.organizationId} = i.id
     order by o.${organizations.organizationId} for no key update of o
   ), changed as (
     update ${organizations} o
     set ${organizations.organizationName} = coalesce(i.name, o.${organizations.organizationName}),
       ${organizations.metadata} = ${merged(sql`o.${organizations.metadata}`)}, ${organizations.updatedAtMs} = ${nowMs}
     from locked i
     where o.${organizations.apiKeyId} = $apiKeyId and o.${organizations.organizationId} = i.id
       and ${fits(sql`o.${organizations.metadata}`)}
     returning o.${organizations.organizationId}
   )
   select id, false as changed from locked union all select ${organizations.organizationId}, true from changed`,
);

// A single organization is the usual case. This statement costs half as much as a batch of one.
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
  sql`update ${organizations} o
   set ${organizations.organizationName} = coalesce(i.name, o.${organizations.organizationName}),
     ${organizations.metadata} = ${merged(sql`o.${organizations.metadata}`)}, ${organizations.updatedAtMs} = ${nowMs}
   from (select $name::text as name, $set::text as metadata_set, $clear::text as metadata_clear) i
   where o.${organizations.apiKeyId} = $apiKeyId and o.${organizations.organizationId} = $id and ${fits(sql`o.${organizations.metadata}`)}
   returning o.${organizations.organizationId} as id, true as changed`,
);

/** Changes existing organizations. First returns which exist, then which were changed, without those whose metadata would be too long. */
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

// An organization that would not change is neither written nor returned.
const setDisabled = statement(
  "directory.organizations_set_disabled",
  { apiKeyId: organizations.apiKeyId, disabled: organizations.disabled, ids: listOf(types.text), ...eventParameters },
  { id: organizations.organizationId, created: types.boolean },
  sql`with written as (
     insert into ${organizations} as o (${organizations.apiKeyId}, ${organizations.organizationId}, ${organizations.disabled})
     select $apiKeyId, i.id, $disabled::boolean from unnest($ids::text[]) as i (id)
     order by i.id collate "C"
     on conflict (${organizations.apiKeyId}, ${organizations.organizationId}) do update
       set ${organizations.disabled} = excluded.${organizations.disabled}, ${organizations.updatedAtMs} = ${nowMs}
       where o.${organizations.disabled} <> excluded.${organizations.disabled}
     returning ${organizations.organizationId} as id, xmax = 0 as created
   ), ${enqueue(outbox, sql`exists (select from written where not created)`)}
   select id, created from written`,
);

/** Sets the state of organizations, creating the missing ones, and returns the ids of the created ones. */
export async function setOrganizationsDisabled(db: Db, apiKeyId: string, ids: readonly string[], disabled: boolean): Promise<Set<string>> {
  const written = await db.rows(setDisabled, { apiKeyId, ids, disabled, ...accessChanged(apiKeyId, ids) });
  return new Set(written.filter(({ created }) => created).map(({ id }) => id));
}

const remove = statement(
  "directory.organizations_delete",
  { apiKeyId: organizations.apiKeyId, ids: listOf(types.text) },
  { id: deletedPlaces.organizationId },
  sql`with locked as materialized (
     select ${organizations.organizationId} from ${organizations}
     where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} = any($ids::text[])
     order by ${organizations.organizationId} for update
   ), gone as (
     delete from ${organizations} o using locked l
     where o.${organizations.apiKeyId} = $apiKeyId and o.${organizations.organizationId} = l.${organizations.organizationId}
     returning o.${organizations.organizationId}, o.${organizations.organizationRef}
   )
   insert into ${deletedPlaces} (${deletedPlaces.apiKeyId}, ${deletedPlaces.kind}, ${deletedPlaces.organizationId}, ${deletedPlaces.organizationRef})
   select $apiKeyId, 'organization', ${organizations.organizationId}, ${organizations.organizationRef} from gone
   returning ${deletedPlaces.organizationId} as id`,
);

/** Deletes existing organizations, records their erasure, and returns their ids. */
export async function deleteOrganizations(db: Db, apiKeyId: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.rows(remove, { apiKeyId, ids })).map(({ id }) => id));
}

/** The number of organizations of an API key. */
export const countOrganizations = rowCount("directory.organizations_count_part", organizations.apiKeyId, [organizations.organizationId]);
