import { type RemoveUsersFromGroupResponse, UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { exactlyOne, on, withRules } from "../field-rules.ts";
import { byId, id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const deleteUsersFromGroups = operation({
  path: "/v2/organizations/usergroups/users/delete",
  sdk: "groups.deleteUsers",
  auth: "apiKey",
  role: "act",
  summary: "Remove users from a user group.",
  description: described(
    "Removes the named users, or all with `deleteAll`. Removing a user of the organization who is not in the group succeeds, so a request may be repeated.",
    "`deleteAll` returns one entry for each removed user.",
    "A group of several hundred thousand members may take several requests: `result.hasMore` is then true, the returned users have been removed, and the same request removes the rest.",
  ),
  rpc: UsersService.method.removeUsersFromGroup,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      organizationUserGroupId: id().meta(texts.groupId),
      userIds: ids().optional().meta(texts.userIds),
      deleteAll: z.boolean().optional().meta({ description: "Removes all users of the group; excludes `userIds`." }),
    }),
    exactlyOne("userIds", on("deleteAll")),
  ),
  response: resultsBy("userId", { organizationUserGroupId: z.string().meta(texts.groupId) }),
  message: (response) => messageOf(response),
  example: {
    request: { organizationId: "acme", organizationUserGroupId: "analysts", userIds: ["grace"] },
    response: { grace: { success: true, organizationUserGroupId: "analysts", message: "The user is not in the group." } },
  },
  toRpc: ({ organizationId, organizationUserGroupId, userIds = [], deleteAll = false }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    groupId: organizationUserGroupId,
    userIds,
    deleteAll,
  }),
  fromRpc: ({ results, removedUserIds }, { organizationUserGroupId }) => {
    const removed = removedUserIds.map((userId) => ({
      id: userId,
      success: true,
      message: "The user was removed from the group.",
      code: "",
    }));
    return byId([...results, ...removed], () => ({ organizationUserGroupId }));
  },
  extras: ({ more }) => (more ? { hasMore: true } : {}),
});

function messageOf({ groupExists, more, removedUserIds }: RemoveUsersFromGroupResponse): string {
  if (!groupExists) return "The group does not exist, so no user was removed.";
  if (more) return `${removedUserIds.length} users were removed from the group; send the request again to remove more.`;
  return "Users removed from the group.";
}
