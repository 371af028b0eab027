import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { withRules } from "../field-rules.ts";
import { batchOf, byId, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { place, placeRule, placeSentence, toPlace, toUser, userInput } from "./user-fields.ts";

export const updateUsers = operation({
  path: "/v2/users/update",
  sdk: "users.update",
  auth: "apiKey",
  role: "act",
  summary: "Change the profiles of users.",
  description: described(
    "Changes users of an organization, or of one of its documents or folders. Only users of that place are changed, but a profile is the same in every place of the API key. Absent keys keep their values; null removes one.",
    placeSentence,
  ),
  rpc: UsersService.method.updateUsers,
  request: withRules(z.strictObject({ ...place, users: batchOf(userInput()).meta({ description: "The users." }) }), placeRule),
  response: resultsBy("userId", { id: z.string().meta(texts.itemId) }),
  message: "Users updated.",
  example: {
    request: { organizationId: "acme", users: [{ userId: "ada", name: "Ada King", title: null }] },
    response: { ada: { success: true, id: "ada", message: "The user was updated." } },
  },
  toRpc: ({ users, ...data }, { apiKeyId }) => ({ apiKeyId, ...toPlace(data), users: users.map(toUser) }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
