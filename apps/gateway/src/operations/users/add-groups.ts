import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { batchOf, byId, id, name, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

const groupInput = z
  .strictObject({ groupId: id().meta(texts.groupId), groupName: name().nullable().optional().meta({ description: "Name of the group." }) })
  .meta({ title: "GroupInput" });

export const addGroups = operation({
  path: "/v2/organizations/usergroups/add",
  sdk: "groups.add",
  auth: "apiKey",
  role: "act",
  summary: "Create or rename user groups.",
  rpc: UsersService.method.addGroups,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    organizationUserGroups: batchOf(groupInput).meta({ description: "The groups." }),
    createOrganization: z.boolean().optional().meta(texts.createOrganization),
  }),
  response: resultsBy("groupId", { id: z.string().meta(texts.itemId) }),
  message: "User groups added.",
  example: {
    request: { organizationId: "acme", organizationUserGroups: [{ groupId: "analysts", groupName: "Analysts" }] },
    response: { analysts: { success: true, id: "analysts", message: "The group was created." } },
  },
  toRpc: ({ organizationId, organizationUserGroups, createOrganization = false }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    groups: organizationUserGroups.map(({ groupId, groupName }) => ({
      groupId,
      ...(groupName === undefined ? {} : { groupName: groupName ?? "" }),
    })),
    createOrganization,
  }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
