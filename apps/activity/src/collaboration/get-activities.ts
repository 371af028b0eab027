import { readActivities } from "../activity-log/read-activities.ts";
import type { CollaborationHandler, Context } from "../context.ts";

export const getActivities = (context: Context): CollaborationHandler<"getActivities"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    return readActivities(context, request, { ...request, joinsUsers: false });
  };
};
