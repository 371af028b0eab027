import type { Location } from "@parley/contracts/activity";
import { invalid } from "@parley/kernel";

/** A location as columns; all null means none. */
export interface LocationColumns {
  readonly locationId: string | null;
  readonly locationName: string | null;
  /** Further keys of the location, as the text of a JSON object. */
  readonly locationExtra: string | null;
}

export const noLocation: LocationColumns = { locationId: null, locationName: null, locationExtra: null };

type LocationInit = Pick<Location, "locationId" | "locationName" | "extraJson">;

export function locationColumns(location: LocationInit | undefined): LocationColumns {
  if (location === undefined) return noLocation;
  const { locationId, locationName, extraJson } = location;
  return { locationId: locationId || null, locationName: locationName || null, locationExtra: extraJson || null };
}

/** The location of a row as a message, in a form to be spread into the parent message: empty when there is no location. */
export function locationPart({ locationId, locationName, locationExtra }: LocationColumns): { location?: LocationInit } {
  if (locationId === null && locationName === null && locationExtra === null) return {};
  return { location: { locationId: locationId ?? "", locationName: locationName ?? "", extraJson: locationExtra ?? "" } };
}

interface Filters {
  readonly documentId: string;
  readonly locationId: string;
  readonly locationName: string;
}

/** Rejects a location without its document, and a location given by both id and name. Fails with `invalid_argument`. */
export function checkLocationFilter({ documentId, locationId, locationName }: Filters): void {
  if (locationId !== "" && locationName !== "") throw invalid("location_name", "locationId and locationName exclude each other.");
  if (documentId !== "") return;
  if (locationId !== "") throw invalid("location_id", "locationId needs a documentId.");
  if (locationName !== "") throw invalid("location_name", "locationName needs a documentId.");
}
