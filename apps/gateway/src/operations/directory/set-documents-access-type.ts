import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { byId, id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { accessType, accessTypesSentence } from "./access-fields.ts";

export const setDocumentsAccessType = operation({
  path: "/v2/organizations/documents/access/update",
  sdk: "documents.setAccessType",
  auth: "apiKey",
  role: "act",
  summary: "Set which users may enter documents.",
  description: described(
    accessTypesSentence,
    "A document without a type has that of its nearest folder with one, else the `defaultDocumentAccessType` of the API key.",
    "Users who may not enter a document are refused there on their pages, whatever their tokens grant, and are not notified of what happens in it: a change takes effect within five seconds, open streams included. Requests of your server with an auth token are not affected, except that `verifyUserPermissions` refuses such authors.",
    "An unknown document fails with code `not_found`.",
  ),
  rpc: OrganizationDirectoryService.method.setDocumentsAccessType,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentIds: ids().meta(texts.documentIds),
    accessType: accessType().meta({ description: "Which users may enter the documents." }),
  }),
  response: resultsBy("documentId", {
    accessType: accessType().optional().meta({ description: "The type that was set; absent after a failure." }),
  }),
  message: "Access type of documents updated.",
  example: {
    request: { organizationId: "acme", documentIds: ["forecast"], accessType: "restricted" },
    response: { forecast: { success: true, accessType: "restricted", message: "The access type of the document is restricted." } },
  },
  toRpc: ({ organizationId, documentIds, accessType: type }, { apiKeyId }) => ({ apiKeyId, organizationId, documentIds, accessType: type }),
  fromRpc: ({ results }, data) => byId(results, ({ success }) => (success ? { accessType: data.accessType } : {})),
});
