import { rowCount } from "@parley/database";
import { memberships, users } from "../schema.ts";

/** How many users an API key has. */
export const countUsers = rowCount("users.users_count_part", users.apiKeyId, [users.userId]);

/** How many places they are in together. */
export const countMemberships = rowCount("users.memberships_count_part", memberships.apiKeyId, [
  memberships.organizationId,
  memberships.kind,
  memberships.placeId,
  memberships.userId,
]);
