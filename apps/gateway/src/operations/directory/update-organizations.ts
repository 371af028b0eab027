import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { batchOf, byId, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { fromOrganizationResult, organizationItem, organizationResult, toOrganization } from "./organization-fields.ts";

export const updateOrganizations = operation({
  path: "/v1/organizations/update",
  sdk: "organizations.update",
  auth: "apiKey",
  role: "act",
  summary: "Change names and metadata of organizations.",
  description:
    "A given key replaces the stored value, null removes it, and all others stay. `disabled` cannot be set here: see `/v1/organizations/access/disablestate/update`.",
  rpc: OrganizationDirectoryService.method.updateOrganizations,
  request: z.strictObject({ organizations: batchOf(organizationItem()).meta({ description: "The organizations." }) }),
  response: resultsBy("organizationId", organizationResult),
  message: "Organizations updated.",
  example: {
    request: { organizations: [{ organizationId: "acme", organizationName: "Acme Inc.", region: "eu" }] },
    response: { acme: { success: true, id: "6d1ee8a5b1f4c9bb1d2a0e4c6a3c7e90", message: "The organization was updated." } },
  },
  toRpc: ({ organizations }, { apiKeyId }) => ({ apiKeyId, organizations: organizations.map(toOrganization) }),
  fromRpc: ({ results }) => byId(results, fromOrganizationResult),
});
