import type { LogRecord } from "../activity-log/log-record.ts";

/** What a statement needs to write its records of the activity log. */
export interface LogParameters {
  readonly records: string;
  /** Whether the records can never be changed. */
  readonly immutable: boolean;
}

export function logParameters(records: readonly LogRecord[], immutable: boolean): LogParameters {
  return { records: JSON.stringify(records), immutable };
}

/** The columns of a record as statements take it in. */
export const recordColumns = {
  ordinal: "int",
  activity_id: "text",
  feature_type: "text",
  action_type: "text",
  action_user_id: "text",
  action_user: "text",
  changes: "text",
  entity_data: "text",
  entity_target_data: "text",
  template: "text",
  template_data: "text",
} as const satisfies Record<keyof LogRecord, string>;

const records = `json_to_recordset($records::json) as r (${Object.entries(recordColumns)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ")})`;

/**
 * Writes records `r`, all about `$documentId`: those that `join` leaves over, in their order. The part of a statement that makes a change and its
 * record one.
 */
export function logged({ records: from = records, join = "", actionType = "r.action_type" } = {}): string {
  return `
    insert into activities (api_key_id, organization_id, document_id, activity_id, feature_type, action_type, action_user_id, action_user,
      changes, entity_data, entity_target_data, display_message_template, display_message_template_data, immutable)
    select $apiKeyId, $organizationId, $documentId, r.activity_id, r.feature_type, ${actionType}, r.action_user_id, r.action_user::json,
      r.changes::json, r.entity_data::json, r.entity_target_data::json, r.template, r.template_data::json, $immutable::boolean
    from ${from} ${join}
    order by r.ordinal`;
}

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
