import type { Database } from "@parley/database";
import type { OrganizationScope } from "../places/scope.ts";
import { type ActivityChangeColumns, type HeldActivity, holdActivities, updateActivities } from "./activities.store.ts";

/** Changes records that exist, are not immutable, and do not say so already. Answers all that exist, as they were before. */
export function changeActivities(
  database: Database,
  scope: OrganizationScope,
  changes: readonly ActivityChangeColumns[],
): Promise<Map<string, HeldActivity>> {
  return database.transaction(async (tx) => {
    const held = new Map((await holdActivities(tx, scope, changes)).map((activity) => [activity.id, activity]));
    const changeable = changes.flatMap((change) => {
      const activity = held.get(change.id);
      return activity === undefined || activity.immutable || !activity.differs ? [] : [{ ...change, place: activity.place }];
    });
    if (changeable.length > 0) await updateActivities(tx, scope, changeable);
    return held;
  });
}
