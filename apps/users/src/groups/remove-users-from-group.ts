import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { emptyGroup } from "./empty-group.ts";
import { deleteGroupMembers, groupRefOf } from "./group-members.store.ts";
import { groupResults } from "./group-results.ts";

export const removeUsersFromGroup = ({ database, limits }: Context): Handler<"removeUsersFromGroup"> => {
  return async ({ apiKeyId, organizationId, groupId, userIds, deleteAll }) => {
    if (deleteAll === userIds.length > 0) {
      throw invalid("user_ids", "Name at least one user id, or request the removal of all members, but not both.");
    }
    const group = { apiKeyId, organizationId, groupId };
    if (!deleteAll) {
      const ids = [...new Set(userIds)];
      const found = await deleteGroupMembers(database, group, ids);
      return { results: groupResults(ids, group, found, "The user is not in the group."), groupExists: found.groupExists };
    }
    const groupRef = await groupRefOf(database, group);
    if (groupRef === undefined) return { groupExists: false };
    const { removedUserIds, more } = await emptyGroup(database, { apiKeyId, groupRef, maxBytes: limits.removedBytes });
    return { groupExists: true, removedUserIds, more };
  };
};
