import type { Db } from "@parley/database";
import { decodeCursor, encodeCursor, Failure, invalid } from "@parley/kernel";
import { epochEnd, type FeedState } from "./feed-epochs.store.ts";
import { type FeedPlace, selectLastPlace } from "./feed-pages.store.ts";

const beginning: FeedPlace = { position: -1, ref: 0 };

/**
 * The place that a cursor refers to. Fails with `invalid_argument`, and with `out_of_range` when changes behind the cursor may be missing
 * from this database.
 */
export async function placeOf(db: Db, apiKeyId: string, cursor: string, { tag, horizon }: FeedState): Promise<FeedPlace> {
  if (cursor === "start") return beginning;
  if (cursor === "" || cursor === "now") return (await selectLastPlace(db, apiKeyId, horizon)) ?? beginning;
  const { tag: given, ...place } = decoded(cursor);
  if (given === tag) return place;
  // The transaction ids of a restored copy continue where the copy was made. Positions beyond that now refer to other changes than those
  // that readers saw before.
  const end = await epochEnd(db, given);
  if (end !== undefined && place.position < end) return place;
  const message = 'The cursor belongs to a database that has been restored or replaced since. Begin at "start".';
  throw new Failure("out_of_range", message, { violations: [{ field: "cursor", message }] });
}

/** The cursor right behind a place. */
export function cursorBehind({ tag }: FeedState, { position, ref }: FeedPlace): string {
  return encodeCursor([tag, position, ref]);
}

function decoded(cursor: string): FeedPlace & { tag: string } {
  const problem = invalid("cursor", "cursor is not one that this service returned.");
  let values: readonly unknown[] | undefined;
  try {
    values = decodeCursor(cursor, ["string", "number", "number"]);
  } catch {
    throw problem;
  }
  const [tag, position, ref] = values ?? [];
  // Larger or fractional numbers would not fit into a column.
  if (typeof tag !== "string" || !Number.isSafeInteger(position) || !Number.isSafeInteger(ref)) throw problem;
  return { tag, position: Number(position), ref: Number(ref) };
}
