import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { batchOf, byId, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { fromOrganizationResult, organizationItem, organizationResult, toOrganization } from "./organization-fields.ts";

export const addOrganizations = operation({
  path: "/v2/organizations/add",
  sdk: "organizations.add",
  oneItem: { sdk: "organizations.create", items: "organizations", item: "organization" },
  auth: "apiKey",
  role: "act",
  summary: "Create or change organizations.",
  description:
    "Creates organizations. One that exists is changed key by key, as by `/v1/organizations/update`; adding one that was deleted creates a new, empty one. Keys other than `organizationId` and `organizationName` are metadata.",
  rpc: OrganizationDirectoryService.method.addOrganizations,
  request: z.strictObject({ organizations: batchOf(organizationItem()).meta({ description: "The organizations." }) }),
  response: resultsBy("organizationId", organizationResult),
  message: "Organizations added.",
  example: {
    request: { organizations: [{ organizationId: "initech", organizationName: "Initech", plan: "enterprise" }] },
    response: { initech: { success: true, id: "2f2db5c2cfd09da1a9ad0a7a4a8bbf6e", message: "The organization was created." } },
  },
  toRpc: ({ organizations }, { apiKeyId }) => ({ apiKeyId, organizations: organizations.map(toOrganization) }),
  fromRpc: ({ results }) => byId(results, fromOrganizationResult),
});
