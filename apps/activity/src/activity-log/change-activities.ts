import type { Database } from "@parley/database";
import type { OrganizationScope } from "../places/scope.ts";
import { type ActivityChangeColumns, type LockedActivity, lockActivities, updateActivities } from "./activities.store.ts";

/** Changes the records that exist, are not immutable and differ from the change. Returns all existing records in their previous state. */
export function changeActivities(
  database: Database,
  scope: OrganizationScope,
  changes: readonly ActivityChangeColumns[],
): Promise<Map<string, LockedActivity>> {
  return database.transaction(async (tx) => {
    const locked = new Map((await lockActivities(tx, scope, changes)).map((activity) => [activity.id, activity]));
    const changeable = changes.flatMap((change) => {
      const activity = locked.get(change.id);
      if (activity === undefined || activity.immutable || !activity.differs) return [];
      return [{ ...change, place: activity.place, feedPosition: activity.feedPosition }];
    });
    if (changeable.length > 0) await updateActivities(tx, scope, changeable);
    return locked;
  });
}
