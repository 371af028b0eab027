import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { inFolder } from "./directory-fields.ts";
import { documentItem, toDocument } from "./document-fields.ts";

export const addDocuments = operation({
  path: "/v2/organizations/documents/add",
  sdk: "documents.add",
  oneItem: { sdk: "documents.create", items: "documents", item: "document" },
  auth: "apiKey",
  role: "act",
  summary: "Create documents, or change those that exist.",
  description:
    "Keys beside `documentId`, `documentName` and `folderId` are yours, kept as given; `folderId` may also be given once, beside `documents`. `createOrganization` and `createFolder` create what does not exist; " +
    "without them such items fail with code `not_found`. A document that exists is changed as by `/v2/organizations/documents/update`. Adding one " +
    "that was deleted makes a new, empty one.",
  rpc: OrganizationDirectoryService.method.addDocuments,
  request: z.strictObject({
    organizationId: id(),
    documents: batchOf(documentItem()),
    folderId: inFolder().meta({ description: "For documents that do not name a folder themselves." }),
    createOrganization: z.boolean().optional(),
    createFolder: z.boolean().optional(),
  }),
  response: resultsBy("documentId", { id: z.string() }),
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
