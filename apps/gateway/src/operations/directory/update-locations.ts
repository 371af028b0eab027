import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { locationItem, toLocation } from "./location-fields.ts";

export const updateLocations = operation({
  path: "/v2/organizations/documents/locations/update",
  sdk: "locations.update",
  auth: "apiKey",
  role: "act",
  summary: "Change locations of a document.",
  description: "A given key replaces the stored value, null removes it, and all others stay.",
  rpc: OrganizationDirectoryService.method.updateLocations,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentId: id().meta(texts.documentId),
    locations: batchOf(locationItem()).meta({ description: "The locations." }),
  }),
  response: resultsBy("id", { id: z.string().meta(texts.itemId) }),
  message: "Locations updated.",
  example: {
    request: { organizationId: "acme", documentId: "forecast", locations: [{ id: "page-1", locationName: "First page" }] },
    response: { "page-1": { success: true, id: "page-1", message: "The location was updated." } },
  },
  toRpc: ({ organizationId, documentId, locations }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    locations: locations.map(toLocation),
  }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
