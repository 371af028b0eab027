import { type GetUserDataResponse, UsersService } from "@parley/contracts/users";
import * as z from "zod";
import type { Rights } from "../../credentials/rights.ts";
import { freeForm, fromJsonText, id, limits, pageToken } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

const items = z.array(freeForm()).max(100);

export const getUserData = operation({
  path: "/v2/users/data/get",
  sdk: "users.getData",
  auth: "apiKey",
  role: "read",
  audited: true,
  summary: "Get all data of a user.",
  description: described(
    "Returns the user's data in one organization: comments that the user wrote, is tagged in or is assigned; the user's reactions and recordings; notifications that the user caused or received.",
    "A page has at most 100 of each, oldest first. One page token goes through all four, and a page may have fewer while more follow.",
    "The first page has `result.userProfile` beside the data: the stored profile, every organization of the API key that the user was added to, and the documents and folders of this organization. It is null for an unknown user.",
    "A token that is bound to organizations sees only its own among them.",
    "Later pages have it again if the user was added to more places than fit into one.",
  ),
  rpc: UsersService.method.getUserData,
  // The token holds positions in five lists, each possibly an id of 256 characters.
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    userId: id().meta(texts.userId),
    pageToken: pageToken(32_768).meta(texts.pageToken),
    uniqueId: z.string().max(limits.nameCharacters).optional().meta({ description: "Has no effect." }),
  }),
  response: z.object({
    comments: items.meta({ description: "The comments of the user, as they are stored." }),
    reactions: items.meta(texts.reactions),
    recordings: items.meta({ description: "The recordings." }),
    notifications: items.meta({ description: "The notifications." }),
  }),
  message: "User data retrieved.",
  paged: true,
  errorCode: "number",
  timeoutMs: 30_000,
  example: {
    request: { organizationId: "acme", userId: "ada" },
    response: {
      comments: [],
      reactions: [],
      recordings: [],
      notifications: [
        {
          id: "welcome-to-acme",
          notificationId: "welcome-to-acme",
          organizationId: "acme",
          documentId: "welcome",
          metadata: { organizationId: "acme", documentId: "welcome" },
          actionUser: { userId: "alice", name: "Alice Adams" },
          displayHeadlineMessageTemplate: "{actionUser} welcomes {recipientUser} to {organization}",
          displayHeadlineMessageTemplateData: { organization: "Acme" },
          displayHeadlineMessage: "Alice Adams welcomes Ada King to Acme",
          displayBodyMessage: "The handbook is a good place to begin.",
          notifyAll: true,
          notificationSourceData: {},
          timestamp: 1795228800000,
          isRead: false,
          readAt: null,
        },
      ],
    },
  },
  toRpc: ({ organizationId, userId, pageToken = "" }, { apiKeyId }) => ({ apiKeyId, organizationId, userId, pageToken }),
  fromRpc: ({ commentsJson, reactionsJson, recordingsJson, notificationsJson }) => ({
    comments: commentsJson.map(fromJsonText),
    reactions: reactionsJson.map(fromJsonText),
    recordings: recordingsJson.map(fromJsonText),
    notifications: notificationsJson.map(fromJsonText),
  }),
  extras: (response, { pageToken }, { rights }) => {
    const userProfile = profileOf(response, rights);
    return userProfile === undefined && pageToken !== undefined ? {} : { userProfile: userProfile ?? null };
  },
});

// The profile belongs to the API key, and so does its list of organizations: which others a user is in is not for a bound token.
function profileOf({ profile }: GetUserDataResponse, { organizationIds: own }: Rights): Record<string, unknown> | undefined {
  if (profile?.user === undefined) return undefined;
  const { userId, name, email } = profile.user;
  return {
    userId,
    name,
    email,
    metadata: fromJsonText(profile.metadataJson),
    organizations: profile.organizationIds.filter((id) => own === undefined || own.has(id)),
    documents: profile.documentIds,
    folders: profile.folderIds,
  };
}
