import { namedThings } from "./named-things.ts";

const documentId = "locations";

/** Locations of a document: added, renamed and deleted. */
export const locations = namedThings("locations", {
  list: "locations",
  id: "id",
  deletedIds: "locationIds",
  name: "locationName",
  path: "/v2/organizations/documents/locations",
  documentId,
});
