import type { Database } from "@parley/database";
import {
  apiKeyEraser,
  countRemoval as countRows,
  documentRanges,
  type Eraser,
  type Erasers,
  locationRanges,
  messageEraser,
  organizationRange,
  unlessForgotten,
  userRanges,
  wouldBe,
} from "@parley/erasure";
import type { Context, Handler } from "../context.ts";
import { deletedPlaces, documents, folders, locations, organizations } from "../schema.ts";
import { countPlaces, requireCountedFolder } from "./counts.store.ts";
import { documentsToErase, eraseDocuments, eraseFolders, eraseLocations } from "./erasure.store.ts";
import { listErased, listLive } from "./list-erased.ts";
import type { LiveTrees } from "./live-trees.ts";

const messages = messageEraser("directory");
const documentsPerChunk = 100;
const countedPageSize = 1_000;
const ofApiKey = {
  rows: apiKeyEraser("directory", [
    { key: locations.apiKeyId, order: [locations.documentRef, locations.locationId] },
    { key: documents.apiKeyId, order: [documents.organizationRef, documents.documentId] },
    { key: folders.apiKeyId, order: [folders.organizationRef, folders.folderId] },
    { key: organizations.apiKeyId, order: [organizations.organizationId] },
    { key: deletedPlaces.apiKeyId, order: [deletedPlaces.removalId] },
  ]),
};

/** The erasers of the directory's own collections. */
export function erasers(database: Database, trees: LiveTrees): Erasers<"directory"> {
  const list = unlessForgotten((erasure, kind, page) => {
    if (erasure.jobId !== "") return listErased(database, erasure, kind, page);
    const [organizationId = "", folderId = ""] = [...erasure.scope.organizationIds, ...erasure.scope.folderIds];
    return listLive({ database, trees }, { apiKeyId: erasure.apiKeyId, organizationId, folderId }, kind, page, countedPageSize);
  });
  const ofDocuments = messages(documentRanges(list));
  return {
    user: { messages: messages(userRanges) },
    organization: { messages: messages(organizationRange), places },
    folder: { messages: ofDocuments, places },
    document: { messages: ofDocuments, places },
    location: { messages: messages(locationRanges) },
    apiKey: ofApiKey,
  };
}

/**
 * Erases the rows of the deleted places themselves, last of all, because every service found its data by them. The order is locations,
 * documents, folders.
 */
const places: Eraser = {
  ranges: organizationRange,
  // It counts the places that exist, and places may be created again with the same ids.
  isProvenByPass: true,
  count: (db, { erasure, limit }) => countPlaces(db, erasure, limit),
  async erase(tx, { erasure: { apiKeyId, jobId, kind }, after: [position = 0], limit }) {
    const some = Math.min(limit, documentsPerChunk);
    const found = await documentsToErase(tx, { apiKeyId, jobId, limit: some }, kind, Number(position));
    const again = { range: 0, key: [found[0]?.position ?? position] };
    const locations = found.length === 0 ? 0 : await eraseLocations(tx, apiKeyId, found, limit);
    if (locations === limit) return { rows: locations, next: again };
    const documents = found.length === 0 || kind === "document" ? 0 : await eraseDocuments(tx, { apiKeyId, jobId }, found);
    if (documents > 0) return { rows: locations + documents, next: again };
    const folders = kind === "organization" ? await eraseFolders(tx, { apiKeyId, jobId, limit }) : 0;
    return { rows: locations + folders, next: folders > 0 ? again : undefined };
  },
};

export const countRemoval = ({ database, trees }: Context): Handler<"countRemoval"> => {
  return async (request) => {
    const erasure = wouldBe(request);
    if (erasure.kind === "folder") await requireCountedFolder(database, erasure);
    // Rows of locations are deleted at once and not by a task, so they are counted here.
    const ofLocations = erasure.kind === "location" && request.scope?.dataOnly !== true;
    const places = (limit: number) => countPlaces(database, erasure, limit);
    return { collections: await countRows(database, erasers(database, trees), erasure, ofLocations ? { places } : {}) };
  };
};
