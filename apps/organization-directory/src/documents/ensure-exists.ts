import type { EnsureExistsRequest } from "@parley/contracts/organization-directory";
import type { Database } from "@parley/database";
import { rootFolderId } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { beginRemovals } from "../erasure/removals.ts";
import { createFolders } from "../folders/folders.store.ts";
import { shareOrganizations } from "../organizations/organization-locks.store.ts";
import {
  clearHiddenDocuments,
  createDocuments,
  createOrganizations,
  type PlaceColumns,
  type PlaceRow,
  selectPlaces,
} from "../places/places.store.ts";

export const ensureExists = ({ database }: Context): Handler<"ensureExists"> => {
  return async (request) => {
    const columns = columnsOf(request.apiKeyId, request.places);
    const places = await selectPlaces(database, columns);
    if (!places.some((place, index) => isToBeCreated(place, request, index))) return { places };
    await create(database, request);
    return { places: await selectPlaces(database, columns) };
  };
};

function isToBeCreated(
  place: PlaceRow,
  { places, createOrganization, createFolder, createDocument }: EnsureExistsRequest,
  index: number,
): boolean {
  if (!place.organizationExists) return createOrganization;
  const { folderId = "", documentId = "" } = places[index] ?? {};
  return (createFolder && isFolder(folderId) && !place.folderExists) || (createDocument && documentId !== "" && !place.documentExists);
}

async function create(
  database: Database,
  { apiKeyId, places, createOrganization, createFolder, createDocument }: EnsureExistsRequest,
): Promise<void> {
  const organizationIds = [...new Set(places.map(({ organizationId }) => organizationId))];
  // Before the transaction: one that holds organizations never waits for one that somebody else is creating.
  if (createOrganization) await createOrganizations(database, apiKeyId, organizationIds);

  await database.transaction(async (tx) => {
    await shareOrganizations(tx, apiKeyId, organizationIds);
    if (createFolder) {
      const folders = columnsOf(
        apiKeyId,
        places.filter(({ folderId }) => isFolder(folderId)),
      );
      await createFolders(tx, apiKeyId, folders.organizationIds, folders.folderIds);
    }
    if (createDocument) {
      const documents = columnsOf(
        apiKeyId,
        places.filter(({ documentId }) => documentId !== ""),
      );
      const hadHidden = await clearHiddenDocuments(tx, apiKeyId, documents.organizationIds, documents.documentIds);
      if (hadHidden) await beginRemovals(tx, apiKeyId);
      await createDocuments(tx, documents);
    }
  });
}

function isFolder(folderId: string): boolean {
  return folderId !== "" && folderId !== rootFolderId;
}

function columnsOf(apiKeyId: string, places: EnsureExistsRequest["places"]): PlaceColumns {
  return {
    apiKeyId,
    organizationIds: places.map(({ organizationId }) => organizationId),
    folderIds: places.map(({ folderId }) => folderId),
    documentIds: places.map(({ documentId }) => documentId),
  };
}
