import { UsersService } from "@parley/contracts/users";
import { Failure } from "@parley/kernel";
import * as z from "zod";
import { atLeastOne, withRules } from "../field-rules.ts";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { place, placeRule, placeSentence, toPlace, toUser, userInput } from "./user-fields.ts";

const allUsers = {
  name: "options",
  isGiven: ({ options }: Readonly<Record<string, unknown>>) => (options as { all?: unknown } | undefined)?.all === true,
  value: { type: "object", required: ["all"], properties: { all: { const: true } } },
  needed: "`options.all`",
} as const;

export const updateUsers = operation({
  path: "/v2/users/update",
  sdk: "users.update",
  auth: "apiKey",
  role: "act",
  summary: "Change the profiles of users.",
  description: described(
    "Changes users of an organization, or of one of its documents or folders. Only users of that place are changed, but a profile is the same in every place of the API key. Absent keys keep their values; null removes one.",
    placeSentence,
    "With `options.all` the users of the API key are changed, whatever places they are in, and `organizationId` may be absent; with `options.allDocuments` the users of any document of the organization.",
    "`accessRole` changes the role in the place of the request; it cannot be changed with `options`.",
  ),
  rpc: UsersService.method.updateUsers,
  request: withRules(
    z.strictObject({
      ...place,
      organizationId: id().optional().meta(texts.organizationId),
      users: batchOf(userInput()).meta({ description: "The users." }),
      options: z
        .strictObject({
          all: z.boolean().optional().meta({ description: "Changes users of the API key, whatever places they are in." }),
          allDocuments: z.boolean().optional().meta({ description: "Changes users of any document of the organization." }),
        })
        .optional()
        .meta({ description: "Whose profiles are changed, if not those of one place." }),
    }),
    placeRule,
    atLeastOne("organizationId", allUsers),
  ),
  response: resultsBy("userId", { id: z.string().meta(texts.itemId) }),
  message: "Users updated.",
  example: {
    request: { organizationId: "acme", users: [{ userId: "ada", name: "Ada King", title: null }] },
    response: { ada: { success: true, id: "ada", message: "The user was updated." } },
  },
  toRpc: (
    { users, options: { all: everywhere = false, allDocuments = false } = {}, organizationId = "", ...data },
    { apiKeyId, rights },
  ) => {
    // The organization that is named does not limit whose profiles are changed.
    if (everywhere && rights.organizationIds !== undefined)
      throw new Failure("permission_denied", `The ${rights.bearer} is bound to organizations: it cannot change users with options.all.`);
    const place = toPlace({ ...data, organizationId });
    return { apiKeyId, ...place, users: users.map(toUser), everywhere, allDocuments };
  },
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
