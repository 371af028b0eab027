/**
 * A row by its id, as a part of `from`. Bounds and an order instead of `=`: while Postgres has no statistics it considers every index that
 * begins like the key's own as equally good, and would read a whole document to find one row; only the key's own index has this order.
 * `limit` keeps the planner from joining it in any other way.
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

/** The ids of a parameter in the order in which all transactions lock what they name, under the alias `i`. */
export function sortedIds(parameter: string): string {
  return `(select id from unnest(${parameter}::text[]) as i (id) order by id collate "C") i`;
}
