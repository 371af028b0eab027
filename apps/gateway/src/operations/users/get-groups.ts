import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { exclusive, filled, withRules } from "../field-rules.ts";
import { filterIds, id, paging, timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const getGroups = operation({
  path: "/v2/organizations/usergroups/get",
  sdk: "groups.list",
  auth: "apiKey",
  role: "read",
  summary: "List user groups of an organization.",
  description: described(
    "Returns groups in the byte order of their ids: with `groupIds` those that exist, with `userId` the groups of that user, else all. `/v2/users/get` lists the members of a group.",
    "A page has 100 groups by default, or all named ones.",
  ),
  rpc: UsersService.method.getGroups,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      groupIds: filterIds().meta({ description: "Ids of groups." }),
      userId: id().optional().meta(texts.userId),
      ...paging,
    }),
    exclusive("userId", filled("groupIds")),
  ),
  response: z.array(
    z.object({
      groupId: z.string().meta(texts.groupId),
      groupName: z.string().meta({ description: "Name of the group." }),
      createdAt: timestampMs().meta(texts.createdAt),
      lastUpdated: timestampMs().meta(texts.lastUpdated),
    }),
  ),
  message: "User groups retrieved.",
  paged: true,
  filters: ["groupIds"],
  example: {
    request: { organizationId: "acme", groupIds: ["designers"] },
    response: [{ groupId: "designers", groupName: "Designers", createdAt: 1_767_225_600_000, lastUpdated: 1_767_225_600_000 }],
  },
  toRpc: ({ organizationId, groupIds = [], userId = "", pageSize = 0, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    groupIds,
    userId,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ groups }) =>
    groups.map(({ groupId, groupName, createdAtMs, updatedAtMs }) => ({
      groupId,
      groupName,
      createdAt: Number(createdAtMs),
      lastUpdated: Number(updatedAtMs),
    })),
});
