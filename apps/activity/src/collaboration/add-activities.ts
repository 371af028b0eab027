import { activitiesBy } from "../activity-log/activity-to-add.ts";
import { addActivities as add } from "../activity-log/add-activities.ts";
import type { CollaborationHandler, Context } from "../context.ts";
import { required } from "../places/required.ts";

export const addActivities = (context: Context): CollaborationHandler<"addActivities"> => {
  return async (request) => {
    const { apiKeyId, organizationId, documentId, actingUser, activities } = request;
    await context.access.requireOpen(request);
    const columns = activitiesBy(required(actingUser), documentId, activities, (await context.keyOptions.of(apiKeyId)).immutable);
    return { results: await add(context, { apiKeyId, organizationId }, columns) };
  };
};
