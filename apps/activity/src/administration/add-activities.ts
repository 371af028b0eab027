import { activitiesOf } from "../activity-log/activity-to-add.ts";
import { addActivities as add } from "../activity-log/add-activities.ts";
import type { Context, Handler } from "../context.ts";
import { documentMissing } from "../places/documents.ts";

export const addActivities = (context: Context): Handler<"addActivities"> => {
  return async ({ apiKeyId, organizationId, activities }) => {
    const places = [...new Set(activities.map(({ documentId }) => documentId))];
    const existing = await context.documents.existing({ apiKeyId, organizationId }, places);
    const columns = activitiesOf(activities, (await context.keyOptions.of(apiKeyId)).immutable);
    const placeable = columns.filter(({ documentId }) => existing.has(documentId ?? ""));
    const results = await add(context, { apiKeyId, organizationId }, placeable);
    const byId = new Map(results.map((result) => [result.id, result]));
    return {
      results: columns.map(({ id, documentId }) => byId.get(id) ?? documentMissing(id, { organizationId, documentId: documentId ?? "" })),
    };
  };
};
