import { Failure } from "@parley/kernel";
import type { Context } from "../context.ts";
import type { Place } from "../places/place.ts";
import type { ProfileChange } from "./profile-change.ts";
import { type ChangedProfile, changeAndAddProfiles, changeProfiles, insertProfiles } from "./profiles.store.ts";

/** The outcome of a user whose profile was to be stored. */
type Outcome = "created" | "updated" | "not_found" | "too_long" | "no_room";

const attempts = 3;

/**
 * Adds users to an existing place: new profiles in one statement with the memberships, existing ones in another; each user is added whole
 * or not at all. Repeated when a profile is deleted between the two; fails with `aborted` when that happens every time. New users for whom
 * the API key has no room are left out: which are new is known once the existing ones were changed.
 */
export async function addToPlace(
  { database, limits }: Context,
  place: Place,
  changes: readonly ProfileChange[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  let left = takeStorable(changes, limits.metadataBytes, outcomes);
  await limits.users.prepare(place.apiKeyId, left.length);
  for (let attempt = 1; left.length > 0; attempt++) {
    const add = (granted: readonly ProfileChange[]) => insertProfiles(database, place, granted);
    const { result: added, refused } = await limits.users.admit(place.apiKeyId, left, add, (ids) => ids.length);
    for (const id of added) outcomes.set(id, "created");
    if (attempt > 1) for (const { id } of refused) outcomes.set(id, "no_room");
    left = left.filter(({ id }) => !outcomes.has(id));
    if (left.length > 0) record(await changeAndAddProfiles(database, place, left, limits.metadataBytes), outcomes);
    left = left.filter(({ id }) => !outcomes.has(id));
    if (attempt === attempts && left.length > 0) throw new Failure("aborted", "The request collided with another one. Try again.");
  }
  return outcomes;
}

/** Changes the profiles of users of a place. */
export async function changeInPlace(
  { database, limits }: Context,
  place: Place,
  changes: readonly ProfileChange[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const storable = takeStorable(changes, limits.metadataBytes, outcomes);
  for (const { id } of storable) outcomes.set(id, "not_found");
  if (storable.length > 0) record(await changeProfiles(database, place, storable, limits.metadataBytes), outcomes);
  return outcomes;
}

function record(found: readonly ChangedProfile[], outcomes: Map<string, Outcome>): void {
  for (const { id, changed } of found) outcomes.set(id, changed ? "updated" : "too_long");
}

// The others need not go to the database: the new metadata alone is too long.
function takeStorable(changes: readonly ProfileChange[], metadataBytes: number, outcomes: Map<string, Outcome>): ProfileChange[] {
  return changes.filter(({ id, set }) => {
    if (Buffer.byteLength(set) <= metadataBytes) return true;
    outcomes.set(id, "too_long");
    return false;
  });
}
