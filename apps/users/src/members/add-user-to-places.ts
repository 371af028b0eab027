import { Failure, invalid, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { missingAmong, organizationPlace, type Place, placeOf } from "../places/place.ts";
import { mailboxRefusal, profileChanges } from "./profile-change.ts";
import { addToPlace } from "./store-profiles.ts";
import { insertUserPlaces, selectUserPlaces, selectUserRoles } from "./user-places.store.ts";

export const addUserToPlaces = (context: Context): Handler<"addUserToPlaces"> => {
  const { directory, limits } = context;
  return async ({ apiKeyId, user, places, withRoles }) => {
    const [change] = profileChanges(user === undefined ? [] : [user]);
    const [first, ...others] = places.map((place) => placeOf({ apiKeyId, ...place }));
    if (change === undefined || first === undefined) throw invalid("user", "A user and a place are needed.");
    const missing = await missingAmong(directory, apiKeyId, [first, ...others]);
    if (missing !== undefined) throw new Failure("not_found", missing);

    const outcome = (await addToPlace(context, first, [change])).get(change.id);
    if (outcome === "no_user") throw limits.users.failure();
    if (outcome === "no_membership") throw limits.memberships.failure();
    if (outcome === "no_mailbox") throw invalid("user.email", mailboxRefusal(change));
    if (outcome === "too_long") {
      const message = `The metadata of the user ${shortened(change.id)} would be longer than ${limits.metadataBytes} bytes.`;
      throw invalid("user", message);
    }
    if (others.length > 0) await join(context, apiKeyId, change.id, others);
    return { accessRoles: withRoles ? await rolesIn(context, change.id, [first, ...others]) : [] };
  };
};

/** The role of the user in each place: of the nearest place, from there to the organization, to which the user was added with a role. */
async function rolesIn({ database, directory }: Context, userId: string, places: readonly Place[]): Promise<string[]> {
  const [{ apiKeyId = "" } = {}] = places;
  const subjects = places.map(({ organizationId, kind, placeId }) => ({ organizationId, documentId: kind === "document" ? placeId : "" }));
  const { folderPaths } = await directory.checkAccess({ apiKeyId, subjects, withFolders: true });
  const around = places.map((place, index) => [
    place,
    ...(folderPaths[index]?.folderIds ?? []).map((placeId): Place => ({ ...place, kind: "folder", placeId })),
    organizationPlace(apiKeyId, place.organizationId),
  ]);
  const roles = await selectUserRoles(database, apiKeyId, userId, around.flat());
  return around.map((nearest) => nearest.map((place) => roles.get(place)).find(Boolean) ?? "");
}

async function join({ database, limits: { memberships } }: Context, apiKeyId: string, userId: string, places: readonly Place[]) {
  await memberships.prepare(apiKeyId, places.length);
  const { refused } = await memberships.admitNew(apiKeyId, places, {
    needless: (some) => selectUserPlaces(database, apiKeyId, userId, some),
    add: (admitted) => insertUserPlaces(database, apiKeyId, userId, admitted),
    addedBy: (joined) => joined.filter(Boolean).length,
  });
  if (refused.length > 0) throw memberships.failure();
}
