import { failed, succeeded } from "@parley/contracts/common";
import { quotaReached } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { allMissing, missingAt, organizationPlace } from "../places/place.ts";
import { selectGroups, upsertGroups } from "./groups.store.ts";

export const addGroups = ({ database, directory, limits }: Context): Handler<"addGroups"> => {
  return async ({ apiKeyId, organizationId, groups, createOrganization }) => {
    const names = new Map(groups.map(({ groupId, groupName }) => [groupId, groupName ?? null]));
    const items = [...names].map(([id, name]) => ({ id, name }));
    const missing = await missingAt(directory, organizationPlace(apiKeyId, organizationId), { createOrganization });
    if (missing !== undefined) return { results: allMissing([...names.keys()], missing) };

    const organization = { apiKeyId, organizationId };
    await limits.groups.prepare(apiKeyId, items.length);
    const { result: created, refused } = await limits.groups.admitNew(apiKeyId, items, {
      needless: async (some) => {
        const range = { ...organization, after: "", limit: some.length };
        const found = await selectGroups(
          database,
          range,
          some.map(({ id }) => id),
        );
        const known = new Set(found.map(({ groupId }) => groupId));
        return new Set(some.filter(({ id }) => known.has(id)));
      },
      add: (admitted) => upsertGroups(database, organization, admitted),
      addedBy: ({ size }) => size,
    });
    const isRefused = new Set(refused.map(({ id }) => id));
    return {
      results: items.map(({ id }) => {
        if (isRefused.has(id)) return failed(id, quotaReached, limits.groups.refusal);
        return succeeded(id, created.has(id) ? "The group was created." : "The group was updated.");
      }),
    };
  };
};
