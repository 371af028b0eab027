/** From the organization's id to its ref: null, and so equal to nothing, when there is no such organization. One look-up of the primary key. */
export const organizationRef =
  "(select organization_ref from organizations where api_key_id = $apiKeyId and organization_id = $organizationId)";

/** From a folder's id to its ref: 0 for `root`, null (and so equal to nothing) when there is no such folder. */
export function folderRefOf(id: string): string {
  return `(case when ${id} = 'root' then 0 else (
  select folder_ref from folders where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and folder_id = ${id}) end)`;
}

// Joins with a batch are written so that each of its rows is looked up once: the planner assumes ten rows for every batch, and would
// compare two batches of a thousand row by row.

/** The columns of a batch, under the alias `i`. */
export const items = "unnest($ids::text[], $names::text[], $sets::text[], $clears::text[]) as i (id, name, metadata_set, metadata_clear)";

/** The same for things in folders: `i.folder_id` is null where a thing stays where it is. */
export const itemsInFolders =
  "unnest($ids::text[], $names::text[], $sets::text[], $clears::text[], $folderIds::text[]) as i (id, name, metadata_set, metadata_clear, folder_id)";

// `offset 0` keeps Postgres at one index look-up for each row. Without it, knowing neither the size of a page nor that of a batch, it may
// read all folders or organizations of the API key first.

/** The folder of a row, by the ref in the row. */
export function folderByRef(ref: string, alias: string): string {
  return `lateral (select folder_id, folder_ref from folders where api_key_id = $apiKeyId and folder_ref = ${ref} offset 0) ${alias}`;
}

/** The organization of a row, by the id in the row, under the alias `o`. */
export function organizationById(id: string): string {
  return `lateral (
    select organization_id, organization_ref, disabled from organizations where api_key_id = $apiKeyId and organization_id = ${id} offset 0) o`;
}

/** The metadata of a row with the item `i` merged in: given keys are replaced, keys named by `metadata_clear` are removed. */
export function merged(table: string): string {
  const set = `${table}.metadata || i.metadata_set::jsonb`;
  return `case when i.metadata_clear = '[]' then ${set} else (${set}) - array(select jsonb_array_elements_text(i.metadata_clear::jsonb)) end`;
}

/** Whether the merged metadata is short enough. Metadata that an earlier, higher limit allowed may stay as long as it is. */
export function fits(table: string): string {
  return `(i.metadata_set = '{}' or octet_length((${merged(table)})::text) <= greatest($metadataBytes, octet_length(${table}.metadata::text)))`;
}
