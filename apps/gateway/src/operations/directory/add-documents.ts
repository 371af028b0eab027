import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { inFolder } from "./directory-fields.ts";
import { documentItem, toDocument } from "./document-fields.ts";

export const addDocuments = operation({
  path: "/v2/organizations/documents/add",
  sdk: "documents.add",
  oneItem: { sdk: "documents.create", items: "documents", item: "document" },
  auth: "apiKey",
  role: "act",
  summary: "Create or change documents.",
  description: described(
    "Creates documents. A document that exists is changed as by `/v2/organizations/documents/update`; adding one that was deleted creates a new, empty one.",
    "Keys other than `documentId`, `documentName` and `folderId` are your own and kept as given.",
    "`folderId` may also be given once, beside `documents`.",
    "`createOrganization` and `createFolder` create what does not exist; without them such items fail with code `not_found`.",
  ),
  rpc: OrganizationDirectoryService.method.addDocuments,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documents: batchOf(documentItem()).meta({ description: "The documents." }),
    folderId: inFolder().meta({ description: "For documents that name no folder themselves." }),
    createOrganization: z.boolean().optional().meta(texts.createOrganization),
    createFolder: z.boolean().optional().meta({ description: "Creates the folder if it does not exist." }),
  }),
  response: resultsBy("documentId", { id: z.string().meta(texts.itemId) }),
  message: "Documents added.",
  example: {
    request: {
      organizationId: "acme",
      folderId: "archive-2025",
      documents: [{ documentId: "forecast", documentName: "Forecast", language: "en" }],
    },
    response: { forecast: { success: true, id: "forecast", message: "The document was created." } },
  },
  toRpc: ({ organizationId, documents, folderId, createOrganization = false, createFolder = false }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documents: documents.map((document) => toDocument({ folderId, ...document })),
    createOrganization,
    createFolder,
  }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
