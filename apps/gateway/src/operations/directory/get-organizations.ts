import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { across, isOneId, oneId, rule } from "../across-fields.ts";
import { filterIds, one, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleTime } from "./directory-fields.ts";
import { fromOrganization, storedOrganization } from "./organization-fields.ts";

export const getOrganizations = operation({
  path: "/v2/organizations/get",
  sdk: "organizations.list",
  single: { sdk: "organizations.retrieve", ids: "organizationIds", id: "organizationId", needs: [], thing: "organization" },
  auth: "apiKey",
  summary: "Read organizations, in the order of their ids.",
  description:
    "With `organizationIds` those that exist, else all. A page has 100 organizations when `pageSize` is absent, or all of the named ones; it may " +
    "have fewer than asked for while `nextPageToken` says that more follow.",
  rpc: OrganizationDirectoryService.method.getOrganizations,
  request: z
    .strictObject({ organizationIds: filterIds(), one: one(), ...paging })
    .refine(isOneId("organizationIds"), rule("one", "needs organizationIds with one id"))
    .meta(across(oneId("organizationIds"))),
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
  toRpc: ({ organizationIds = [], pageSize = 0, pageToken = "" }, { apiKeyId }) => ({ apiKeyId, organizationIds, pageSize, pageToken }),
  fromRpc: ({ organizations }) => organizations.map(fromOrganization),
});
