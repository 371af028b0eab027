import { type GetUserDataResponse, UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { freeForm, fromJsonText, id, pageToken } from "../fields.ts";
import { operation } from "../operation.ts";

const items = z.array(freeForm()).max(100);

export const getUserData = operation({
  path: "/v2/users/data/get",
  sdk: "users.getData",
  auth: "apiKey",
  role: "read",
  audited: true,
  summary: "Get everything that belongs to a user in an organization.",
  description: [
    "Comments that the user wrote, is tagged in, or that are assigned to the user; the user's own reactions and recordings; notifications that the user caused or received. At most 100 of each, oldest first; one page token goes through all four, and a page may hold fewer while more follow.",
    "The first page carries `result.userProfile` beside the data: the profile as it is kept, every organization of the API key that the user was added to, and the documents and folders of this organization. It is null when there is no such user. A later page carries it again when the user was added to more places than one page names.",
  ].join("\n\n"),
  rpc: UsersService.method.getUserData,
  // The token holds the positions of five lists, each of which may be an id of 256 characters.
  request: z.strictObject({ organizationId: id(), userId: id(), pageToken: pageToken(32_768) }),
  response: z.object({ comments: items, reactions: items, recordings: items, notifications: items }),
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
          notificationId: "welcome-to-acme",
          organizationId: "acme",
          documentId: "welcome",
          actionUser: { userId: "alice", name: "Alice Adams" },
          displayHeadlineMessageTemplate: "{actionUser} welcomes {recipientUser} to {organization}",
          displayHeadlineMessageTemplateData: { organization: "Acme" },
          displayHeadlineMessage: "Alice Adams welcomes Ada King to Acme",
          displayBodyMessage: "The handbook is a good place to begin.",
          notifyAll: true,
          notificationSourceData: {},
          createdAt: 1795228800000,
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
  extras: (response, { pageToken }) => {
    const userProfile = profileOf(response);
    return userProfile === undefined && pageToken !== undefined ? {} : { userProfile: userProfile ?? null };
  },
});

function profileOf({ profile }: GetUserDataResponse): Record<string, unknown> | undefined {
  if (profile?.user === undefined) return undefined;
  const { userId, name, email } = profile.user;
  return {
    userId,
    name,
    email,
    metadata: fromJsonText(profile.metadataJson),
    organizations: profile.organizationIds,
    documents: profile.documentIds,
    folders: profile.folderIds,
  };
}
