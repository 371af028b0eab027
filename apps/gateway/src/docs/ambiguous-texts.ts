/** The description of a property whose meaning differs from type to type; undefined for a type without an entry. */
export function ambiguousText(owner: string, name: string): string | undefined {
  return Object.entries(ambiguousTexts[name] ?? {}).find(([, owners]) => owners.includes(owner))?.[0];
}

type Texts = Readonly<Record<string, readonly string[]>>;

const level = "What the user is notified of on this channel: `ALL`, `MINE` (only events that address the user by name) or `NONE`.";
const recordings = ["RecordingsAddRequestRecording", "RecordingsListItem"];
const emailServices = ["InitialEmailServiceConfig", "ApiKeysListItemEmailServiceConfig", "EmailServiceConfigInput", "EmailServiceConfig"];
const attempts = ["WebhooksTestItemAttempt", "WebhooksListDeliveriesItemAttempt"];
const threads = [
  ...["NewThread", "ThreadsListItem", "ChangeThread", "FoundThreadThread", "ThreadChange", "WebhookRawCommentAnnotation"],
  ...["OwnThreadInput", "MeGetThreadsItem", "OwnThreadChange"],
];
const comments = ["NewComment", "ThreadComment", "CommentsUpdateRequestUpdatedData", "CommentsUpdateRequestComment"];
const places = ["LocationInput", "LocationsListItem", "LocationsDeleteDataRequestLocation", "LocationRefInput", "LocationRef"];
const activities = ["ActivitiesAddRequestActivity", "ActivitiesListItem", "ActivitiesUpdateRequestActivity"];
const recoveries = ["WebhooksRecoverDeliveriesAnswer", "WebhooksGetRecoveryAnswer"];

/** The meanings of a property by its name, each with the types in which it applies. There is no default: a new type needs an entry here. */
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
    "SendGrid's API key, or the `smtp://` or `smtps://` URL of a mail server with user name and password.": ["InitialEmailServiceConfig"],
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
    "Duration of the recording in milliseconds.": recordings,
    "Duration of the attempt in milliseconds.": ["EmailsTestAnswer", ...attempts],
  },
  email: {
    "E-mail address.": ["WorkspaceOwner", "User", "NamedUser", "WebhookContact"],
    "E-mail address, stored without white space around it; empty for none. A user with one that no mail server takes, or with a part in quotes, is refused, and the message names the field.":
      ["UserInput", "UserProperties"],
    "E-mail address, kept with the item without white space around it and not checked: mails go to the address of the user's profile.": [
      "NamedUserInput",
    ],
    [level]: ["NotificationsSetConfigRequestConfig", "MeSetNotificationConfigRequestConfig"],
  },
  from: {
    "The author of the comment.": comments,
    "Only entries created at this time or later, in milliseconds since the epoch.": ["EmailsListRequest", "WebhooksListDeliveriesRequest"],
    "Start of the period, in milliseconds since the epoch.": recoveries,
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
    "State of the removal; a paused one continues once it is resumed.": ["RemovalsListItem"],
    "Only e-mails in this state.": ["EmailsListRequest"],
    "State of the e-mail.": ["EmailsListItem"],
    "Only deliveries in this state.": ["WebhooksListDeliveriesRequest"],
    "State of the delivery; `held` waits until an endpoint is configured again.": ["WebhooksListDeliveriesItem"],
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
    "End of the period (exclusive), in milliseconds since the epoch.": [
      "EmailsListRequest",
      "WebhooksListDeliveriesRequest",
      ...recoveries,
    ],
  },
  type: {
    "What the API key is for: `testing` or `production`.": ["ListedApiKey", "ApiKeysCreateRequest", "ApiKeysListItem"],
    "What kind of place it is.": ["UserTokenResource"],
    "Name of the plan.": ["ApiKeysCreateRequestPlanInfo", "ApiKeysListItemPlanInfo"],
    "The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`).":
      emailServices,
    "The kind of thread, in a word of your choice.": threads,
    "The stage that the status stands for: not begun (`default`), begun (`ongoing`) or done (`terminal`).": ["StatusInput", "Status"],
    "The kind of priority, in a word of your choice.": ["PriorityInput", "Priority"],
    "The kind of recording, in a word of your choice such as `audio`, `video` or `screen`.": ["RecordingsListItem"],
  },
  url: {
    "Address of the file.": ["AttachmentInput"],
    "Address of the recording.": recordings,
    "The link: open it, or put it into an `iframe`. Keep it secret: its fragment grants access.": ["WebhooksCreatePortalAnswer"],
  },
  user: {
    "Who reacted.": ["ReactionAnnotation"],
    "Who reacts.": ["ReactionsAddRequest"],
    "The user who made the recording.": recordings,
  },
};
