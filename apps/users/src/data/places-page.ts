import type { Db } from "@parley/database";
import { fittingRows, PageBytes } from "@parley/kernel";
import { organizationsOfUser, placesOfUser } from "../members/memberships.store.ts";
import type { PlaceKind } from "../places/place.ts";

/** The start of a page in the list of a user's places: after an id of a kind; the empty id comes before all. */
interface Position {
  readonly kind: string;
  readonly after: string;
}

interface PlacesRequest {
  readonly apiKeyId: string;
  /** Documents and folders are those of this organization. */
  readonly organizationId: string;
  readonly userId: string;
  readonly from: Position;
  readonly size: number;
}

/** The order in which a user's places are listed. */
const kinds: readonly PlaceKind[] = ["organization", "document", "folder"];

/** One page of the places that a user was added to, and the start of the next one. */
export async function placesPage(db: Db, { from, size, ...request }: PlacesRequest) {
  const places: Record<PlaceKind, string[]> = { organization: [], document: [], folder: [] };
  const bytes = new PageBytes();
  let left = size;
  for (const kind of kinds.slice(Math.max(0, kinds.indexOf(from.kind as PlaceKind)))) {
    const after = kind === from.kind ? from.after : "";
    // One row more than fits is read, which tells whether there is another page.
    const page = { ...request, kind, after, limit: left + 1 };
    const ids = await (kind === "organization" ? organizationsOfUser(db, page) : placesOfUser(db, page));
    const shown = fittingRows(ids, left, bytes);
    places[kind] = [...shown];
    if (shown.length < ids.length) return { places, next: { kind, after: shown.at(-1) ?? after } };
    left -= ids.length;
  }
  return { places, next: undefined };
}
