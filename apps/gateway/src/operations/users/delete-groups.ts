import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { byId, id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const deleteGroups = operation({
  path: "/v2/organizations/usergroups/delete",
  sdk: "groups.delete",
  auth: "apiKey",
  role: "act",
  summary: "Delete user groups.",
  description: "The users of a deleted group stay in the organization.",
  rpc: UsersService.method.deleteGroups,
  request: z.strictObject({ organizationId: id().meta(texts.organizationId), groupIds: ids().meta({ description: "Ids of groups." }) }),
  response: resultsBy("groupId", { id: z.string().meta(texts.itemId) }),
  message: "User groups deleted.",
  example: {
    request: { organizationId: "acme", groupIds: ["analysts"] },
    response: { analysts: { success: true, id: "analysts", message: "The group was deleted." } },
  },
  toRpc: ({ organizationId, groupIds }, { apiKeyId }) => ({ apiKeyId, organizationId, groupIds }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
