import { excluding, needing } from "../across-fields.ts";

interface LocationFilter {
  readonly documentId?: string | undefined;
  readonly locationId?: string | undefined;
  readonly locationName?: string | undefined;
}

/** A location is named in one way. */
export const isNamedOnce = ({ locationId, locationName }: LocationFilter) => locationId === undefined || locationName === undefined;

/** What names a location stands beside its document. */
export const needsDocument = (name: "locationId" | "locationName") => (filter: LocationFilter) =>
  filter[name] === undefined || filter.documentId !== undefined;

/** Both in JSON Schema. */
export const locationRules = [...excluding(["locationId", "locationName"]), ...needing("documentId", "locationId", "locationName")];
