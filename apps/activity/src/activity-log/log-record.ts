import type { Json } from "@parley/kernel";
import { newId } from "@parley/kernel";
import { storedUser, type UserInit } from "../people/user.ts";

/** From each field to its values before and after. */
export type Changes = Readonly<Record<string, { readonly from: Json; readonly to: Json }>>;

/** An action of this service that it records itself. */
export interface LogEntry {
  readonly feature: "comment" | "reaction" | "recording";
  readonly action: string;
  readonly actor: UserInit | undefined;
  readonly changes?: Changes;
  readonly entity: Readonly<Record<string, Json>>;
  readonly target?: Readonly<Record<string, Json>>;
  /** The end of a sentence that begins with the user who acted, and the whole sentence when that user is unknown. */
  readonly sentence: { readonly did: string; readonly wasDone: string };
  /** Values of the sentence's variables besides `actionUser`. */
  readonly values?: Readonly<Record<string, Json>>;
}

/** A record as statements take it (`records`): `ordinal` is the item of the statement that it belongs to. */
export interface LogRecord {
  readonly ordinal: number;
  readonly activity_id: string;
  readonly feature_type: string;
  readonly action_type: string;
  readonly action_user_id: string | null;
  readonly action_user: string | null;
  readonly changes: string | null;
  readonly entity_data: string;
  readonly entity_target_data: string | null;
  readonly template: string;
  readonly template_data: string | null;
}

/** The record of an entry. `actionUser` is not repeated in the template's data: rendering adds it. */
export function logRecord(ordinal: number, { feature, action, actor, changes, entity, target, sentence, values }: LogEntry): LogRecord {
  return {
    ordinal,
    activity_id: newId("act"),
    feature_type: feature,
    action_type: action,
    action_user_id: actor?.userId ?? null,
    action_user: actor === undefined ? null : storedUser(actor),
    changes: changes === undefined ? null : JSON.stringify(changes),
    entity_data: JSON.stringify(entity),
    entity_target_data: target === undefined ? null : JSON.stringify(target),
    template: actor === undefined ? sentence.wasDone : `{{actionUser}} ${sentence.did}`,
    template_data: values === undefined ? null : JSON.stringify(values),
  };
}

/** The parameters with which a statement writes its records of the activity log. */
export interface LogParameters {
  readonly records: string;
  /** Whether the records are immutable. */
  readonly immutable: boolean;
}

export function logParameters(records: readonly LogRecord[], immutable: boolean): LogParameters {
  return { records: JSON.stringify(records), immutable };
}

/** The columns of a record as statements take it. */
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
 * Inserts the records `r`, all about `$documentId`: those that `join` keeps, in their order. The part of a statement that writes a change
 * and its record together.
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
