import { type Sql, sql } from "@parley/database";
import { nullable, recordset, types, type ValuesOf } from "@parley/database/schema";
import { type Json, newId } from "@parley/kernel";
import { storedUser, type UserInit } from "../people/user.ts";
import { feedPosition, keyOfThread } from "../places/fragments.ts";
import { activities, annotations } from "../schema.ts";

/** Maps each changed field to its values before and after the change. */
export type Changes = Readonly<Record<string, { readonly from: Json; readonly to: Json }>>;

/** An action that this service records in the activity log. */
export interface LogEntry {
  readonly feature: "comment" | "reaction" | "recorder";
  readonly action: string;
  readonly actor: UserInit | undefined;
  readonly changes?: Changes;
  readonly entity: { readonly annotationId: string } | { readonly recordingId: string };
  readonly target?: { readonly commentId: string; readonly reaction?: string };
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
  target_entity_id: types.text,
  target_sub_entity_id: nullable(types.text),
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
    target_entity_id: "annotationId" in entity ? entity.annotationId : entity.recordingId,
    target_sub_entity_id: target?.commentId ?? null,
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

const given = recordset("records", "r", recordColumns);
const { columns: r } = given;

/** SQL: the statement's parameter `records` under the alias `r`. */
export const records = given.from;

const columns = sql`${activities.apiKeyId}, ${activities.organizationId}, ${activities.documentId}, ${activities.activityId},
  ${activities.featureType}, ${activities.actionType}, ${activities.actionUserId}, ${activities.actionUser},
  ${activities.changes}, ${activities.entityData}, ${activities.entityTargetData}, ${activities.displayMessageTemplate},
  ${activities.displayMessageTemplateData}, ${activities.targetEntityId}, ${activities.targetSubEntityId}, ${activities.immutable},
  ${activities.feedPosition}`;

const values = (apiKeyId: Sql, actionType: Sql) => sql`${apiKeyId}, $organizationId, $documentId, ${r.activity_id}, ${r.feature_type},
  ${actionType}, ${r.action_user_id}, ${r.action_user}::json, ${r.changes}::json, ${r.entity_data}::json, ${r.entity_target_data}::json,
  ${r.template}, ${r.template_data}::json, ${r.target_entity_id}, ${r.target_sub_entity_id}, $immutable::boolean`;

/**
 * SQL: inserts those of the records `r` that `join` keeps, in their order, about `$documentId`. A statement that writes a change includes
 * this part to write the change's record too.
 */
export function logged({ join = sql`` } = {}): Sql {
  return sql`
    insert into ${activities} (${columns})
    select ${values(sql`$apiKeyId`, r.action_type)}, ${feedPosition}
    from ${records} ${join}
    order by ${r.ordinal}`;
}

/** SQL: the number and the feed position of a record of `loggedInThread`. They are drawn in an earlier step, in the order of the records. */
export const recordPlace = sql`nextval('activity.refs'::regclass) as ${activities.activityRef}, ${feedPosition} as ${activities.feedPosition}`;

interface InThread {
  /** SQL: the records `r`, with the rows that have their places. */
  readonly records: Sql;
  /** SQL: the alias of the rows with `recordPlace` and the thread's `annotation_ref`. */
  readonly place: Sql;
  readonly actionType?: Sql;
}

/**
 * SQL: inserts records that depend on an earlier step of the statement, on the server of their thread, which existed before. Their places
 * come with them: a step that draws numbers cannot run on another server as a whole.
 */
export function loggedInThread({ records, place, actionType = r.action_type }: InThread): Sql {
  return sql`
    insert into ${activities} (${columns}, ${activities.activityRef})
    select ${values(sql`k.${annotations.apiKeyId}`, actionType)}, ${place}.${activities.feedPosition}, ${place}.${activities.activityRef}
    from ${records} cross join ${keyOfThread(sql`${place}.${annotations.annotationRef}`)}`;
}
