/**
 * A row by its id, as a part of `from`. Bounds and an order in place of `=`, because while Postgres has no statistics it takes
 * every index that begins like the key's own for as good, and would read a whole document to find one row; this order only
 * the key's own index has. `limit` keeps it from being joined in any other way.
 */
export function rowById(table: keyof typeof ids, id: string, columns: string, lock = ""): string {
  const { column, within } = ids[table];
  return `lateral (
    select ${columns} from ${table}
    where api_key_id = $apiKeyId and organization_id = $organizationId ${within} and ${column} between ${id} and ${id}
    order by ${column} limit 1 ${lock})`;
}

const ofDocument = "and document_id = $documentId";
const ids = {
  annotations: { column: "annotation_id", within: ofDocument },
  recordings: { column: "recording_id", within: ofDocument },
  activities: { column: "activity_id", within: "" },
} as const;

/** Ids of a parameter in the order in which everybody locks what they name, under the alias `i`. */
export function sortedIds(parameter: string): string {
  return `(select id from unnest(${parameter}::text[]) as i (id) order by id collate "C") i`;
}
