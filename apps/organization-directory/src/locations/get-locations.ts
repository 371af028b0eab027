import type { Location } from "@parley/contracts/organization-directory";
import type { Db } from "@parley/database";
import { cutPage, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { organizationExists } from "../organizations/organization-locks.store.ts";
import { pageOf } from "../paging/page.ts";
import { organizationNotFound } from "../places/missing.ts";
import { documentExists, type LocationRow, type OfDocument, selectLocations } from "./locations.store.ts";

export const getLocations = ({ database }: Context): Handler<"getLocations"> => {
  return async (request) => {
    const { apiKeyId, organizationId, documentId, locationIds } = request;
    const document = { apiKeyId, organizationId, documentId };
    const { after, size, limit } = pageOf(request, locationIds.length > 0);
    const found = await selectLocations(database, { ...document, after, limit }, locationIds);
    if (found.length === 0) await requireDocument(database, document);
    const { shown, nextPageToken } = cutPage(found, size, ({ id }) => [id]);
    return { locations: shown.map(locationMessage), nextPageToken };
  };
};

/** Fails with `not_found` when the organization or the document does not exist. Call it when a list is empty. */
async function requireDocument(db: Db, document: OfDocument): Promise<void> {
  const { apiKeyId, organizationId, documentId } = document;
  if (await documentExists(db, document)) return;
  if (!(await organizationExists(db, apiKeyId, organizationId))) throw organizationNotFound(organizationId);
  throw notFound(
    `The document ${shortened(documentId)} does not exist in the organization ${shortened(organizationId)}.`,
    "document_not_found",
  );
}

// Complete messages, field by field: a page has up to a thousand of them, and a complete message is not copied later. A removed name is
// stored as the empty text; no id is empty.
function locationMessage(row: LocationRow): Location {
  const message: Location = {
    $typeName: "parley.organization_directory.v1.Location",
    locationId: row.id,
    metadataJson: row.metadata,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
  if (row.locationName) message.locationName = row.locationName;
  return message;
}
