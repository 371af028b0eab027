import { namedThings } from "./named-things.ts";

/** Documents created, renamed and deleted. */
export const documents = namedThings("documents", {
  list: "documents",
  id: "documentId",
  name: "documentName",
  path: "/v2/organizations/documents",
});
