import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { byId, id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const setDocumentsDisabled = operation({
  path: "/v2/organizations/documents/access/disablestate/update",
  sdk: "documents.setDisabled",
  auth: "apiKey",
  role: "act",
  summary: "Disable or enable documents.",
  description: "While a document is disabled, no user can read or write in it. An unknown document fails with code `not_found`.",
  rpc: OrganizationDirectoryService.method.setDocumentsDisabled,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentIds: ids().meta(texts.documentIds),
    disabled: z.boolean().meta({ description: "Whether the document is closed to users." }),
  }),
  response: resultsBy("documentId", { disabled: z.boolean().meta({ description: "Whether the document is closed to users." }) }),
  message: "Disabled state of documents updated.",
  example: {
    request: { organizationId: "acme", documentIds: ["forecast"], disabled: true },
    response: { forecast: { success: true, disabled: true, message: "The document is disabled." } },
  },
  toRpc: ({ organizationId, documentIds, disabled }, { apiKeyId }) => ({ apiKeyId, organizationId, documentIds, disabled }),
  fromRpc: ({ results }, data) => byId(results, ({ success }) => ({ disabled: success && data.disabled })),
});
