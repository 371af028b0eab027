import type { EnsureExistsRequest } from "@parley/contracts/organization-directory";
import type { Database } from "@parley/database";
import { rootFolderId } from "@parley/kernel";
import { admitTogether } from "@parley/runtime";
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
    const missing = missingOf(places, request);
    if (kinds.every((kind) => missing[kind].size === 0)) return { places };
    // Either all missing places fit into the quotas or none is created, because they are needed together.
    const demands = kinds.map((kind) => ({
      quota: limits[kind],
      wanted: missing[kind].size,
      addedBy: (created: Created) => created[kind],
    }));
    await admitTogether(request.apiKeyId, demands, () => create(database, request));
    return { places: await selectPlaces(database, columns) };
  };
};

const kinds = ["organizations", "folders", "documents"] as const;

type Created = Record<(typeof kinds)[number], number>;

/** The places to create, each once: a repeat names the same place. */
function missingOf(places: readonly PlaceRow[], request: EnsureExistsRequest): Record<(typeof kinds)[number], Set<string>> {
  const missing = { organizations: new Set<string>(), folders: new Set<string>(), documents: new Set<string>() };
  for (const [index, { organizationId, folderId, documentId }] of request.places.entries()) {
    const place = places[index];
    if (!place?.organizationExists && !request.createOrganization) continue;
    if (!place?.organizationExists) missing.organizations.add(organizationId);
    if (request.createFolder && isFolder(folderId) && !place?.folderExists) missing.folders.add(`${organizationId}\0${folderId}`);
    if (request.createDocument && documentId !== "" && !place?.documentExists) missing.documents.add(`${organizationId}\0${documentId}`);
  }
  return missing;
}

async function create(
  database: Database,
  { apiKeyId, places, createOrganization, createFolder, createDocument }: EnsureExistsRequest,
): Promise<Created> {
  const organizationIds = [...new Set(places.map(({ organizationId }) => organizationId))];
  // Created before the transaction: a transaction that has locked organizations must never wait for one that another transaction is
  // creating.
  const organizations = createOrganization ? await createOrganizations(database, apiKeyId, organizationIds) : 0;

  return database.transaction(async (tx) => {
    await shareOrganizations(tx, apiKeyId, organizationIds);
    const created: Created = { organizations, folders: 0, documents: 0 };
    if (createFolder) {
      const folders = columnsOf(
        apiKeyId,
        places.filter(({ folderId }) => isFolder(folderId)),
      );
      created.folders = await createFolders(tx, apiKeyId, folders.organizationIds, folders.folderIds);
    }
    if (createDocument) {
      const documents = columnsOf(
        apiKeyId,
        places.filter(({ documentId }) => documentId !== ""),
      );
      const hadHidden = await clearHiddenDocuments(tx, apiKeyId, documents.organizationIds, documents.documentIds);
      if (hadHidden) await beginRemovals(tx, apiKeyId);
      created.documents = await createDocuments(tx, documents);
    }
    return created;
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
