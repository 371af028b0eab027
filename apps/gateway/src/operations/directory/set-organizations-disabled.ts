import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { idProblem, organizationOwnId, shortened } from "@parley/kernel";
import * as z from "zod";
import { batchOf, byId, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromOrganizationResult, organizationResult } from "./organization-fields.ts";

export const setOrganizationsDisabled = operation({
  path: "/v1/organizations/access/disablestate/update",
  sdk: "organizations.setDisabled",
  auth: "apiKey",
  role: "act",
  summary: "Disable or enable organizations.",
  description: described(
    "While an organization is disabled, no user can read or write in any of its documents.",
    "An organization that does not exist is created in the requested state.",
    "An invalid id fails alone, with code `invalid`.",
  ),
  rpc: OrganizationDirectoryService.method.setOrganizationsDisabled,
  request: z
    .strictObject({
      organizationIds: batchOf(anyId()).meta(texts.organizationIds),
      disabled: z.boolean().meta({ description: "Whether the organization is closed to users." }),
    })
    .transform(({ organizationIds, disabled }) => ({ disabled, ...sorted(organizationIds) })),
  filters: ["organizationIds"],
  response: resultsBy("organizationId", organizationResult),
  message: "Disabled state of organizations updated.",
  example: {
    request: { organizationIds: ["initech"], disabled: true },
    response: { initech: { success: true, id: "2f2db5c2cfd09da1a9ad0a7a4a8bbf6e", message: "The organization is disabled." } },
  },
  toRpc: ({ organizationIds, disabled }, { apiKeyId }) => ({ apiKeyId, organizationIds, disabled }),
  fromRpc: ({ results }, { refusedIds }, { apiKeyId }) =>
    byId([...results, ...refusedIds.map((id) => refused(apiKeyId, id))], fromOrganizationResult),
});

function anyId() {
  return z.string().meta({ description: "1 to 256 characters, no control characters." });
}

function sorted(organizationIds: readonly string[]) {
  const unique = [...new Set(organizationIds)];
  return {
    organizationIds: unique.filter((id) => idProblem(id) === undefined),
    refusedIds: unique.filter((id) => idProblem(id) !== undefined),
  };
}

function refused(apiKeyId: string, id: string) {
  const message = `The organization ${shortened(id)} does not exist and cannot be created: its id ${idProblem(id)}.`;
  return { id, success: false, message, code: "invalid", ownId: organizationOwnId(apiKeyId, id) };
}
