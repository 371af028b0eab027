import { failed } from "@parley/contracts/common";
import { quotaReached } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { allMissing, missingAt, organizationPlace } from "../places/place.ts";
import { insertGroupMembers, usersWithoutNeed } from "./group-members.store.ts";
import { groupResults } from "./group-results.ts";

export const addUsersToGroup = ({ database, directory, limits }: Context): Handler<"addUsersToGroup"> => {
  return async ({ apiKeyId, organizationId, groupId, userIds }) => {
    const ids = [...new Set(userIds)];
    const missing = await missingAt(directory, organizationPlace(apiKeyId, organizationId), {});
    if (missing !== undefined) return { results: allMissing(ids, missing) };

    const group = { apiKeyId, organizationId, groupId };
    await limits.groupMembers.prepare(apiKeyId, ids.length);
    const { result, refused } = await limits.groupMembers.admitNew(apiKeyId, ids, {
      needless: (some) => usersWithoutNeed(database, group, some),
      add: (admitted) => insertGroupMembers(database, group, admitted),
      addedBy: ({ added }) => added,
    });
    const isRefused = new Set(refused);
    const results = groupResults(ids, group, result, "The user is in the group.");
    return {
      results: results.map((each) => (isRefused.has(each.id) ? failed(each.id, quotaReached, limits.groupMembers.refusal) : each)),
    };
  };
};
