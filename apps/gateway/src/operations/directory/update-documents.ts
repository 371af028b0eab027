import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { documentItem, toDocument } from "./document-fields.ts";

export const updateDocuments = operation({
  path: "/v2/organizations/documents/update",
  sdk: "documents.update",
  auth: "apiKey",
  role: "act",
  summary: "Rename, change or move documents.",
  description:
    "A given key replaces the stored value; null removes it. `disabled` cannot be set here: see `/v2/organizations/documents/access/disablestate/update`.",
  rpc: OrganizationDirectoryService.method.updateDocuments,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documents: batchOf(documentItem()).meta({ description: "The documents." }),
    merge: z.boolean().optional().meta({
      description: "true by default: your own keys that are not given stay. false removes them.",
    }),
  }),
  response: resultsBy("documentId", { id: z.string().meta(texts.itemId) }),
  message: "Documents updated.",
  example: {
    request: { organizationId: "acme", documents: [{ documentId: "forecast", documentName: "Forecast, final", language: null }] },
    response: { forecast: { success: true, id: "forecast", message: "The document was updated." } },
  },
  toRpc: ({ organizationId, documents, merge = true }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documents: documents.map(toDocument),
    replaceMetadata: !merge,
  }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
