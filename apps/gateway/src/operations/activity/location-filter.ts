import { excluding, needing } from "../across-fields.ts";

interface LocationFilter {
  readonly documentId?: string | undefined;
  readonly locationId?: string | undefined;
  readonly locationName?: string | undefined;
}

export function isNamedOnce({ locationId, locationName }: LocationFilter): boolean {
  return locationId === undefined || locationName === undefined;
}

export function isOfDocument({ documentId, locationId, locationName }: LocationFilter): boolean {
  return documentId !== undefined || (locationId === undefined && locationName === undefined);
}

/** Both in JSON Schema: a location is named in one way, and beside its document. */
export const locationRules = [...excluding(["locationId", "locationName"]), ...needing("documentId", "locationId", "locationName")];
