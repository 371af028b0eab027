import { type Db, rowQuota } from "@parley/database";
import { removalQuotaSetting } from "@parley/erasure";
import { type ConfigOf, keyLimitSettings, quotaSetting } from "@parley/runtime";
import type { Quotas } from "./context.ts";
import { countRemovals } from "./erasure/erasure.store.ts";
import { countGroupMembers, countGroups } from "./groups/groups.store.ts";
import { countMemberships, countUsers } from "./members/memberships.store.ts";

/** The quotas of an API key. */
export const quotaSettings = {
  maxUsers: keyLimitSettings.maxUsers,
  maxMemberships: quotaSetting("PARLEY_USERS_MAX_MEMBERSHIPS_PER_KEY", "memberships of users in organizations, documents and folders"),
  maxGroups: quotaSetting("PARLEY_USERS_MAX_GROUPS_PER_KEY", "groups of users"),
  maxGroupMembers: quotaSetting("PARLEY_USERS_MAX_GROUP_MEMBERS_PER_KEY", "memberships of users in groups"),
  maxRemovals: removalQuotaSetting,
};

export function quotasOf(db: Db, config: ConfigOf<typeof quotaSettings>): Quotas {
  return {
    users: rowQuota(db, "user", config.maxUsers, countUsers, "users"),
    memberships: rowQuota(db, "membership", config.maxMemberships, countMemberships),
    groups: rowQuota(db, "group", config.maxGroups, countGroups),
    groupMembers: rowQuota(db, "group member", config.maxGroupMembers, countGroupMembers),
    removals: rowQuota(db, "removal", config.maxRemovals, countRemovals),
  };
}
