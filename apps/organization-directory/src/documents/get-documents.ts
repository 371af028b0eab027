import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { requireFolder } from "../places/missing.ts";
import { cutPage, pageOf } from "../places/page.ts";
import { documentMessage } from "../places/wire.ts";
import { selectDocuments } from "./document-pages.store.ts";

export const getDocuments = ({ database }: Context): Handler<"getDocuments"> => {
  return async (request) => {
    const { apiKeyId, organizationId, documentIds, folderId } = request;
    if (documentIds.length > 0 && folderId !== "") throw invalid("folder_id", "folder_id and document_ids exclude each other.");
    const { after, size, limit } = pageOf(request, documentIds.length > 0);
    const found = await selectDocuments(database, { apiKeyId, organizationId, after, limit }, documentIds, folderId);
    if (found.length === 0) await requireFolder(database, apiKeyId, organizationId, folderId);
    const { rows, nextPageToken } = cutPage(found, size);
    return { documents: rows.map(documentMessage), nextPageToken };
  };
};
