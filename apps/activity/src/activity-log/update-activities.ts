import type { ActivityChange } from "@parley/contracts/activity";
import { failed, type Result, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { lastOfEach } from "../batches/results.ts";
import type { Context, Handler } from "../context.ts";
import type { ActivityChangeColumns, LockedActivity } from "./activities.store.ts";
import { immutableResult } from "./add-activities.ts";
import { changeActivities } from "./change-activities.ts";

export const updateActivities = ({ database }: Context): Handler<"updateActivities"> => {
  return async ({ apiKeyId, organizationId, activities }) => {
    const changes = lastOfEach(activities, ({ id }) => id).map(columnsOf);
    const sayingSomething = changes.filter((change) => !isEmpty(change));
    const locked = await changeActivities(database, { apiKeyId, organizationId }, sayingSomething);
    return { results: changes.map((change) => resultOf(organizationId, change, locked.get(change.id))) };
  };
};

function columnsOf(change: ActivityChange): ActivityChangeColumns {
  const values = {
    changes: change.changesJson,
    entityData: change.entityDataJson,
    entityTargetData: change.entityTargetDataJson,
    template: change.displayMessageTemplate,
    templateData: change.displayMessageTemplateDataJson,
    actionIcon: change.actionIcon,
    metadata: change.metadataJson,
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // An empty text clears the value.
  return { id: change.id, ...Object.fromEntries(given.map(([key, value]) => [key, value === "" ? null : value])) };
}

function isEmpty(change: ActivityChangeColumns): boolean {
  return Object.keys(change).length === 1;
}

function resultOf(organizationId: string, change: ActivityChangeColumns, activity: LockedActivity | undefined): Result {
  const { id } = change;
  if (isEmpty(change)) return failed(id, "invalid", `No change was given for the activity ${shortened(id)}.`);
  if (activity === undefined)
    return failed(id, "not_found", `The activity ${shortened(id)} does not exist in the organization ${shortened(organizationId)}.`);
  return activity.immutable ? immutableResult(id) : succeeded(id, "The activity was updated.");
}
