import { failed, type Result, succeeded } from "@parley/contracts/common";
import type { Context } from "../context.ts";
import type { OrganizationScope } from "../scope.ts";
import { type HeldActivity, insertActivities, type NewActivityColumns } from "../store/activities.ts";
import { changeActivities } from "./change-activities.ts";

/** Adds records; those that exist are changed, unless they are immutable. A repeat of what was said is a success either way. */
export async function addActivities(
  { database }: Context,
  scope: OrganizationScope,
  activities: readonly NewActivityColumns[],
): Promise<Result[]> {
  const created = activities.length === 0 ? new Set<string>() : await insertActivities(database, scope, activities);
  const existing = activities.filter(({ id }) => !created.has(id));
  const held = existing.length === 0 ? new Map<string, HeldActivity>() : await changeActivities(database, scope, existing);
  return activities.map(({ id }) => (created.has(id) ? succeeded(id, "The activity was added.") : repeatResult(id, held.get(id))));
}

function repeatResult(id: string, activity: HeldActivity | undefined): Result {
  if (activity === undefined) return failed(id, "not_found", `The activity ${id} does not exist.`);
  if (!activity.differs) return succeeded(id, "The activity was stored like this already.");
  return activity.immutable ? immutableResult(id) : succeeded(id, "The activity was updated.");
}

/** The failure of a record that can never be changed. */
export function immutableResult(id: string): Result {
  return failed(id, "failed_precondition", `The activity ${id} is immutable.`);
}
