import { rowCount } from "@parley/database";
import { groupMembers, userGroups } from "../schema.ts";

/** How many groups an API key has. */
export const countGroups = rowCount("users.groups_count_part", userGroups.apiKeyId, [userGroups.groupRef]);

/** How many members its groups have together, including those of deleted groups that wait for erasure. */
export const countGroupMembers = rowCount("users.group_members_count_part", groupMembers.apiKeyId, [
  groupMembers.groupRef,
  groupMembers.userId,
]);
