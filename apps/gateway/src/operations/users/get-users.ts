import { type FindUsersResponse, UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { excludes, exclusive, filled, needs, on, oneId, withRules } from "../field-rules.ts";
import { filterIds, id, one, paging, searchText } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromUser, involvedFlags, involvedSentence, listedUser } from "./listed-user.ts";

export const getUsers = operation({
  path: "/v2/users/get",
  sdk: "users.list",
  sdkVariant: { name: "users.listByDocument", sets: { allDocuments: true, groupByDocumentId: true } },
  single: {
    sdk: "users.retrieve",
    ids: "userIds",
    id: "userId",
    needs: ["organizationId"],
    takes: ["documentId", "folderId"],
    thing: "user",
  },
  auth: "apiKey",
  role: "read",
  advancedQueries: true,
  summary: "List or search users of an organization.",
  description: described(
    "Returns the users of the organization itself; with `documentId` or `folderId` those of that document or folder, with `allDocuments` those of any document, each once. Users are in the byte order of their ids.",
    "`organizationUserGroupIds` and `userIds` together match users in both. Filters without a match return an empty list.",
    "With `groupByDocumentId`, documents are in the byte order of their ids too; one that does not fit on a page continues on the next.",
    "Users added or removed meanwhile do not make the list skip others.",
    "`searchKey` finds users of the organization, with `allDocuments` also those of its documents: first those whose name begins with the text; then those of whose name each word of the text begins a word, in any order (`maria cruz` finds `Maria de la Cruz`), looked up by the longest word of the text among the first three words of a name and its last; then those whose e-mail address begins with the text (ignoring case), and at last those whose id begins with exactly the text. Within each they are sorted by what begins with it.",
    "In names case, accents and the form of apostrophes do not matter: `jurgen` finds `Großmann, Jürgen`, and `o'neill` finds `O’Neill`. The first 128 characters of a name are searched.",
    "A page of a search may have fewer users, even none, while `nextPageToken` says that more follow.",
    involvedSentence,
    "Users are returned with your own keys, as given to `/v2/users/add`. Large ones shorten a page.",
    "Requires the API key's advanced-queries option, which is on by default.",
  ),
  rpc: UsersService.method.findUsers,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentId: id().optional().meta(texts.documentId),
      folderId: id().optional().meta(texts.folderId),
      userIds: filterIds().meta(texts.userIds),
      one: one(),
      organizationUserGroupIds: filterIds().meta({ description: "Only members of one of these groups." }),
      allDocuments: z.boolean().optional().meta({ description: "The users of all documents of the organization." }),
      groupByDocumentId: z.boolean().optional().meta({ description: "Returns the users by document; needs `allDocuments`." }),
      searchKey: searchText("Words of the name or their beginnings, or the beginning of the e-mail address or the id.").optional(),
      ...involvedFlags,
      ...paging,
    }),
    exclusive("folderId", "documentId"),
    excludes(on("groupByDocumentId"), [on("includeInvolvedDocuments"), on("includeInvolvedDocumentsCount")]),
    excludes(on("allDocuments"), ["documentId", "folderId"]),
    needs(on("groupByDocumentId"), on("allDocuments")),
    exclusive(filled("userIds"), on("allDocuments")),
    excludes(filled("organizationUserGroupIds"), ["documentId", "folderId", on("allDocuments")], {
      because: "groups belong to the organization",
    }),
    excludes("searchKey", ["documentId", "folderId", filled("userIds"), filled("organizationUserGroupIds"), on("groupByDocumentId")]),
    oneId("userIds"),
  ),
  response: z.union([
    z.array(listedUser),
    z.record(z.string(), z.array(listedUser)).meta({ description: "With `groupByDocumentId`: keyed by documentId." }),
  ]),
  message: "Users retrieved.",
  paged: true,
  filters: ["userIds", "organizationUserGroupIds"],
  example: {
    request: { organizationId: "acme", organizationUserGroupIds: ["designers"], pageSize: 50 },
    response: [
      { email: "alice@acme.example", name: "Alice Adams", userId: "alice", title: "Design lead" },
      { email: "carol@acme.example", name: "Carol Chen", userId: "carol" },
    ],
  },
  toRpc: (
    {
      organizationId,
      documentId = "",
      folderId = "",
      userIds = [],
      organizationUserGroupIds = [],
      allDocuments = false,
      groupByDocumentId = false,
      searchKey = "",
      includeInvolvedDocuments = false,
      includeInvolvedDocumentsCount = false,
      pageSize = 0,
      pageToken = "",
    },
    { apiKeyId },
  ) => ({
    apiKeyId,
    organizationId,
    documentId,
    folderId,
    userIds,
    groupIds: organizationUserGroupIds,
    allDocuments,
    groupByDocument: groupByDocumentId,
    search: searchKey,
    withInvolvedDocuments: includeInvolvedDocuments || includeInvolvedDocumentsCount,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ users, documents }, data) => (data.groupByDocumentId ? byDocument(documents) : users.map((user) => fromUser(user, data))),
});

// Ids such as `__proto__` are keys like any other.
function byDocument(documents: FindUsersResponse["documents"]): Record<string, unknown> {
  const entries: Record<string, unknown> = Object.create(null);
  for (const { documentId, users } of documents) entries[documentId] = users.map((user) => fromUser(user));
  return entries;
}
