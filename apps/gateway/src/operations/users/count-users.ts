import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { exclusive, on, withRules } from "../field-rules.ts";
import { id, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const countUsers = operation({
  path: "/v2/users/count/get",
  sdk: "users.count",
  auth: "apiKey",
  role: "read",
  isCostly: true,
  summary: "Count users of an organization.",
  description: described(
    "Counts the users of the organization itself; with `documentId` those of that document, with `allDocuments` those of any document, each once. A place that does not exist has none.",
    "With `userId` only that user counts: the count is 0 or 1.",
    "Counting ends after a million memberships: `hasMore` is then true, and the count is a lower bound.",
  ),
  rpc: UsersService.method.countUsers,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentId: id().optional().meta(texts.documentId),
      allDocuments: z.boolean().optional().meta({ description: "The users of all documents of the organization." }),
      userId: id().optional().meta(texts.userId),
    }),
    exclusive(on("allDocuments"), "documentId"),
  ),
  response: z.object({
    count: wholeNumber().meta({ description: "The number of users." }),
    hasMore: z.boolean().meta({ description: "Whether there are more." }),
  }),
  message: "Users counted.",
  example: { request: { organizationId: "acme", documentId: "roadmap" }, response: { count: 2, hasMore: false } },
  toRpc: ({ organizationId, documentId = "", allDocuments = false, userId = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    allDocuments,
    userId,
  }),
  fromRpc: ({ count, hasMore }) => ({ count, hasMore }),
});
