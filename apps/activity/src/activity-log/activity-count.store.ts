import { rowCount } from "@parley/database";
import { activities } from "../schema.ts";

/** Number of records in the activity log of an API key. */
export const countActivities = rowCount("activity.activities_count_part", activities.apiKeyId, [
  activities.organizationId,
  activities.activityId,
]);
