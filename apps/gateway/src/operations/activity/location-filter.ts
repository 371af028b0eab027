import { excluding, needing } from "../across-fields.ts";

interface LocationFilter {
  readonly documentId?: string | undefined;
  readonly locationId?: string | undefined;
  readonly locationName?: string | undefined;
}

/** A location is named by its id or by its name. */
export const isNamedOnce = ({ locationId, locationName }: LocationFilter) => locationId === undefined || locationName === undefined;

/** A location is named together with its document. */
export const needsDocument = (name: "locationId" | "locationName") => (filter: LocationFilter) =>
  filter[name] === undefined || filter.documentId !== undefined;

/** Both rules in JSON Schema. */
export const locationRules = [...excluding(["locationId", "locationName"]), ...needing("documentId", "locationId", "locationName")];
