import type { JsonObject } from "@parley/kernel";
import { userMessage } from "../people/user.ts";
import type { ActivityRow } from "./activity-pages.store.ts";
import { renderTemplate } from "./render-template.ts";

// Size of a record without its texts: ids, user, icon.
const otherBytes = 1_000;

/** The message of a record with the rendered template. */
export function activityMessage(organizationId: string, row: ActivityRow) {
  const { id, documentId, featureType, actionType, actionUser, template, actionIcon, immutable } = row;
  return {
    id,
    organizationId,
    ...(documentId === null ? {} : { documentId }),
    featureType,
    actionType,
    ...(actionUser === null ? {} : { actionUser: userMessage(actionUser) }),
    changesJson: row.changes ?? "",
    entityDataJson: row.entityData ?? "",
    entityTargetDataJson: row.entityTargetData ?? "",
    ...(template === null ? {} : { displayMessageTemplate: template, displayMessage: renderTemplate(template, templateValues(row)) }),
    displayMessageTemplateDataJson: row.templateData ?? "",
    ...(actionIcon === null ? {} : { actionIcon }),
    immutable,
    targetEntityId: row.targetEntityId ?? "",
    targetSubEntityId: row.targetSubEntityId ?? "",
    metadataJson: row.metadata ?? "",
    isActivityResolverUsed: row.isActivityResolverUsed,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
}

/** Approximate size of a record on a page. */
export function activityBytes(message: ReturnType<typeof activityMessage>): number {
  const {
    changesJson,
    entityDataJson,
    entityTargetDataJson,
    displayMessageTemplateDataJson,
    metadataJson,
    displayMessageTemplate = "",
    displayMessage = "",
  } = message;
  const json = [changesJson, entityDataJson, entityTargetDataJson, displayMessageTemplateDataJson, metadataJson];
  return [...json, displayMessageTemplate, displayMessage].reduce((bytes, text) => bytes + Buffer.byteLength(text), otherBytes);
}

// `actionUser` need not be repeated in the template data.
function templateValues({ actionUser, templateData }: ActivityRow): JsonObject {
  const values = templateData === null ? {} : (JSON.parse(templateData) as JsonObject);
  return actionUser === null ? values : { actionUser: JSON.parse(actionUser) as JsonObject, ...values };
}
