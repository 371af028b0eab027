import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { dryRun, dryRunNote } from "../dry-run.ts";
import { byId, id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const deleteDocuments = operation({
  path: "/v2/organizations/documents/delete",
  sdk: "documents.delete",
  auth: "apiKey",
  role: "act",
  audited: true,
  summary: "Delete documents.",
  description: described(
    "Hides the documents as soon as the request returns, and erases everything in them in the background.",
    dryRunNote,
  ),
  rpc: OrganizationDirectoryService.method.deleteDocuments,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentIds: ids().meta(texts.documentIds),
    dryRun: dryRun(),
  }),
  response: resultsBy("documentId", { id: z.string().meta(texts.itemId) }),
  message: "Documents deleted.",
  example: {
    request: { organizationId: "acme", documentIds: ["forecast"] },
    response: { forecast: { success: true, id: "forecast", message: "The document was deleted." } },
  },
  removes: ({ organizationId, documentIds }, { apiKeyId }) => ({
    apiKeyId,
    scope: { kind: "document", organizationIds: [organizationId], documentIds },
  }),
  toRpc: ({ organizationId, documentIds }, { apiKeyId }) => ({ apiKeyId, organizationId, documentIds }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
