import { type FindUsersResponse, type User, UsersService } from "@parley/contracts/users";
import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { across, excludingAll, isFilled, isOneId, never, oneId, rule } from "../across-fields.ts";
import { filterIds, fromJsonText, id, one, paging, searchText } from "../fields.ts";
import { operation } from "../operation.ts";

const all = { const: true };
const some = { minItems: 1 };

/** Filters that may not be given together. */
const combinations = [
  ...never({ documentId: {}, folderId: {} }),
  ...never({ documentId: {}, organizationUserGroupIds: some }),
  ...never({ folderId: {}, organizationUserGroupIds: some }),
  ...never({ allDocuments: all, documentId: {} }),
  ...never({ allDocuments: all, folderId: {} }),
  ...never({ allDocuments: all, userIds: some }),
  ...never({ allDocuments: all, organizationUserGroupIds: some }),
  ...excludingAll("search", "documentId", "folderId"),
  ...never({ search: {}, userIds: some }),
  ...never({ search: {}, organizationUserGroupIds: some }),
  ...never({ search: {}, groupByDocumentId: all }),
  {
    not: {
      required: ["groupByDocumentId"],
      properties: { groupByDocumentId: all },
      not: { required: ["allDocuments"], properties: { allDocuments: all } },
    },
  },
];

/** A user as it is listed. */
const listedUser = z
  .looseObject({ email: z.string(), name: z.string(), userId: z.string() })
  .meta({ title: "User", description: "Further keys are those that you keep with the user." });

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
  advancedQueries: true,
  summary: "Query users of an organization.",
  description: [
    "Combinations of filters: the organization alone; with `userIds`; with `documentId`; with `documentId` and `userIds`; with `folderId`, with or without `userIds`; with `organizationUserGroupIds`; with those and `userIds` (users who match both); with `allDocuments`, with or without `groupByDocumentId`; with `search`, with or without `allDocuments`. Any other is refused.",
    "The organization alone lists its own users, not those of its documents and folders; `folderId` those of the folder itself, `allDocuments` those of any document, each once. Filters that match nothing give an empty list. Users come in the byte order of their ids, and with `groupByDocumentId` documents do too: a document that does not fit on a page continues on the next. Users added or removed meanwhile do not make the listing skip others.",
    "`search` finds users of the organization itself, with `allDocuments` also those of its documents, whose name, last word of the name or e-mail address starts with the text (ignoring case), or whose id starts with exactly the text. They are listed in that order, alphabetically within each group. A page of a search may hold fewer users than requested, even none, while `nextPageToken` indicates that there are more.",
    "A user comes with the keys of your own that you keep there, as `/v2/users/add` takes them. Large ones make a page shorter.",
    "Requires the API key's advanced-queries option, which is on by default.",
  ].join("\n\n"),
  rpc: UsersService.method.findUsers,
  request: z
    .strictObject({
      organizationId: id(),
      documentId: id().optional(),
      folderId: id().optional(),
      userIds: filterIds(),
      one: one(),
      organizationUserGroupIds: filterIds(),
      allDocuments: z.boolean().optional(),
      groupByDocumentId: z.boolean().optional(),
      search: searchText("How the name, the last word of it, the e-mail address or the id begins.").optional(),
      ...paging,
    })
    .refine(
      ({ documentId, folderId }) => documentId === undefined || folderId === undefined,
      rule("folderId", "and documentId exclude each other"),
    )
    .refine(
      ({ allDocuments, documentId, folderId }) => allDocuments !== true || (documentId === undefined && folderId === undefined),
      rule("allDocuments", "excludes documentId and folderId"),
    )
    .refine(
      ({ groupByDocumentId, allDocuments }) => groupByDocumentId !== true || allDocuments === true,
      rule("groupByDocumentId", "needs allDocuments"),
    )
    .refine(
      ({ allDocuments, userIds }) => allDocuments !== true || !isFilled(userIds),
      rule("userIds", "and allDocuments exclude each other"),
    )
    .refine(
      ({ organizationUserGroupIds, documentId, folderId, allDocuments }) =>
        !isFilled(organizationUserGroupIds) || (documentId === undefined && folderId === undefined && allDocuments !== true),
      rule("organizationUserGroupIds", "excludes documentId, folderId and allDocuments: groups belong to the organization"),
    )
    .refine(
      ({ search, documentId, folderId, userIds, organizationUserGroupIds, groupByDocumentId }) =>
        search === undefined ||
        (documentId === undefined &&
          folderId === undefined &&
          !isFilled(userIds) &&
          !isFilled(organizationUserGroupIds) &&
          groupByDocumentId !== true),
      rule("search", "cannot be combined with filters other than allDocuments"),
    )
    .refine(isOneId("userIds"), rule("one", "needs userIds with one id"))
    .meta(across(combinations, oneId("userIds"))),
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
      search = "",
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
    search,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ users, documents }, { groupByDocumentId }) => (groupByDocumentId ? byDocument(documents) : users.map(fromUser)),
});

function fromUser({ email, name, userId, metadataJson }: User) {
  return { ...(fromJsonText(metadataJson) as JsonObject), email, name, userId };
}

// Ids such as `__proto__` are keys like any other.
function byDocument(documents: FindUsersResponse["documents"]): Record<string, unknown> {
  const entries: Record<string, unknown> = Object.create(null);
  for (const { documentId, users } of documents) entries[documentId] = users.map(fromUser);
  return entries;
}
