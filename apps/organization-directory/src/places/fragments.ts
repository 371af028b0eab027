import { type Sql, sql } from "@parley/database";
import { listedRows, nullable, types } from "@parley/database/schema";
import { folders, organizations } from "../schema.ts";
/**
 * SQL: the organization's ref for its id. It is null, and so equal to nothing, when there is no such organization. Takes one look-up of the
 * primary key.
 */
export const organizationRef = sql`(select ${organizations.organizationRef} from ${organizations}
    where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} = $organizationId)`;

/** SQL: the folder's ref for its id. It is 0 for `root`, and null (and so equal to nothing) when there is no such folder. */
export function folderRefOf(id: Sql): Sql {
  return sql`(case when ${id} = 'root' then 0 else (
  select ${folders.folderRef} from ${folders} where ${folders.apiKeyId} = $apiKeyId and ${folders.organizationRef} = ${organizationRef}
    and ${folders.folderId} = ${id}) end)`;
}

// Joins with a batch are written so that each of its rows is looked up once: the planner assumes ten rows for every batch, and would
// compare two batches of a thousand row by row.

const columns = {
  id: ["ids", types.text],
  name: ["names", nullable(types.text)],
  metadata_set: ["sets", types.text],
  metadata_clear: ["clears", types.text],
} as const;

/** A batch, under the alias `i`, and its parameters. */
export const items = listedRows("i", columns);

/** A batch of items in folders, under the alias `i`. `i.folder_id` is null for an item that keeps its place. */
export const itemsInFolders = listedRows("i", { ...columns, folder_id: ["folderIds", nullable(types.text)] });

// `offset 0` makes Postgres do one index look-up for each row. Otherwise, knowing neither the size of a page nor that of a batch, it may
// read all folders or organizations of the API key first.

/** The folder of a row, by the ref in the row. */
export function folderByRef(ref: Sql, alias: Sql): Sql {
  return sql`lateral (select ${folders.folderId}, ${folders.folderRef} from ${folders}
    where ${folders.apiKeyId} = $apiKeyId and ${folders.folderRef} = ${ref} offset 0) ${alias}`;
}

/** The organization of a row, by the id in the row, under the alias `o`. */
export function organizationById(id: Sql): Sql {
  return sql`lateral (
    select ${organizations.organizationId}, ${organizations.organizationRef}, ${organizations.disabled}, ${organizations.createdAtMs}
    from ${organizations}
    where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} = ${id} offset 0) o`;
}

/** The stored metadata of a row with the item `i` merged in: given keys are replaced, keys in `metadata_clear` are removed. */
export function merged(stored: Sql): Sql {
  const set = sql`${stored} || i.metadata_set::jsonb`;
  return sql`case when i.metadata_clear = '[]' then ${set} else (${set}) -
    array(select jsonb_array_elements_text(i.metadata_clear::jsonb)) end`;
}

/** Whether the merged metadata is short enough. Metadata that an earlier, higher limit allowed may keep its length. */
export function fits(stored: Sql): Sql {
  return sql`(i.metadata_set = '{}' or octet_length((${merged(stored)})::text)
    <= greatest($metadataBytes, octet_length(${stored}::text)))`;
}
