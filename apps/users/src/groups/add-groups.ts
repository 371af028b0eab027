import { succeeded } from "@parley/contracts/common";
import type { Context, Handler } from "../context.ts";
import { missingAt, organizationPlace } from "../places/place.ts";
import { allMissing } from "../places/results.ts";
import { upsertGroups } from "./groups.store.ts";

export const addGroups = ({ database, directory }: Context): Handler<"addGroups"> => {
  return async ({ apiKeyId, organizationId, groups, createOrganization }) => {
    const names = new Map(groups.map(({ groupId, groupName }) => [groupId, groupName ?? null]));
    const items = [...names].map(([id, name]) => ({ id, name }));
    const missing = await missingAt(directory, organizationPlace(apiKeyId, organizationId), { createOrganization });
    if (missing !== undefined) return { results: allMissing([...names.keys()], missing) };

    const created = await upsertGroups(database, { apiKeyId, organizationId }, items);
    return { results: items.map(({ id }) => succeeded(id, created.has(id) ? "The group was created." : "The group was updated.")) };
  };
};
