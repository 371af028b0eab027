import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { dryRun, dryRunNote } from "../dry-run.ts";
import { byId, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromOrganizationResult, organizationResult } from "./organization-fields.ts";

export const deleteOrganizations = operation({
  path: "/v2/organizations/delete",
  sdk: "organizations.delete",
  auth: "apiKey",
  role: "administrate",
  summary: "Delete organizations with their contents.",
  description: described(
    "Hides the organizations as soon as the request returns, and erases everything in them in the background.",
    dryRunNote,
  ),
  rpc: OrganizationDirectoryService.method.deleteOrganizations,
  request: z.strictObject({ organizationIds: ids().meta(texts.organizationIds), dryRun: dryRun() }),
  response: resultsBy("organizationId", organizationResult),
  message: "Organizations deleted.",
  example: {
    request: { organizationIds: ["initech"] },
    response: { initech: { success: true, id: "2f2db5c2cfd09da1a9ad0a7a4a8bbf6e", message: "The organization was deleted." } },
  },
  removes: ({ organizationIds }, { apiKeyId }) => ({ apiKeyId, scope: { kind: "organization", organizationIds } }),
  toRpc: ({ organizationIds }, { apiKeyId }) => ({ apiKeyId, organizationIds }),
  fromRpc: ({ results }) => byId(results, fromOrganizationResult),
});
