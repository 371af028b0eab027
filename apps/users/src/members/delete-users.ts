import type { Database } from "@parley/database";
import { shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { leaveGroups } from "../groups/group-members.store.ts";
import { type Place, placeOf, within } from "../places/place.ts";
import { deleteMemberships } from "./memberships.store.ts";

export const deleteUsers = ({ database }: Context): Handler<"deleteUsers"> => {
  return async (request) => {
    const place = placeOf(request);
    const ids = [...new Set(request.userIds)];
    const deleted = new Set(
      await (place.kind === "organization" ? leaveOrganization(database, place, ids) : deleteMemberships(database, place, ids)),
    );
    return {
      results: deletionResults(
        ids,
        deleted,
        `The user was deleted from the ${place.kind}.`,
        (id) => `The user ${shortened(id)} is not in ${within(place)}.`,
      ),
    };
  };
};

// Two statements, because the second must see rows that were committed while the first waited: one of the users may just have been added to
// a group.
function leaveOrganization(database: Database, place: Place, ids: readonly string[]): Promise<string[]> {
  return database.transaction(async (tx) => {
    const deleted = await deleteMemberships(tx, place, ids);
    if (deleted.length > 0) await leaveGroups(tx, place.apiKeyId, place.organizationId, deleted);
    return deleted;
  });
}
