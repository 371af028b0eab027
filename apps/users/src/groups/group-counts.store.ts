import { rowCount } from "@parley/database";
import { groupMembers, userGroups } from "../schema.ts";

/** The number of groups of an API key. */
export const countGroups = rowCount("users.groups_count_part", userGroups.apiKeyId, [userGroups.groupRef]);

/** The number of members of all its groups, including those of deleted groups that wait for erasure. */
export const countGroupMembers = rowCount("users.group_members_count_part", groupMembers.apiKeyId, [
  groupMembers.groupRef,
  groupMembers.userId,
]);
