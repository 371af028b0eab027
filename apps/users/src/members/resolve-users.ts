import type { Context, Handler } from "../context.ts";
import { organizationPlace } from "../places/place.ts";
import { resolveProfiles } from "./profiles.store.ts";

export const resolveUsers = ({ database }: Context): Handler<"resolveUsers"> => {
  return async ({ apiKeyId, organizationId, userIds }) => {
    const ids = [...new Set(userIds)];
    const rows = await resolveProfiles(database, organizationPlace(apiKeyId, organizationId), ids);
    const byId = new Map(rows.map(({ inPlace, ...user }) => [user.userId, { ...user, inOrganization: inPlace }]));
    return { users: ids.flatMap((id) => byId.get(id) ?? []) };
  };
};
