import type { Db } from "@parley/database";
import { Failure, isMailbox } from "@parley/kernel";
import type { Context } from "../context.ts";
import type { Place } from "../places/place.ts";
import type { ProfileChange } from "./profile-change.ts";
import {
  type ChangedProfile,
  changeAndAddProfiles,
  changeAnyProfiles,
  changeProfiles,
  changeProfilesOfDocuments,
  insertProfiles,
} from "./profiles.store.ts";
import { resolveProfiles } from "./resolved-profiles.store.ts";

/** The outcome of storing a user's profile; `no_user` and `no_membership` when a quota of the API key is reached. */
type Outcome = "created" | "updated" | "not_found" | "too_long" | "no_mailbox" | "no_user" | "no_membership";

const attempts = 3;

/** Adds users to an existing place, each whole or not at all; users for whom the API key has no room are left out. */
export async function addToPlace(
  { database, limits }: Context,
  place: Place,
  changes: readonly ProfileChange[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const storable = takeStorable(changes, limits.metadataBytes, outcomes);
  await limits.users.prepare(place.apiKeyId, storable.length);
  await limits.memberships.prepare(place.apiKeyId, storable.length);
  const { refused } = await limits.memberships.admitNew(place.apiKeyId, storable, {
    needless: (some) => membersAmong(database, place, some),
    add: (admitted) => addProfiles({ database, limits }, place, admitted, outcomes),
    addedBy: (joined) => joined,
  });
  for (const { id } of refused) outcomes.set(id, "no_membership");
  return outcomes;
}

/**
 * Adds users: new profiles in one statement with the memberships, existing ones in another. Repeated when a profile is deleted between the
 * two; fails with `aborted` when that happens every time. New users without room are left out; which users are new is known once the
 * existing ones were changed. Returns how many were not in the place before.
 */
async function addProfiles(
  { database, limits }: Pick<Context, "database" | "limits">,
  place: Place,
  changes: readonly ProfileChange[],
  outcomes: Map<string, Outcome>,
): Promise<number> {
  let left = changes;
  let joined = 0;
  for (let attempt = 1; left.length > 0; attempt++) {
    const add = (granted: readonly ProfileChange[]) => insertProfiles(database, place, granted);
    const { result: added, refused } = await limits.users.admit(place.apiKeyId, left, add, (rows) => rows.length);
    for (const { id } of added) outcomes.set(id, "created");
    if (attempt > 1) for (const { id } of refused) outcomes.set(id, "no_user");
    left = left.filter(({ id }) => !outcomes.has(id));
    const changed = left.length === 0 ? [] : await changeAndAddProfiles(database, place, left, limits.metadataBytes);
    record(changed, outcomes);
    joined += [...added, ...changed].filter((row) => row.joined).length;
    left = left.filter(({ id }) => !outcomes.has(id));
    if (attempt === attempts && left.length > 0) throw new Failure("aborted", "The request collided with another one. Try again.");
  }
  return joined;
}

async function membersAmong(db: Db, place: Place, changes: readonly ProfileChange[]): Promise<Set<ProfileChange>> {
  const ids = changes.map(({ id }) => id);
  const rows = await resolveProfiles(db, place, ids);
  const members = new Set(rows.filter(({ inPlace }) => inPlace).map(({ userId }) => userId));
  return new Set(changes.filter(({ id }) => members.has(id)));
}

/** Whose profiles a request changes: users of the place, of any document of its organization, or all of the API key. */
export interface Reach {
  readonly of: "place" | "documents" | "apiKey";
  readonly place: Place;
}

/** Changes the profiles of users within reach. */
export async function changeInReach(
  { database, limits }: Context,
  { of, place }: Reach,
  changes: readonly ProfileChange[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const storable = takeStorable(changes, limits.metadataBytes, outcomes);
  for (const { id } of storable) outcomes.set(id, "not_found");
  const change = { place: changeProfiles, documents: changeProfilesOfDocuments, apiKey: changeAnyProfiles }[of];
  if (storable.length > 0) record(await change(database, place, storable, limits.metadataBytes), outcomes);
  return outcomes;
}

function record(found: readonly ChangedProfile[], outcomes: Map<string, Outcome>): void {
  for (const { id, changed } of found) outcomes.set(id, changed ? "updated" : "too_long");
}

// The changes that can be stored. The others need not be sent to the database, because their new metadata alone is too long.
function takeStorable(changes: readonly ProfileChange[], metadataBytes: number, outcomes: Map<string, Outcome>): ProfileChange[] {
  return changes.filter(({ id, set, email }) => {
    if (email !== null && email !== "" && !isMailbox(email)) outcomes.set(id, "no_mailbox");
    else if (Buffer.byteLength(set) > metadataBytes) outcomes.set(id, "too_long");
    return !outcomes.has(id);
  });
}
