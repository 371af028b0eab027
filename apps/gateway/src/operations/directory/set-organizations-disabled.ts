import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { byId, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { fromOrganizationResult, organizationResult } from "./organization-fields.ts";

/** Operation 8. */
export const setOrganizationsDisabled = operation({
  path: "/v1/organizations/access/disablestate/update",
  sdk: "organizations.setDisabled",
  auth: "apiKey",
  summary: "Close organizations for their users, or open them again.",
  description:
    "While an organization is disabled no user can read or write in any of its documents. An organization that does not exist is created in the " +
    "requested state.",
  rpc: OrganizationDirectoryService.method.setOrganizationsDisabled,
  request: z.strictObject({ organizationIds: ids(), disabled: z.boolean() }),
  response: resultsBy("organizationId", organizationResult),
  message: "Disabled state of organizations updated.",
  example: {
    request: { organizationIds: ["initech"], disabled: true },
    response: { initech: { success: true, id: "2f2db5c2cfd09da1a9ad0a7a4a8bbf6e", message: "The organization is disabled." } },
  },
  toRpc: ({ organizationIds, disabled }, { apiKeyId }) => ({ apiKeyId, organizationIds, disabled }),
  fromRpc: ({ results }) => byId(results, fromOrganizationResult),
});
