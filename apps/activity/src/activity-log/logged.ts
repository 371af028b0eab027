import type { LogRecord } from "./log-record.ts";

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
