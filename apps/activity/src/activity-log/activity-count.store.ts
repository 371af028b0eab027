import { rowCount } from "@parley/database";
import { activities } from "../schema.ts";

/** How many records the activity log of an API key has. */
export const countActivities = rowCount("activity.activities_count_part", activities.apiKeyId, [
  activities.organizationId,
  activities.activityId,
]);
