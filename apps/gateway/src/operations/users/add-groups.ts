import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { batchOf, byId, id, name, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";

const groupInput = z.strictObject({ groupId: id(), groupName: name().nullable().optional() }).meta({ title: "GroupInput" });

export const addGroups = operation({
  path: "/v2/organizations/usergroups/add",
  sdk: "groups.add",
  auth: "apiKey",
  role: "act",
  summary: "Create or rename user groups.",
  rpc: UsersService.method.addGroups,
  request: z.strictObject({
    organizationId: id(),
    organizationUserGroups: batchOf(groupInput),
    createOrganization: z.boolean().optional(),
  }),
  response: resultsBy("groupId", { id: z.string() }),
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
