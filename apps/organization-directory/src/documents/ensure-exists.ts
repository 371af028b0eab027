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

export const ensureExists = ({ database, limits }: Context): Handler<"ensureExists"> => {
  return async (request) => {
    const columns = columnsOf(request.apiKeyId, request.places);
    const places = await selectPlaces(database, columns);
    if (!places.some((place, index) => isToBeCreated(place, request, index))) return { places };
    const missing = missingDocuments(places, request);
    await limits.documents.prepare(request.apiKeyId, missing.length);
    const { refused } = await limits.documents.admit(
      request.apiKeyId,
      missing,
      async (granted) => {
        // All of them or none: they are needed together.
        if (granted.length < missing.length) return [];
        await create(database, request);
        return granted;
      },
      (created) => created.length,
    );
    if (refused.length > 0) throw limits.documents.failure();
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

// Each once: a repeat names the same document.
function missingDocuments(places: readonly PlaceRow[], { places: wanted, createDocument }: EnsureExistsRequest): string[] {
  if (!createDocument) return [];
  const isMissing = (documentId: string, index: number) => documentId !== "" && places[index]?.documentExists !== true;
  return [
    ...new Set(
      wanted.flatMap(({ organizationId, documentId }, index) => (isMissing(documentId, index) ? [`${organizationId}\0${documentId}`] : [])),
    ),
  ];
}

async function create(
  database: Database,
  { apiKeyId, places, createOrganization, createFolder, createDocument }: EnsureExistsRequest,
): Promise<void> {
  const organizationIds = [...new Set(places.map(({ organizationId }) => organizationId))];
  // Before the transaction: a transaction that has locked organizations never waits for one that somebody else is creating.
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
