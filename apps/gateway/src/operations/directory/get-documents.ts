import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { excludes, exclusive, filled, oneId, withRules } from "../field-rules.ts";
import { filterIds, id, one, paging, searchText } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { exampleTime } from "./directory-fields.ts";
import { documentFilters, filtersSentence, fromDocument, storedDocument, toFilters } from "./document-fields.ts";

export const getDocuments = operation({
  path: "/v2/organizations/documents/get",
  sdk: "documents.list",
  single: { sdk: "documents.retrieve", ids: "documentIds", id: "documentId", needs: ["organizationId"], thing: "document" },
  auth: "apiKey",
  role: "read",
  summary: "List documents of an organization.",
  description: described(
    "Returns documents in the order of their ids: with `documentIds` those that exist, with `folderId` those directly in that folder (`root`: those in none), else all.",
    "`search` finds documents whose name starts with the text (ignoring case) and the one whose id equals it, in the order of their names.",
    filtersSentence,
    "A page with `filters` examines 10,000 documents at most.",
    "A page has 100 documents by default, or all named ones; it may have fewer while `nextPageToken` says that more follow.",
    "An unknown organization or folder is NOT_FOUND.",
  ),
  rpc: OrganizationDirectoryService.method.getDocuments,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentIds: filterIds().meta(texts.documentIds),
      one: one(),
      folderId: id().optional().meta(texts.folderId),
      filters: documentFilters(),
      search: searchText("The beginning of the name, or the whole id.").optional(),
      ...paging,
    }),
    exclusive("folderId", "documentIds"),
    excludes("search", ["documentIds", "folderId", filled("filters")]),
    oneId("documentIds"),
  ),
  response: z.array(storedDocument),
  message: "Documents retrieved.",
  paged: true,
  filters: ["documentIds"],
  example: {
    request: { organizationId: "acme", documentIds: ["welcome"] },
    response: [
      {
        id: "welcome",
        documentId: "welcome",
        documentName: "Welcome",
        folderId: "handbook",
        disabled: false,
        createdAt: exampleTime,
        lastUpdated: exampleTime,
      },
    ],
  },
  toRpc: ({ organizationId, documentIds = [], folderId = "", filters, search = "", pageSize = 0, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentIds,
    folderId,
    filters: toFilters(filters),
    search,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ documents }) => documents.map(fromDocument),
});
