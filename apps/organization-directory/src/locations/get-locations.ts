import type { Context, Handler } from "../context.ts";
import { requireDocument } from "../places/missing.ts";
import { cutPage, pageOf } from "../places/page.ts";
import { locationMessage } from "../places/wire.ts";
import { selectLocations } from "./locations.store.ts";

export const getLocations = ({ database }: Context): Handler<"getLocations"> => {
  return async (request) => {
    const { apiKeyId, organizationId, documentId, locationIds } = request;
    const document = { apiKeyId, organizationId, documentId };
    const { after, size, limit } = pageOf(request, locationIds.length > 0);
    const found = await selectLocations(database, { ...document, after, limit }, locationIds);
    if (found.length === 0) await requireDocument(database, document);
    const { rows, nextPageToken } = cutPage(found, size);
    return { locations: rows.map(locationMessage), nextPageToken };
  };
};
