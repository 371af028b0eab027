import { exclusive, needs } from "../field-rules.ts";

/** A location is named by its id or its name, together with its document. */
export const locationRules = [
  exclusive("locationName", "locationId"),
  needs("locationId", "documentId"),
  needs("locationName", "documentId"),
] as const;
