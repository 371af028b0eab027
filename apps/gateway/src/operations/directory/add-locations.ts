import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { locationItem, toLocation } from "./location-fields.ts";

export const addLocations = operation({
  path: "/v2/organizations/documents/locations/add",
  sdk: "locations.add",
  auth: "apiKey",
  role: "act",
  summary: "Create or change locations of a document.",
  description: "Keys other than `id` and `locationName` are the location's own and kept as given.",
  rpc: OrganizationDirectoryService.method.addLocations,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentId: id().meta(texts.documentId),
    locations: batchOf(locationItem()).meta({ description: "The locations." }),
  }),
  response: resultsBy("id", { id: z.string().meta(texts.itemId) }),
  message: "Locations added.",
  example: {
    request: { organizationId: "acme", documentId: "forecast", locations: [{ id: "page-1", locationName: "Page 1", page: 1 }] },
    response: { "page-1": { success: true, id: "page-1", message: "The location was created." } },
  },
  toRpc: ({ organizationId, documentId, locations }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    locations: locations.map(toLocation),
  }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
