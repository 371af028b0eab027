import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { filterLocationIds, id, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleTime } from "./directory-fields.ts";
import { fromLocation, storedLocation } from "./location-fields.ts";

export const getLocations = operation({
  path: "/v2/organizations/documents/locations/get",
  sdk: "locations.list",
  auth: "apiKey",
  role: "read",
  summary: "Read locations of a document, in the order of their ids.",
  description:
    "With `locationIds` those that exist, else all. A page has 100 locations when `pageSize` is absent, or all of the named ones. An unknown " +
    "organization or document is NOT_FOUND.",
  rpc: OrganizationDirectoryService.method.getLocations,
  request: z.strictObject({ organizationId: id(), documentId: id(), locationIds: filterLocationIds(), ...paging }),
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
