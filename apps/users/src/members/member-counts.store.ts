import { rowCount } from "@parley/database";
import { memberships, users } from "../schema.ts";

/** The number of users of an API key. */
export const countUsers = rowCount("users.users_count_part", users.apiKeyId, [users.userId]);

/** The number of their memberships in places. */
export const countMemberships = rowCount("users.memberships_count_part", memberships.apiKeyId, [
  memberships.organizationId,
  memberships.kind,
  memberships.placeId,
  memberships.userId,
]);
