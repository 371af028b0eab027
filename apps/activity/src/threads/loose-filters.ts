import { invalid } from "@parley/kernel";

interface Filters {
  readonly documentId: string;
  readonly locationId: string;
  readonly locationName: string;
}

/** Refuses a location without its document, and two ways of naming one. Fails with `invalid_argument`. */
export function refuseLooseFilters({ documentId, locationId, locationName }: Filters): void {
  if (locationId !== "" && locationName !== "") throw invalid("location_name", "location_id and location_name exclude each other.");
  if (documentId !== "") return;
  if (locationId !== "") throw invalid("location_id", "location_id needs a document_id.");
  if (locationName !== "") throw invalid("location_name", "location_name needs a document_id.");
}
