import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { filled, needs, on, withRules } from "../field-rules.ts";
import { filterIds, id, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromUser, involvedFlags, involvedSentence, listedUser } from "./listed-user.ts";

export const getDocumentUsers = operation({
  path: "/v2/users/doc/get",
  sdk: "users.listOfDocuments",
  auth: "apiKey",
  role: "read",
  summary: "List users of any document.",
  description: described(
    "Returns the users who were added to any document of the organization, each once, in the byte order of their ids; with `userIds` those of them.",
    involvedSentence,
    "Users added or removed meanwhile do not make the list skip others.",
  ),
  rpc: UsersService.method.findUsers,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      userIds: filterIds().meta(texts.userIds),
      includeInvolvedDocuments: involvedFlags.includeInvolvedDocuments,
      ...paging,
    }),
    needs(on("includeInvolvedDocuments"), filled("userIds")),
  ),
  response: z.array(listedUser),
  message: "Users of documents retrieved.",
  paged: true,
  filters: ["userIds"],
  example: {
    request: { organizationId: "acme", userIds: ["gina"], includeInvolvedDocuments: true },
    response: [{ email: "gina@guest.example", name: "Gina Garcia", userId: "gina", involvedDocuments: ["roadmap"] }],
  },
  toRpc: ({ organizationId, userIds = [], includeInvolvedDocuments = false, pageSize = 0, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    userIds,
    allDocuments: true,
    withInvolvedDocuments: includeInvolvedDocuments,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ users }, data) => users.map((user) => fromUser(user, data)),
});
