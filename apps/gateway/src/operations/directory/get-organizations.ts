import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { excludes, filled, oneId, withRules } from "../field-rules.ts";
import { filterIds, one, paging, searchText } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { exampleTime } from "./directory-fields.ts";
import { fromOrganization, storedOrganization } from "./organization-fields.ts";

export const getOrganizations = operation({
  path: "/v2/organizations/get",
  sdk: "organizations.list",
  single: { sdk: "organizations.retrieve", ids: "organizationIds", id: "organizationId", needs: [], thing: "organization" },
  auth: "apiKey",
  role: "read",
  summary: "List organizations.",
  description: described(
    "Returns organizations in the order of their ids: with `organizationIds` those that exist, else all.",
    "`search` finds organizations whose name starts with the text (ignoring case) and the one whose id equals it, in the order of their names.",
    "A page has 100 organizations by default, or all named ones; it may have fewer while `nextPageToken` says that more follow.",
  ),
  rpc: OrganizationDirectoryService.method.getOrganizations,
  request: withRules(
    z.strictObject({
      organizationIds: filterIds().meta(texts.organizationIds),
      one: one(),
      search: searchText("The beginning of the name, or the whole id.").optional(),
      ...paging,
    }),
    oneId("organizationIds"),
    excludes("search", [filled("organizationIds")]),
  ),
  response: z.array(storedOrganization),
  message: "Organizations retrieved.",
  paged: true,
  filters: ["organizationIds"],
  example: {
    request: { organizationIds: ["acme"] },
    response: [
      {
        id: "acme",
        organizationId: "acme",
        organizationName: "Acme Inc.",
        internalId: "6d1ee8a5b1f4c9bb1d2a0e4c6a3c7e90",
        plan: "team",
        disabled: false,
        createdAt: exampleTime,
        lastUpdated: exampleTime,
      },
    ],
  },
  toRpc: ({ organizationIds = [], search = "", pageSize = 0, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationIds,
    search,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ organizations }) => organizations.map(fromOrganization),
});
