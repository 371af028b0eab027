import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { filterNumericIds, id, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { exampleTime } from "./directory-fields.ts";
import { fromLocation, storedLocation } from "./location-fields.ts";

export const getLocations = operation({
  path: "/v2/organizations/documents/locations/get",
  sdk: "locations.list",
  auth: "apiKey",
  role: "read",
  summary: "List locations of a document.",
  description: described(
    "Returns locations in the order of their ids: with `locationIds` those that exist, else all.",
    "A page has 100 locations by default, or all named ones.",
    "An unknown organization or document is NOT_FOUND.",
  ),
  rpc: OrganizationDirectoryService.method.getLocations,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentId: id().meta(texts.documentId),
    locationIds: filterNumericIds().meta({ description: "Ids of locations." }),
    ...paging,
  }),
  response: z.array(storedLocation),
  message: "Locations retrieved.",
  paged: true,
  filters: ["locationIds"],
  example: {
    request: { organizationId: "acme", documentId: "welcome" },
    response: [{ id: "page-1", locationName: "Page 1", page: 1, createdAt: exampleTime, lastUpdated: exampleTime }],
  },
  toRpc: ({ organizationId, documentId, locationIds = [], pageSize = 0, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    locationIds,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ locations }) => locations.map(fromLocation),
});
