import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { withRules } from "../field-rules.ts";
import { byId, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { place, placeRule, placeSentence, toPlace } from "./user-fields.ts";

export const deleteUsers = operation({
  path: "/v2/users/delete",
  sdk: "users.delete",
  auth: "apiKey",
  role: "act",
  summary: "Remove users from an organization.",
  description: described(
    "Removes users from an organization, or from one of its documents or folders. The profile and the user's content stay: `/v2/users/data/delete` removes those.",
    placeSentence,
    "A user who leaves the organization leaves its groups, but not its documents and folders.",
  ),
  rpc: UsersService.method.deleteUsers,
  request: withRules(z.strictObject({ ...place, userIds: ids().meta(texts.userIds) }), placeRule),
  response: resultsBy("userId", { id: z.string().meta(texts.itemId) }),
  message: "Users deleted.",
  example: {
    request: { organizationId: "acme", userIds: ["grace", "nobody"] },
    response: {
      grace: { success: true, id: "grace", message: "The user was deleted from the organization." },
      nobody: { success: false, id: "nobody", message: "The user nobody is not in the organization acme.", code: "not_found" },
    },
  },
  toRpc: ({ userIds, ...data }, { apiKeyId }) => ({ apiKeyId, ...toPlace(data), userIds }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
