import { Failure } from "@parley/kernel";
import type { Change } from "./batch.ts";
import type { Outcome } from "./results.ts";

/** Returns each existing item, and then each changed item again. */
type Update<Item> = (items: readonly Item[]) => Promise<readonly { id: string; changed: boolean }[]>;

type Insert<Item> = (items: readonly Item[]) => Promise<readonly string[]>;

/** Inserts the items for which there is room, and returns the others as refused. */
type Admit<Item> = (items: readonly Item[], insert: Insert<Item>) => Promise<{ result: readonly string[]; refused: readonly Item[] }>;

const attempts = 3;

/** Changes existing things. Returns the outcome of each item. */
export async function changeThings<Item extends Change>(
  items: readonly Item[],
  metadataBytes: number,
  update: Update<Item>,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const storable = takeStorable(items, metadataBytes, outcomes);
  const found = storable.length === 0 ? [] : await update(storable);
  for (const { id } of storable) outcomes.set(id, "not_found");
  for (const { id, changed } of found) outcomes.set(id, changed ? "updated" : "too_long");
  return outcomes;
}

/**
 * Creates things, and changes existing ones. Repeated when one is deleted between the two; fails with `aborted` when that happens every
 * time. New things without room are left out; which things are new is known once the existing ones were changed.
 */
export async function storeThings<Item extends Change>(
  items: readonly Item[],
  metadataBytes: number,
  insert: Insert<Item>,
  update: Update<Item>,
  admit: Admit<Item>,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  let left = takeStorable(items, metadataBytes, outcomes);
  for (let attempt = 1; left.length > 0; attempt++) {
    const { result: created, refused } = await admit(left, insert);
    for (const id of created) outcomes.set(id, "created");
    if (attempt > 1) for (const { id } of refused) outcomes.set(id, "no_room");
    left = left.filter(({ id }) => !outcomes.has(id));
    const found = left.length === 0 ? [] : await update(left);
    for (const { id, changed } of found) outcomes.set(id, changed ? "updated" : "too_long");
    left = left.filter(({ id }) => !outcomes.has(id));
    if (attempt === attempts && left.length > 0) throw new Failure("aborted", "The request collided with another one. Try again.");
  }
  return outcomes;
}

// The items that can be stored. The others need not be sent to the database, because their new metadata alone is too long.
function takeStorable<Item extends Change>(items: readonly Item[], metadataBytes: number, outcomes: Map<string, Outcome>): Item[] {
  return items.filter(({ id, set }) => {
    if (Buffer.byteLength(set) <= metadataBytes) return true;
    outcomes.set(id, "too_long");
    return false;
  });
}
