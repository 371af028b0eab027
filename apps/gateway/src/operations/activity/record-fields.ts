import type { Activity } from "@parley/contracts/activity";
import type { Json } from "@parley/kernel";
import * as z from "zod";
import { anyJson, freeForm, id, name, wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";
import { createdAt, toCreatedAt, toJson } from "./activity-fields.ts";
import { fromUser, storedUser, toUserPart, user } from "./activity-user.ts";

const template = () =>
  name().meta({ description: "May have variables in double curly brackets: `{{actionUser}} imported {{count}} files`." });
const icon = () => z.string().max(4_096).meta({ description: "URL of an icon." });

/** A new record of the activity log. */
export const newActivity = () =>
  z.strictObject({
    id: id().optional().meta({ description: "Id of the activity." }),
    documentId: id().optional().meta(texts.documentId),
    featureType: id().optional().meta({ description: "Any word; `custom` unless given." }),
    actionType: id().meta({ description: "The kind of event, in a word." }),
    actionUser: user().optional().meta(texts.actionUser),
    changes: freeForm().optional().meta({ description: "The changed fields, each with `{from, to}`." }),
    entityData: anyJson().optional(),
    entityTargetData: anyJson().optional(),
    targetEntityId: id().optional().meta({ description: "Your id of the record's target." }),
    targetSubEntityId: id().optional().meta({ description: "Your id of the affected part of the target." }),
    displayMessageTemplate: template().optional(),
    displayMessageTemplateData: freeForm().optional().meta({ description: "The values of the text's variables." }),
    actionIcon: icon().optional(),
    immutable: z.boolean().optional().meta({ description: "Whether it is kept from being changed." }),
    createdAt: createdAt(),
  });

export function toNewActivity(item: z.output<ReturnType<typeof newActivity>>) {
  const {
    id = "",
    documentId = "",
    featureType = "",
    actionType,
    actionUser,
    displayMessageTemplate = "",
    targetEntityId = "",
    targetSubEntityId = "",
    actionIcon = "",
    immutable = false,
  } = item;
  return {
    id,
    documentId,
    featureType,
    actionType,
    ...toUserPart("actionUser", actionUser),
    changesJson: toJson(item.changes),
    entityDataJson: toAnyJson(item.entityData),
    entityTargetDataJson: toAnyJson(item.entityTargetData),
    targetEntityId,
    targetSubEntityId,
    displayMessageTemplate,
    displayMessageTemplateDataJson: toJson(item.displayMessageTemplateData),
    actionIcon,
    immutable,
    ...toCreatedAt(item.createdAt),
  };
}

/** Changes of a record: absent fields keep their values, null clears. */
export const activityChange = () =>
  z.strictObject({
    id: id().meta({ description: "Id of the activity." }),
    changes: freeForm().nullable().optional().meta({ description: "The changes; free-form." }),
    entityData: anyJson().optional(),
    entityTargetData: anyJson().optional(),
    displayMessageTemplate: template().nullable().optional().meta({ description: "The text, with variables in double curly brackets." }),
    displayMessageTemplateData: freeForm().nullable().optional().meta({ description: "The values of the text's variables." }),
    actionIcon: icon().nullable().optional().meta({ description: "URL of an icon." }),
  });

export function toActivityChange(item: z.output<ReturnType<typeof activityChange>>) {
  const { id, displayMessageTemplate, actionIcon } = item;
  return {
    id,
    ...change("changesJson", item.changes),
    ...change("entityDataJson", item.entityData),
    ...change("entityTargetDataJson", item.entityTargetData),
    ...(displayMessageTemplate === undefined ? {} : { displayMessageTemplate: displayMessageTemplate ?? "" }),
    ...change("displayMessageTemplateDataJson", item.displayMessageTemplateData),
    ...(actionIcon === undefined ? {} : { actionIcon: actionIcon ?? "" }),
  };
}

function change<Key extends string>(key: Key, value: unknown): { [Name in Key]?: string } {
  return (value === undefined ? {} : { [key]: toAnyJson(value) }) as { [Name in Key]?: string };
}

function toAnyJson(value: unknown): string {
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** A record in a response. */
export const storedActivity = z.object({
  id: z.string().meta({ description: "Id of the activity." }),
  organizationId: z.string().meta(texts.organizationId),
  documentId: z.string().nullable().meta(texts.documentId),
  featureType: z.string().meta({ description: "The kind of object that the activity is about." }),
  actionType: z.string().meta({ description: "The kind of event, in a word." }),
  actionUser: storedUser.nullable().meta(texts.actionUser),
  changes: freeForm().nullable().meta({ description: "The changes; free-form." }),
  entityData: anyJson(),
  entityTargetData: anyJson(),
  targetEntityId: z.string().nullable().meta({ description: "Id of the activity's target." }),
  targetSubEntityId: z.string().nullable().meta({ description: "Id of the affected part of the target." }),
  displayMessageTemplate: z.string().nullable().meta({ description: "The text, with variables in double curly brackets." }),
  displayMessageTemplateData: freeForm().nullable().meta({ description: "The values of the text's variables." }),
  displayMessage: z.string().nullable().meta({ description: "The template with its variables filled in." }),
  actionIcon: z.string().nullable().meta({ description: "URL of an icon." }),
  immutable: z.boolean().meta({ description: "Whether it is kept from being changed." }),
  createdAt: wholeNumber().meta(texts.createdAt),
  lastUpdated: wholeNumber().meta(texts.lastUpdated),
});

export function fromActivity(activity: Activity) {
  const { id, organizationId, documentId = null, featureType, actionType, actionUser, actionIcon = null, immutable } = activity;
  return {
    id,
    organizationId,
    documentId,
    featureType,
    actionType,
    actionUser: actionUser === undefined ? null : fromUser(actionUser),
    changes: fromAnyJson(activity.changesJson),
    entityData: fromAnyJson(activity.entityDataJson),
    entityTargetData: fromAnyJson(activity.entityTargetDataJson),
    targetEntityId: activity.targetEntityId || null,
    targetSubEntityId: activity.targetSubEntityId || null,
    displayMessageTemplate: activity.displayMessageTemplate ?? null,
    displayMessageTemplateData: fromAnyJson(activity.displayMessageTemplateDataJson),
    displayMessage: activity.displayMessage ?? null,
    actionIcon,
    immutable,
    createdAt: Number(activity.createdAtMs),
    lastUpdated: Number(activity.updatedAtMs),
  };
}

function fromAnyJson(text: string): Json {
  return text === "" ? null : (JSON.parse(text) as Json);
}
