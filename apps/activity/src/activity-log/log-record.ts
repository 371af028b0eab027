import { type Sql, sql } from "@parley/database";
import { nullable, recordset, types, type ValuesOf } from "@parley/database/schema";
import type { Json } from "@parley/kernel";
import { newId } from "@parley/kernel";
import { storedUser, type UserInit } from "../people/user.ts";
import { feedPosition } from "../positions/feed-position.ts";
import { activities } from "../schema.ts";

/** Maps each changed field to its values before and after the change. */
export type Changes = Readonly<Record<string, { readonly from: Json; readonly to: Json }>>;

/** An action that this service records in the activity log. */
export interface LogEntry {
  readonly feature: "comment" | "reaction" | "recording";
  readonly action: string;
  readonly actor: UserInit | undefined;
  readonly changes?: Changes;
  readonly entity: Readonly<Record<string, Json>>;
  readonly target?: Readonly<Record<string, Json>>;
  /** `did` continues a sentence that begins with the acting user. `wasDone` is the whole sentence when that user is unknown. */
  readonly sentence: { readonly did: string; readonly wasDone: string };
  /** Values of the sentence's variables other than `actionUser`. */
  readonly values?: Readonly<Record<string, Json>>;
}

/** Columns of a record as a statement's parameter `records`. `ordinal` is the item of the statement that the record belongs to. */
export const recordColumns = {
  ordinal: types.integer,
  activity_id: types.text,
  feature_type: types.text,
  action_type: types.text,
  action_user_id: nullable(types.text),
  action_user: nullable(types.text),
  changes: nullable(types.text),
  entity_data: types.text,
  entity_target_data: nullable(types.text),
  template: types.text,
  template_data: nullable(types.text),
};

export type LogRecord = ValuesOf<typeof recordColumns>;

/** The record of an entry. `actionUser` is not repeated in the template data; rendering adds it. */
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

/** Parameters of a statement that writes records to the activity log. */
export interface LogParameters {
  readonly records: string;
  /** Whether the records are immutable. */
  readonly immutable: boolean;
}

export function logParameters(records: readonly LogRecord[], immutable: boolean): LogParameters {
  return { records: JSON.stringify(records), immutable };
}

const { from: records, columns: r } = recordset("records", "r", recordColumns);

/**
 * SQL: inserts those of the records `r` that `join` keeps, in their order, about `$documentId`. A statement that writes a change includes
 * this part to write the change's record too.
 */
export function logged({ records: from = records, join = sql``, actionType = r.action_type } = {}): Sql {
  return sql`
    insert into ${activities} (${activities.apiKeyId}, ${activities.organizationId}, ${activities.documentId}, ${activities.activityId},
      ${activities.featureType}, ${activities.actionType}, ${activities.actionUserId}, ${activities.actionUser},
      ${activities.changes}, ${activities.entityData}, ${activities.entityTargetData}, ${activities.displayMessageTemplate},
      ${activities.displayMessageTemplateData}, ${activities.immutable}, ${activities.feedPosition})
    select $apiKeyId, $organizationId, $documentId, ${r.activity_id}, ${r.feature_type}, ${actionType}, ${r.action_user_id},
      ${r.action_user}::json,
      ${r.changes}::json, ${r.entity_data}::json, ${r.entity_target_data}::json, ${r.template}, ${r.template_data}::json,
        $immutable::boolean, ${feedPosition}
    from ${from} ${join}
    order by ${r.ordinal}`;
}
