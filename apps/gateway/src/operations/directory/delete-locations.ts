import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { dryRun, dryRunNote } from "../dry-run.ts";
import { byId, id, numericIds, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const deleteLocations = operation({
  path: "/v2/organizations/documents/locations/delete",
  sdk: "locations.delete",
  auth: "apiKey",
  role: "act",
  audited: true,
  summary: "Delete locations of a document.",
  description: described(
    "Hides the locations as soon as the request returns, and erases everything at them in the background.",
    dryRunNote,
  ),
  rpc: OrganizationDirectoryService.method.deleteLocations,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentId: id().meta(texts.documentId),
    locationIds: numericIds().meta({ description: "Ids of locations." }),
    dryRun: dryRun(),
  }),
  response: resultsBy("id", { id: z.string().meta(texts.itemId) }),
  message: "Locations deleted.",
  example: {
    request: { organizationId: "acme", documentId: "forecast", locationIds: ["page-1"] },
    response: { "page-1": { success: true, id: "page-1", message: "The location was deleted." } },
  },
  removes: ({ organizationId, documentId, locationIds }, { apiKeyId }) => ({
    apiKeyId,
    scope: { kind: "location", organizationIds: [organizationId], documentIds: [documentId], locationIds },
  }),
  toRpc: ({ organizationId, documentId, locationIds }, { apiKeyId }) => ({ apiKeyId, organizationId, documentId, locationIds }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
