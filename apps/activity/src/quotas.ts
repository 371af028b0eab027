import { type Db, rowQuota } from "@parley/database";
import { type ConfigOf, keyLimitSettings, quotaSetting } from "@parley/runtime";
import { countActivities } from "./activity-log/activities.store.ts";
import type { Quotas } from "./context.ts";
import { countReactions } from "./reactions/reactions.store.ts";
import { countRecordings } from "./recordings/recordings.store.ts";
import { countAnnotations, countComments } from "./threads/annotations.store.ts";

/** The quotas of an API key. */
export const quotaSettings = {
  maxAnnotations: keyLimitSettings.maxAnnotations,
  maxComments: keyLimitSettings.maxComments,
  maxReactions: quotaSetting("PARLEY_ACTIVITY_MAX_REACTIONS_PER_KEY", "reactions"),
  maxRecordings: quotaSetting("PARLEY_ACTIVITY_MAX_RECORDINGS_PER_KEY", "recordings"),
  maxActivities: quotaSetting("PARLEY_ACTIVITY_MAX_ACTIVITIES_PER_KEY", "records of the activity log"),
};

export function quotasOf(db: Db, config: ConfigOf<typeof quotaSettings>): Quotas {
  return {
    annotations: rowQuota(db, "annotation", config.maxAnnotations, countAnnotations, "annotations"),
    comments: rowQuota(db, "comment", config.maxComments, countComments, "comments"),
    reactions: rowQuota(db, "reaction", config.maxReactions, countReactions),
    recordings: rowQuota(db, "recording", config.maxRecordings, countRecordings),
    activities: rowQuota(db, "activity", config.maxActivities, countActivities),
  };
}
