import type { Context, Handler } from "../context.ts";
import { organizationPlace } from "../places/place.ts";
import { resolveProfiles } from "./profiles.store.ts";
import { selectRequestedRemovals } from "./requested-removals.store.ts";

export const resolveUsers = ({ database }: Context): Handler<"resolveUsers"> => {
  return async ({ apiKeyId, organizationId, userIds, withRemovals }) => {
    const ids = [...new Set(userIds)];
    const rows = await resolveProfiles(database, organizationPlace(apiKeyId, organizationId), ids);
    // Removals are read after the profiles, so that a removal requested between the two reads is in one of the results.
    const removed = withRemovals ? await selectRequestedRemovals(database, { apiKeyId, organizationId, userIds: ids }) : new Set<string>();
    const byId = new Map(
      rows.map(({ inPlace, ...user }) => [user.userId, { ...user, inOrganization: inPlace, removalRequested: removed.has(user.userId) }]),
    );
    return { users: ids.flatMap((id) => byId.get(id) ?? []) };
  };
};
