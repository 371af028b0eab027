import type { Activity } from "@parley/contracts/activity";
import type { Json, JsonObject } from "@parley/kernel";
import * as z from "zod";
import { anyJson, freeForm, id, name, time, wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";
import { toCreatedAt, toJson } from "./activity-fields.ts";
import { fromUser, storedUser, toUserPart, user } from "./activity-user.ts";
import { ownMetadata, placedMetadata, toPlacedMetadata } from "./place-metadata.ts";

const template = () =>
  name().meta({ description: "May have variables in double curly brackets: `{{actionUser}} imported {{count}} files`." });
const icon = () => z.string().max(4_096).meta({ description: "URL of an icon." });
const resolver = { description: "Whether your page has the content of the record, and not Parley." };

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
    immutable: z.boolean().optional().meta({ description: "Whether it is kept from being changed and deleted." }),
    isActivityResolverUsed: z.boolean().optional().meta(resolver),
    metadata: ownMetadata().meta(texts.ownKeys),
    timestamp: time().optional().meta({ description: "For imports: when it happened. Absent means now." }),
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
    isActivityResolverUsed = false,
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
    isActivityResolverUsed,
    metadataJson: toJson(item.metadata),
    ...toCreatedAt(item.timestamp),
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
    metadata: ownMetadata().nullable().meta(texts.ownKeys),
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
    ...change("metadataJson", item.metadata),
  };
}

function change<Key extends string>(key: Key, value: unknown): { [Name in Key]?: string } {
  return (value === undefined ? {} : { [key]: toAnyJson(value) }) as { [Name in Key]?: string };
}

function toAnyJson(value: unknown): string {
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** A record in a response; what it does not have is left out. */
export const storedActivity = z.object({
  id: z.string().meta({ description: "Id of the activity." }),
  organizationId: z.string().meta(texts.organizationId),
  documentId: z.string().optional().meta(texts.documentId),
  featureType: z.string().meta({ description: "`comment`, `reaction`, `recorder`, or a word of your own." }),
  actionType: z.string().meta({ description: "The kind of event, in a word." }),
  actionUser: storedUser.optional().meta(texts.actionUser),
  changes: freeForm().optional().meta({ description: "The changes; free-form." }),
  entityData: anyJson().optional().meta({ description: "Any JSON value." }),
  entityTargetData: anyJson().optional().meta({ description: "Any JSON value." }),
  targetEntityId: z.string().optional().meta({ description: "Id of the activity's target: the thread, the recording, or an id of yours." }),
  targetSubEntityId: z.string().optional().meta({ description: "Id of the affected part of the target, such as the comment." }),
  displayMessageTemplate: z.string().optional().meta({ description: "The text, with variables in double curly brackets." }),
  displayMessageTemplateData: freeForm().optional().meta({ description: "The values of the text's variables." }),
  displayMessage: z.string().optional().meta({ description: "The template with its variables filled in." }),
  actionIcon: z.string().optional().meta({ description: "URL of an icon." }),
  immutable: z.boolean().meta({ description: "Whether it is kept from being changed and deleted." }),
  isActivityResolverUsed: z.boolean().meta(resolver),
  metadata: placedMetadata,
  timestamp: wholeNumber().meta({ description: "When it happened, in milliseconds since the epoch." }),
  lastUpdated: wholeNumber().meta(texts.lastUpdated),
});

export function fromActivity(apiKey: string, activity: Activity) {
  const { id, organizationId, documentId, featureType, actionType, actionUser, immutable, isActivityResolverUsed } = activity;
  const { displayMessageTemplate, displayMessage, actionIcon, targetEntityId, targetSubEntityId } = activity;
  return {
    id,
    organizationId,
    featureType,
    actionType,
    ...(actionUser === undefined ? {} : { actionUser: fromUser(actionUser) }),
    ...given({ documentId, targetEntityId, targetSubEntityId, displayMessageTemplate, displayMessage, actionIcon }),
    ...parsed({ changes: activity.changesJson, entityData: activity.entityDataJson, entityTargetData: activity.entityTargetDataJson }),
    ...parsed({ displayMessageTemplateData: activity.displayMessageTemplateDataJson }),
    immutable,
    isActivityResolverUsed,
    metadata: toPlacedMetadata(apiKey, activity, activity.metadataJson),
    timestamp: Number(activity.createdAtMs),
    lastUpdated: Number(activity.updatedAtMs),
  };
}

function given(texts: Readonly<Record<string, string | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== "")) as JsonObject;
}

function parsed(texts: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(given(texts)).map(([name, text]) => [name, JSON.parse(text as string) as Json]));
}
