import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { needs, on, withRules } from "../field-rules.ts";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { place, placeRule, placeSentence, toPlace, toUser, userInput } from "./user-fields.ts";

export const addUsers = operation({
  path: "/v2/users/add",
  sdk: "users.add",
  oneItem: { sdk: "users.create", items: "users", item: "user" },
  auth: "apiKey",
  role: "act",
  summary: "Add users to an organization.",
  description: described(
    "Adds users to an organization, or to one of its documents or folders. A user has one profile within the API key: adding a user who exists updates it, and absent keys keep their values.",
    placeSentence,
    "`accessRole` belongs to the place: a user has another one, or none, in each. An absent one stays as it is.",
    "A user of a document or folder does not become a user of the organization.",
  ),
  rpc: UsersService.method.addUsers,
  request: withRules(
    z.strictObject({
      ...place,
      users: batchOf(userInput()).meta({ description: "The users." }),
      createOrganization: z.boolean().optional().meta(texts.createOrganization),
      createDocument: z.boolean().optional().meta({ description: "Creates the document if it does not exist." }),
      createFolder: z.boolean().optional().meta({ description: "Creates the folder if it does not exist." }),
      parentFolderId: id().optional().meta({ description: "The parent of a created folder; a folder that exists is not moved." }),
    }),
    placeRule,
    needs("parentFolderId", on("createFolder")),
  ),
  response: resultsBy("userId", { id: z.string().meta(texts.itemId) }),
  message: "Users added.",
  example: {
    request: {
      organizationId: "acme",
      users: [
        { userId: "ada", name: "Ada Lovelace", email: "ada@acme.example", title: "Analyst" },
        { userId: "grace", name: "Grace Hopper", email: "grace@acme.example" },
      ],
    },
    response: {
      ada: { success: true, id: "ada", message: "The user was added to the organization." },
      grace: { success: true, id: "grace", message: "The user was added to the organization." },
    },
  },
  toRpc: (
    { users, createOrganization = false, createDocument = false, createFolder = false, parentFolderId = "", ...data },
    { apiKeyId },
  ) => ({
    apiKeyId,
    ...toPlace(data),
    users: users.map(toUser),
    createOrganization,
    createDocument,
    createFolder,
    parentFolderId,
  }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
