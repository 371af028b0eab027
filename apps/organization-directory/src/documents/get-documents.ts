import type { Document, GetDocumentsRequest } from "@parley/contracts/organization-directory";
import type { Database } from "@parley/database";
import { cutPage, encodeCursor, invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { requireFolder } from "../folders/get-folders.ts";
import { pageOf } from "../paging/page.ts";
import { searchPageOf } from "../paging/search.ts";
import { filtersJson } from "./document-filters.ts";
import { type DocumentRow, documentAt, searchDocuments, selectDocuments, selectFilteredDocuments } from "./document-pages.store.ts";

/** The most documents that a page examines with filters. */
const mostExamined = 10_000;

export const getDocuments = ({ database }: Context): Handler<"getDocuments"> => {
  return async (request) => {
    const { apiKeyId, organizationId, documentIds, folderId, search } = request;
    if (search !== "") return findDocuments(database, request);
    if (documentIds.length > 0 && folderId !== "") throw invalid("folder_id", "folder_id and document_ids exclude each other.");
    if (request.filters.length > 0) return filterDocuments(database, request);
    const { after, size, limit } = pageOf(request, documentIds.length > 0);
    const found = await selectDocuments(database, { apiKeyId, organizationId, after, limit }, documentIds, folderId);
    if (found.length === 0) await requireFolder(database, apiKeyId, organizationId, folderId);
    const { shown, nextPageToken } = cutPage(found, size, ({ id }) => [id]);
    return { documents: shown.map(documentMessage), nextPageToken };
  };
};

async function filterDocuments(database: Database, request: GetDocumentsRequest) {
  const { apiKeyId, organizationId, documentIds, folderId } = request;
  const { after, size, limit } = pageOf(request, documentIds.length > 0);
  const page = { apiKeyId, organizationId, after };
  // Of the named documents all are examined.
  const last = documentIds.length > 0 ? undefined : await documentAt(database, { ...page, nth: mostExamined - 1 }, folderId);
  const filters = { filters: filtersJson(request.filters), last: last ?? null };
  const found = await selectFilteredDocuments(database, { ...page, limit, ...filters }, documentIds, folderId);
  if (found.length === 0) await requireFolder(database, apiKeyId, organizationId, folderId);
  const { shown, nextPageToken } = cutPage(found, size, ({ id }) => [id]);
  const goesOn = last === undefined ? "" : encodeCursor([last]);
  return { documents: shown.map(documentMessage), nextPageToken: nextPageToken || goesOn };
}

async function findDocuments(database: Database, request: GetDocumentsRequest) {
  const { apiKeyId, organizationId, documentIds, folderId, search, filters } = request;
  if (documentIds.length > 0 || folderId !== "" || filters.length > 0)
    throw invalid(
      "search",
      "A search covers all documents of the organization: it cannot be combined with document_ids, folder_id or filters.",
    );
  const { size, ...page } = searchPageOf(request);
  const found = await searchDocuments(database, { apiKeyId, organizationId, search, ...page });
  if (found.length === 0) await requireFolder(database, apiKeyId, organizationId, "");
  const { shown, nextPageToken } = cutPage(found, size, ({ searchedName, id }) => [searchedName, id]);
  return { documents: shown.map(documentMessage), nextPageToken };
}

// Complete messages, field by field: a page has up to a thousand of them, and a complete message is not copied later. A removed name is
// stored as the empty text; no id is empty.
function documentMessage(row: DocumentRow): Document {
  const message: Document = {
    $typeName: "parley.organization_directory.v1.Document",
    documentId: row.id,
    disabled: row.disabled,
    accessType: row.accessType,
    metadataJson: row.metadata,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
  if (row.documentName) message.documentName = row.documentName;
  if (row.folderId) message.folderId = row.folderId;
  return message;
}
