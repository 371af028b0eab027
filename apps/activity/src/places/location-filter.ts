import { invalid } from "@parley/kernel";

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
