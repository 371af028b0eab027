/** What a property means whose name says something else from type to type; undefined for a type that is not listed. */
export function ambiguousText(owner: string, name: string): string | undefined {
  return Object.entries(ambiguousTexts[name] ?? {}).find(([, owners]) => owners.includes(owner))?.[0];
}

type Texts = Readonly<Record<string, readonly string[]>>;

const level = "Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`.";
const recordings = ["RecordingsAddRequestRecording", "RecordingsListItem"];
const emailServices = ["NewEmailServiceConfig", "ApiKeysListItemEmailServiceConfig", "EmailServiceConfigInput", "EmailServiceConfig"];
const attempts = ["WebhooksTestItemAttempt", "WebhooksListDeliveriesItemAttempt"];
const threads = [
  ...["NewThread", "ThreadsListItem", "ChangeThread", "FoundThreadThread", "ThreadChange", "WebhookRawCommentAnnotation"],
  ...["OwnThreadInput", "MeGetThreadsItem", "OwnThreadChange"],
];
const comments = ["NewComment", "ThreadComment", "CommentsUpdateRequestUpdatedData", "CommentsUpdateRequestComment"];
const places = ["LocationInput", "LocationsListItem", "LocationsDeleteDataRequestLocation", "LocationRefInput", "LocationRef"];
const activities = ["ActivitiesAddRequestActivity", "ActivitiesListItem", "ActivitiesUpdateRequestActivity"];
const recoveries = ["WebhooksRecoverDeliveriesAnswer", "WebhooksGetRecoveryAnswer"];

/** By the name of the property: each meaning, with the types where it has it. A type is added here by whoever adds it: there is no text for the rest. */
export const ambiguousTexts: Readonly<Record<string, Texts>> = {
  apiKey: {
    "Public identifier of the API key (`pk_…`).": [
      "ApiKeysCreateAnswer",
      "ApiKeysUpdateRequest",
      "AuthTokensCreateRequest",
      "AuthTokensListRequest",
      "AuthTokensListAnswer",
      "AuthTokensUpdateRequest",
      "AuthTokensRotateRequest",
      "AuthTokensRevokeRequest",
      "ApiKeysSetDisabledRequest",
      "ApiKeysDeleteRequest",
      "LocationsDeleteDataRequest",
      "ThreadMetadata",
      "NotificationsSetConfigItemMetadata",
      "NotificationsGetConfigItemMetadata",
      "MeGetNotificationConfigItemMetadata",
      "MeSetNotificationConfigItemMetadata",
      "WebhookRawMetadata",
    ],
    "SendGrid's API key, or the `smtp://` or `smtps://` URL of a mail server with user name and password.": ["NewEmailServiceConfig"],
  },
  authToken: { "Secret token of the API key (`sk_…`).": ["LocationsDeleteDataRequest"] },
  comments: {
    "The comments of the user, as they are stored.": ["UsersGetDataAnswer"],
    "What is changed, comment by comment.": ["CommentsUpdateRequest", "MeUpdateCommentsRequest"],
  },
  disabled: {
    "Whether requests with the credentials of the API key are refused.": ["ApiKeysSetDisabledRequest", "ApiKeysSetDisabledAnswer"],
    "Whether the organization is closed to users.": ["OrganizationsListItem", "OrganizationsSetDisabledRequest"],
    "Whether the document is closed to users.": ["DocumentsSetDisabledRequest", "DocumentsSetDisabledAnswerEntry"],
  },
  durationMs: {
    "How long the recording is, in milliseconds.": recordings,
    "How long the attempt took, in milliseconds.": ["EmailsTestAnswer", ...attempts],
  },
  email: {
    "E-mail address.": ["WorkspaceOwner", "UserInput", "UserProperties", "User", "NamedUserInput", "NamedUser", "WebhookContact"],
    [level]: ["NotificationsSetConfigRequestConfig", "MeSetNotificationConfigRequestConfig"],
  },
  from: {
    "The author of the comment.": comments,
    "Only those made at this time or later, in milliseconds since the epoch.": ["EmailsListRequest", "WebhooksListDeliveriesRequest"],
    "The beginning of the time, in milliseconds since the epoch.": recoveries,
  },
  id: {
    "Id of the workspace.": ["WorkspacesCreateAnswer", "WorkspacesGetAnswer"],
    "Id of the owner.": ["WorkspaceOwner"],
    "Public identifier of the API key (`pk_…`).": ["ListedApiKey"],
    "Id of the organization, the folder or the document.": ["UserTokenResource"],
    "Id of the item.": ["BatchEntryWithId", "ThreadsAddAnswerEntry", "MeAddThreadsAnswerEntry"],
    "Id of the location.": places,
    "Id of the status: any word.": ["StatusInput", "Status"],
    "Id of the priority: any word.": ["PriorityInput", "Priority"],
    "Id of the activity.": activities,
  },
  inbox: { [level]: ["NotificationsSetConfigRequestConfig", "MeSetNotificationConfigRequestConfig"] },
  reaction: { "The reaction: an emoji or a word.": ["ReactionAnnotation"] },
  state: {
    "How far the removal is; a paused one goes on when it is resumed.": ["RemovalsListItem"],
    "Only e-mails of which this became.": ["EmailsListRequest"],
    "What became of the e-mail.": ["EmailsListItem"],
    "Only deliveries of which this became.": ["WebhooksListDeliveriesRequest"],
    "What became of the delivery; one that is held waits for its endpoint to be set again.": ["WebhooksListDeliveriesItem"],
  },
  status: {
    "The status of the thread.": [
      "ThreadsListItem",
      "MeGetThreadsItem",
      "ChangeThread",
      "FoundThreadThread",
      "WebhookRawCommentAnnotation",
      "WebhookProcessed",
    ],
  },
  text: {
    "The words that tag the user, such as `@Carol`.": ["TaggedUserInput", "TaggedUser", "TaggedPersonInput"],
    "What the mail says of it.": ["EmailsListItemItem"],
    "What the model answered.": ["AiAskAnswer1", "AiStreamAnswer1"],
  },
  to: {
    "The end of the time, not included, in milliseconds since the epoch.": [
      "EmailsListRequest",
      "WebhooksListDeliveriesRequest",
      ...recoveries,
    ],
  },
  type: {
    "What the API key is for: `testing` or `production`.": ["ListedApiKey", "ApiKeysCreateRequest", "ApiKeysListItem"],
    "What kind of place it is.": ["UserTokenResource"],
    "Name of the plan.": ["ApiKeysCreateRequestPlanInfo", "ApiKeysListItemPlanInfo"],
    "Who sends the e-mails: the installation's mail server (`default`), SendGrid or a mail server of yours (`smtp`).": emailServices,
    "A word of yours for the kind of thread.": threads,
    "What the status means: not begun (`default`), begun (`ongoing`) or done (`terminal`).": ["StatusInput", "Status"],
    "A word of yours for the kind of priority.": ["PriorityInput", "Priority"],
    "A word of yours for the kind of recording, such as `audio`, `video` or `screen`.": ["RecordingsListItem"],
  },
  url: {
    "Address of the file.": ["AttachmentInput"],
    "Address of the recording.": recordings,
    "The link: open it, or put it into an `iframe`. Keep it from others, its fragment is the secret.": ["WebhooksCreatePortalAnswer"],
  },
  user: {
    "Who reacted.": ["ReactionAnnotation"],
    "Who reacts.": ["ReactionsAddRequest"],
    "Who made the recording.": recordings,
  },
};
