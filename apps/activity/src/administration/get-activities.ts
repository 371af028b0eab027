import { readActivities } from "../activity-log/read-activities.ts";
import type { Context, Handler } from "../context.ts";

export const getActivities = (context: Context): Handler<"getActivities"> => {
  return async (request) => readActivities(context, request, { ...request, joinsUsers: !request.usersAsGiven });
};
