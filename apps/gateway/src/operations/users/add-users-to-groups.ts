import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { byId, id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const addUsersToGroups = operation({
  path: "/v2/organizations/usergroups/users/add",
  sdk: "groups.addUsers",
  auth: "apiKey",
  role: "act",
  summary: "Add users to a user group.",
  description: "Only users of the organization itself can join a group. Adding a user who is already in it succeeds.",
  rpc: UsersService.method.addUsersToGroup,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    organizationUserGroupId: id().meta(texts.groupId),
    userIds: ids().meta(texts.userIds),
  }),
  response: resultsBy("userId", { organizationUserGroupId: z.string().meta(texts.groupId) }),
  message: "Users added to the group.",
  example: {
    request: { organizationId: "acme", organizationUserGroupId: "analysts", userIds: ["ada", "grace", "nobody"] },
    response: {
      ada: { success: true, organizationUserGroupId: "analysts", message: "The user is in the group." },
      grace: { success: true, organizationUserGroupId: "analysts", message: "The user is in the group." },
      nobody: {
        success: false,
        organizationUserGroupId: "analysts",
        message: "The user nobody is not in the organization acme.",
        code: "not_found",
      },
    },
  },
  toRpc: ({ organizationId, organizationUserGroupId, userIds }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    groupId: organizationUserGroupId,
    userIds,
  }),
  fromRpc: ({ results }, { organizationUserGroupId }) => byId(results, () => ({ organizationUserGroupId })),
});
