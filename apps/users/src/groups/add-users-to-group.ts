import type { Context, Handler } from "../context.ts";
import { missingAt, organizationPlace } from "../places/place.ts";
import { allMissing } from "../places/results.ts";
import { insertGroupMembers } from "./group-members.store.ts";
import { groupResults } from "./group-results.ts";

export const addUsersToGroup = ({ database, directory }: Context): Handler<"addUsersToGroup"> => {
  return async ({ apiKeyId, organizationId, groupId, userIds }) => {
    const ids = [...new Set(userIds)];
    const missing = await missingAt(directory, organizationPlace(apiKeyId, organizationId), {});
    if (missing !== undefined) return { results: allMissing(ids, missing) };

    const group = { apiKeyId, organizationId, groupId };
    return { results: groupResults(ids, group, await insertGroupMembers(database, group, ids), "The user is in the group.") };
  };
};
