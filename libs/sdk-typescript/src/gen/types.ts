// Made by `npm run generate` from the list of operations.

/**
 * Your own keys of an organization. There are none until you declare them, so that a misspelt known key does not compile:
 * `declare module "@parley/sdk" { interface OrganizationKeys { plan?: string } }`. Or spread them once: `...{ plan: "gold" }`.
 */
export interface OrganizationKeys {}

/**
 * Your own keys of a folder. There are none until you declare them, so that a misspelt known key does not compile:
 * `declare module "@parley/sdk" { interface FolderKeys { plan?: string } }`. Or spread them once: `...{ plan: "gold" }`.
 */
export interface FolderKeys {}

/**
 * Your own keys of a document. There are none until you declare them, so that a misspelt known key does not compile:
 * `declare module "@parley/sdk" { interface DocumentKeys { plan?: string } }`. Or spread them once: `...{ plan: "gold" }`.
 */
export interface DocumentKeys {}

/**
 * Your own keys of a location. There are none until you declare them, so that a misspelt known key does not compile:
 * `declare module "@parley/sdk" { interface LocationKeys { plan?: string } }`. Or spread them once: `...{ plan: "gold" }`.
 */
export interface LocationKeys {}

/**
 * Your own keys of a user. There are none until you declare them, so that a misspelt known key does not compile:
 * `declare module "@parley/sdk" { interface UserKeys { plan?: string } }`. Or spread them once: `...{ plan: "gold" }`.
 */
export interface UserKeys {}

/**
 * Your own keys of an attachment. There are none until you declare them, so that a misspelt known key does not compile:
 * `declare module "@parley/sdk" { interface AttachmentKeys { plan?: string } }`. Or spread them once: `...{ plan: "gold" }`.
 */
export interface AttachmentKeys {}

/** What `workspaces.create` takes. */
export interface WorkspacesCreateRequest {
  /** Name of the workspace. */
  workspaceName?: string | undefined;
  /** E-mail address of the owner. */
  ownerEmail: string;
  /** Display name. */
  name?: string | undefined;
  /** URL of a picture. */
  avatar?: string | undefined;
}

/** What `workspaces.create` returns. */
export interface WorkspacesCreateAnswer {
  /** Id of the workspace. */
  id: string;
  /** Display name. */
  name: string;
  /** The owner of the workspace. */
  owner: WorkspaceOwner;
  /** Keyed by API key; only the oldest 1,000. `/v2/workspace/apikeys/get` lists all. */
  apiKeyList: { readonly [key: string]: ListedApiKey };
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Secret token of the workspace. */
  authToken: string;
  /** Secret token of the first API key. */
  apiKeyAuthToken: string;
}

/** The owner of a workspace. */
export interface WorkspaceOwner {
  /** Id of the owner. */
  id: string;
  /** Display name. */
  name: string;
  /** E-mail address. */
  email: string;
  /** URL of a picture. */
  avatar: string;
}

/** An API key in the list of its workspace. */
export interface ListedApiKey {
  /** Public identifier of the API key (`pk_…`). */
  id: string;
  /** Name of the API key. */
  apiKeyName: string;
  /** What the API key is for: `testing` or `production`. */
  type: "testing" | "production";
}

/** What `workspaces.get` takes. */
export interface WorkspacesGetRequest {

}

/** What `workspaces.get` returns. */
export interface WorkspacesGetAnswer {
  /** Id of the workspace. */
  id: string;
  /** Display name. */
  name: string;
  /** The owner of the workspace. */
  owner: WorkspaceOwner;
  /** Keyed by API key; only the oldest 1,000. `/v2/workspace/apikeys/get` lists all. */
  apiKeyList: { readonly [key: string]: ListedApiKey };
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
}

/** What `apiKeys.create` takes. */
export interface ApiKeysCreateRequest {
  /** E-mail address of the owner. */
  ownerEmail: string;
  /** Name of the API key. */
  apiKeyName?: string | undefined;
  /** What the API key is for: `testing` or `production`. */
  type?: "testing" | "production" | undefined;
  /** Creates a token for the new API key. */
  createAuthToken?: boolean | undefined;
  /** The plan. */
  planInfo?: ApiKeysCreateRequestPlanInfo | undefined;
  /** Whether you use a plan of your own. */
  customPlanInfo?: boolean | undefined;
  /** Your plan's data; free-form. */
  customPlanInfoData?: { readonly [key: string]: unknown } | undefined;
  /** The domains on which the API key may be used. */
  allowedDomains?: readonly string[] | undefined;
  /** Adds `localhost` and `127.0.0.1` to the allowed domains. */
  addLocalHostToAllowedDomains?: boolean | undefined;
  /** Whether e-mails are sent. */
  useEmailService?: boolean | undefined;
  /** Whether webhooks are sent to the two URLs. Events while it is off are not stored for them. */
  useWebhookService?: boolean | undefined;
  /** The provider of e-mails and its settings. */
  emailServiceConfig?: InitialEmailServiceConfig | undefined;
  /** The endpoints and their settings. */
  webhookServiceConfig?: WebhookServiceConfigInput | undefined;
}

/** The `planInfo` of ApiKeysCreateRequest. */
export interface ApiKeysCreateRequestPlanInfo {
  /** Name of the plan. */
  type?: string | undefined;
}

/** The e-mail service of a new API key. */
export interface InitialEmailServiceConfig {
  /** The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`). */
  type?: "default" | "sendgrid" | "smtp" | undefined;
  /** SendGrid's API key, or the `smtp://` or `smtps://` URL of a mail server with user name and password. */
  apiKey?: string | undefined;
  /** Address that e-mails come from. */
  fromEmail?: string | undefined;
  /** Name of the company that e-mails come from. */
  fromCompany?: string | undefined;
  /** The provider's id of the template for comments. */
  commentTemplateId?: string | undefined;
  /** The provider's id of the template for tagged users. */
  tagTemplateId?: string | undefined;
}

/** Changes of the endpoints of an API key's webhooks: absent fields keep their values. */
export interface WebhookServiceConfigInput {
  /** Sent to both URLs as `Authorization: Basic <authToken>`. */
  authToken?: string | null | undefined;
  /** The URL for raw events: events with the whole thread. */
  rawNotificationUrl?: string | null | undefined;
  /** The URL for processed events: events with the users to notify. */
  processedNotificationUrl?: string | null | undefined;
  /** Sends bodies as base64 of their JSON. */
  encodeData?: boolean | null | undefined;
  /** Needs a usable `publicKey`. */
  encryptData?: boolean | null | undefined;
  /** RSA, 2048 to 16384 bits; SPKI or PKCS#1, base64 with or without PEM lines. */
  publicKey?: string | null | undefined;
  /** Which events are sent. */
  triggers?: WebhookTriggersInput | null | undefined;
}

/** The events to send: absent ones keep their settings. */
export interface WebhookTriggersInput {
  /** A thread gets its first comment. */
  "comment_annotation.add"?: boolean | null | undefined;
  /** A comment is added to a thread that has one. */
  "comment.add"?: boolean | null | undefined;
  /** A comment is changed. */
  "comment.update"?: boolean | null | undefined;
  /** A comment is deleted. */
  "comment.delete"?: boolean | null | undefined;
  /** The status of a thread changes. */
  "comment_annotation.status_change"?: boolean | null | undefined;
  /** The assignee of a thread changes. */
  "comment_annotation.assign"?: boolean | null | undefined;
  /** The priority of a thread changes. */
  "comment_annotation.priority_change"?: boolean | null | undefined;
  /** A reaction is added to a comment. */
  "comment.reaction_add"?: boolean | null | undefined;
  /** A reaction is removed from a comment. */
  "comment.reaction_delete"?: boolean | null | undefined;
}

/** What `apiKeys.create` returns. */
export interface ApiKeysCreateAnswer {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** The token that was created; only with `createAuthToken`. */
  authToken?: string | undefined;
}

/** What `apiKeys.list` takes. */
export interface ApiKeysListRequest {
  /** The beginning of the name, or the whole id. */
  search?: string | undefined;
  /** Ids of API keys. An empty list matches nothing. */
  apiKeys?: readonly string[] | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `apiKeys.list`. */
export interface ApiKeysListItem {
  /** The API key itself. */
  id: string;
  /** Name of the API key. */
  apiKeyName: string;
  /** E-mail address of the owner. */
  ownerEmail: string;
  /** What the API key is for: `testing` or `production`. */
  type: "testing" | "production";
  /** The plan. */
  planInfo: ApiKeysListItemPlanInfo | null;
  /** Whether you use a plan of your own. */
  customPlanInfo: boolean;
  /** Your plan's data; free-form. */
  customPlanInfoData: { readonly [key: string]: unknown } | null;
  /** Whether e-mails are sent. */
  useEmailService: boolean;
  /** Whether webhooks are sent to the two URLs. Events while it is off are not stored for them. */
  useWebhookService: boolean;
  /** The provider of e-mails and its settings. */
  emailServiceConfig: ApiKeysListItemEmailServiceConfig | null;
  /** Whether requests with its credentials are refused. */
  disabled: boolean;
  /** The limits of the key. */
  limits: ApiKeysListItemLimits;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
}

/** The `planInfo` of ApiKeysListItem. */
export interface ApiKeysListItemPlanInfo {
  /** Name of the plan. */
  type: string;
}

/** The `emailServiceConfig` of ApiKeysListItem. */
export interface ApiKeysListItemEmailServiceConfig {
  /** The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`). */
  type: "default" | "sendgrid" | "smtp";
  /** Masked except for its last four characters. */
  apiKey: string | null;
  /** Address that e-mails come from. */
  fromEmail: string;
  /** Name of the company that e-mails come from. */
  fromCompany: string;
  /** The provider's id of the template for comments. */
  commentTemplateId: string;
  /** The provider's id of the template for tagged users. */
  tagTemplateId: string;
}

/** The `limits` of ApiKeysListItem. */
export interface ApiKeysListItemLimits {
  /** Requests in a second that each gateway accepts of the key, set by the workspace; null if it has set none. */
  requestsPerSecond: number | null;
  /** The highest value that the workspace may set for `requestsPerSecond`, set by the operator for this key; null if the installation's applies. */
  maxRequestsPerSecond: number | null;
  /** Documents of the key, set by the workspace; null if it has set none. */
  documents: number | null;
  /** The highest value that the workspace may set for `documents`, set by the operator for this key; null if the installation's applies. */
  maxDocuments: number | null;
  /** Users of the key, each counted once, set by the workspace; null if it has set none. */
  users: number | null;
  /** The highest value that the workspace may set for `users`, set by the operator for this key; null if the installation's applies. */
  maxUsers: number | null;
  /** Annotations of the key, set by the workspace; null if it has set none. */
  annotations: number | null;
  /** The highest value that the workspace may set for `annotations`, set by the operator for this key; null if the installation's applies. */
  maxAnnotations: number | null;
  /** Comments of the key, set by the workspace; null if it has set none. */
  comments: number | null;
  /** The highest value that the workspace may set for `comments`, set by the operator for this key; null if the installation's applies. */
  maxComments: number | null;
  /** Streams of changes that each gateway holds open for the key at the same time, set by the workspace; null if it has set none. */
  streams: number | null;
  /** The highest value that the workspace may set for `streams`, set by the operator for this key; null if the installation's applies. */
  maxStreams: number | null;
  /** Webhook endpoints of the key, beside the two URLs of its webhook configuration, set by the workspace; null if it has set none. */
  webhookEndpoints: number | null;
  /** The highest value that the workspace may set for `webhookEndpoints`, set by the operator for this key; null if the installation's applies. */
  maxWebhookEndpoints: number | null;
}

/** What `apiKeys.update` takes. */
export interface ApiKeysUpdateRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Name of the API key. */
  apiKeyName?: string | undefined;
  /** Limits of the key. */
  limits?: ApiKeysUpdateRequestLimits | undefined;
}

/** The `limits` of ApiKeysUpdateRequest. */
export interface ApiKeysUpdateRequestLimits {
  /** Requests in a second that each gateway accepts of the key; null removes the limit. */
  requestsPerSecond?: number | null | undefined;
  /** Documents of the key; null removes the limit. */
  documents?: number | null | undefined;
  /** Users of the key, each counted once; null removes the limit. */
  users?: number | null | undefined;
  /** Annotations of the key; null removes the limit. */
  annotations?: number | null | undefined;
  /** Comments of the key; null removes the limit. */
  comments?: number | null | undefined;
  /** Streams of changes that each gateway holds open for the key at the same time; null removes the limit. */
  streams?: number | null | undefined;
  /** Webhook endpoints of the key, beside the two URLs of its webhook configuration; null removes the limit. */
  webhookEndpoints?: number | null | undefined;
}

/** What `authTokens.create` takes. */
export interface AuthTokensCreateRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Display name. */
  name?: string | undefined;
  /** The role: `read` sees, `act` also changes content, `administrate` may do everything. */
  role?: "read" | "act" | "administrate" | undefined;
  /** The token may use only operations that name these organizations; all if absent. */
  organizationIds?: readonly string[] | undefined;
  /** The token may use only operations of these resources; all if absent. */
  resources?: readonly ("organizations" | "folders" | "documents" | "locations" | "users" | "groups" | "removals" | "userTokens" | "threads" | "comments" | "reactions" | "recordings" | "activities" | "changes" | "notifications" | "emails" | "webhooks" | "ai" | "apiKeys" | "domains")[] | undefined;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt?: number | null | undefined;
}

/** What `authTokens.create` returns. */
export interface AuthTokensCreateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** The secret token. */
  token: string;
  /** Display name. */
  name: string;
  /** The role: `read` sees, `act` also changes content, `administrate` may do everything. */
  role: "read" | "act" | "administrate";
  /** The organizations that the token is bound to; null for all. */
  organizationIds: readonly string[] | null;
  /** The resources that the token is bound to; null for all. */
  resources: readonly string[] | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The `tokenId` of the token that replaced it in a rotation. */
  replacedBy: string | null;
}

/** What `authTokens.list` takes. */
export interface AuthTokensListRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `authTokens.list`. */
export interface AuthTokensListAnswer {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** The tokens of the API key. */
  authTokens: readonly AuthTokensListAnswerAuthToken[];
}

/** One of the `authTokens` of AuthTokensListAnswer. */
export interface AuthTokensListAnswerAuthToken {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** The secret token. */
  token: string;
  /** Display name. */
  name: string;
  /** The role: `read` sees, `act` also changes content, `administrate` may do everything. */
  role: "read" | "act" | "administrate";
  /** The organizations that the token is bound to; null for all. */
  organizationIds: readonly string[] | null;
  /** The resources that the token is bound to; null for all. */
  resources: readonly string[] | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The `tokenId` of the token that replaced it in a rotation. */
  replacedBy: string | null;
}

/** What `authTokens.update` takes. */
export interface AuthTokensUpdateRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** Display name. */
  name?: string | undefined;
  /** The role: `read` sees, `act` also changes content, `administrate` may do everything. */
  role?: "read" | "act" | "administrate" | undefined;
  /** The token may use only operations that name these organizations; all if absent. */
  organizationIds?: readonly string[] | undefined;
  /** The token may use only operations of these resources; all if absent. */
  resources?: readonly ("organizations" | "folders" | "documents" | "locations" | "users" | "groups" | "removals" | "userTokens" | "threads" | "comments" | "reactions" | "recordings" | "activities" | "changes" | "notifications" | "emails" | "webhooks" | "ai" | "apiKeys" | "domains")[] | undefined;
}

/** What `authTokens.update` returns. */
export interface AuthTokensUpdateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** Display name. */
  name: string;
  /** The role: `read` sees, `act` also changes content, `administrate` may do everything. */
  role: "read" | "act" | "administrate";
  /** The organizations that the token is bound to; null for all. */
  organizationIds: readonly string[] | null;
  /** The resources that the token is bound to; null for all. */
  resources: readonly string[] | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The `tokenId` of the token that replaced it in a rotation. */
  replacedBy: string | null;
}

/** What `authTokens.rotate` takes. */
export interface AuthTokensRotateRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** Seconds for which the old token remains valid. */
  overlapSeconds?: number | undefined;
}

/** What `authTokens.rotate` returns. */
export interface AuthTokensRotateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** The secret token. */
  token: string;
  /** Display name. */
  name: string;
  /** The role: `read` sees, `act` also changes content, `administrate` may do everything. */
  role: "read" | "act" | "administrate";
  /** The organizations that the token is bound to; null for all. */
  organizationIds: readonly string[] | null;
  /** The resources that the token is bound to; null for all. */
  resources: readonly string[] | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The `tokenId` of the token that replaced it in a rotation. */
  replacedBy: string | null;
  /** When the old token expires. */
  previousExpiresAt: number;
}

/** What `authTokens.revoke` takes. */
export interface AuthTokensRevokeRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** The secret token. */
  token?: string | undefined;
  /** Identifies the token when it is revoked; not a secret. */
  tokenId?: string | undefined;
}

/** What `authTokens.reset` takes. */
export interface AuthTokensResetRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
}

/** What `authTokens.reset` returns. */
export interface AuthTokensResetAnswer {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** The only token of the API key from now on. */
  newAuthToken: NewAuthToken;
}

/** The only token of an API key, after a reset. */
export interface NewAuthToken {
  /** The secret token. */
  token: string;
  /** Display name. */
  name: string;
  /** Always empty, for code that expects it: domains belong to the API key. */
  domains: readonly string[];
}

/** What `apiKeys.setDisabled` takes. */
export interface ApiKeysSetDisabledRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Whether requests with the credentials of the API key are refused. */
  disabled: boolean;
}

/** What `apiKeys.setDisabled` returns. */
export interface ApiKeysSetDisabledAnswer {
  /** Whether requests with the credentials of the API key are refused. */
  disabled: boolean;
}

/** What `apiKeys.delete` takes. */
export interface ApiKeysDeleteRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Removes nothing, and returns how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `apiKeys.delete` returns. */
export interface ApiKeysDeleteAnswer {
  /** Id of the job. */
  jobId: string;
  /** Number of tasks of the job. */
  tasksCount: number;
}

/** The numbers of rows that a removal would remove, by service and collection. */
export interface RemovalCounts {
  /** One for each collection that the removal would go through. */
  counts: readonly RemovalCountsCount[];
}

/** The number of rows that a removal would remove from a collection. */
export interface RemovalCountsCount {
  /** The service that has the rows. */
  service: string;
  /** The collection of the service, as in the removal's tasks. */
  collection: string;
  /** Exact up to 100,000; `more` if there are more, or if more would have to be read to find them. */
  rows: number | "more";
}

/** What `workspaceTokens.create` takes. */
export interface WorkspaceTokensCreateRequest {
  /** Display name. */
  name?: string | undefined;
  /** The role: `read` sees, `act` also changes content, `administrate` may do everything. */
  role?: "read" | "act" | "administrate" | undefined;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt?: number | null | undefined;
}

/** What `workspaceTokens.create` returns. */
export interface WorkspaceTokensCreateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** The token in plain text; it cannot be read again. */
  token: string;
  /** Display name. */
  name: string;
  /** The role of the token, or of the session. */
  role: "read" | "act" | "administrate";
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The role of a session of the console; null for a token created here. */
  sessionRole: "read" | "act" | "administrate" | null;
  /** The `tokenId` of the token that replaced it in a rotation. */
  replacedBy: string | null;
}

/** What `workspaceTokens.list` takes. */
export interface WorkspaceTokensListRequest {

}

/** What `workspaceTokens.list` returns. */
export interface WorkspaceTokensListAnswer {
  /** The tokens of the workspace. */
  tokens: readonly WorkspaceTokensListAnswerToken[];
}

/** One of the `tokens` of WorkspaceTokensListAnswer. */
export interface WorkspaceTokensListAnswerToken {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** Masked except for its last four characters. */
  token: string;
  /** Display name. */
  name: string;
  /** The role of the token, or of the session. */
  role: "read" | "act" | "administrate";
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The role of a session of the console; null for a token created here. */
  sessionRole: "read" | "act" | "administrate" | null;
  /** The `tokenId` of the token that replaced it in a rotation. */
  replacedBy: string | null;
}

/** What `workspaceTokens.update` takes. */
export interface WorkspaceTokensUpdateRequest {
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** Display name. */
  name?: string | undefined;
  /** The role: `read` sees, `act` also changes content, `administrate` may do everything. */
  role?: "read" | "act" | "administrate" | undefined;
}

/** What `workspaceTokens.update` returns. */
export interface WorkspaceTokensUpdateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** Masked except for its last four characters. */
  token: string;
  /** Display name. */
  name: string;
  /** The role of the token, or of the session. */
  role: "read" | "act" | "administrate";
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The role of a session of the console; null for a token created here. */
  sessionRole: "read" | "act" | "administrate" | null;
  /** The `tokenId` of the token that replaced it in a rotation. */
  replacedBy: string | null;
}

/** What `workspaceTokens.rotate` takes. */
export interface WorkspaceTokensRotateRequest {
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** Seconds for which the old token remains valid. */
  overlapSeconds?: number | undefined;
}

/** What `workspaceTokens.rotate` returns. */
export interface WorkspaceTokensRotateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** The token in plain text; it cannot be read again. */
  token: string;
  /** Display name. */
  name: string;
  /** The role of the token, or of the session. */
  role: "read" | "act" | "administrate";
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The role of a session of the console; null for a token created here. */
  sessionRole: "read" | "act" | "administrate" | null;
  /** The `tokenId` of the token that replaced it in a rotation. */
  replacedBy: string | null;
  /** When the old token expires. */
  previousExpiresAt: number;
}

/** What `workspaceTokens.revoke` takes. */
export interface WorkspaceTokensRevokeRequest {
  /** The secret token. */
  token?: string | undefined;
  /** Identifies the token when it is revoked; not a secret. */
  tokenId?: string | undefined;
}

/** What `ai.updateModels` takes. */
export interface AiUpdateModelsRequest {
  /** The keys of the providers, returned masked, and the daily budget. */
  aiModelsConfig: AiUpdateModelsRequestAiModelsConfig;
}

/** The `aiModelsConfig` of AiUpdateModelsRequest. */
export interface AiUpdateModelsRequestAiModelsConfig {
  /** The key for OpenAI. */
  openai?: string | null | undefined;
  /** The key for Anthropic. */
  anthropic?: string | null | undefined;
  /** The key for Gemini. */
  gemini?: string | null | undefined;
  /** Most tokens, input and output, that all API keys of the workspace use on one day in UTC; null for no bound. */
  dailyTokenBudget?: number | null | undefined;
}

/** What `ai.updateModels` returns. */
export interface AiUpdateModelsAnswer {
  /** The keys of the providers, returned masked, and the daily budget. */
  aiModelsConfig: AiUpdateModelsAnswerAiModelsConfig;
}

/** The `aiModelsConfig` of AiUpdateModelsAnswer. */
export interface AiUpdateModelsAnswerAiModelsConfig {
  /** Masked except for its last four characters; null when none is set. */
  openai: string | null;
  /** Masked except for its last four characters; null when none is set. */
  anthropic: string | null;
  /** Masked except for its last four characters; null when none is set. */
  gemini: string | null;
  /** Maximum number of tokens that all API keys of the workspace may use in total per day (UTC); null for no limit. */
  dailyTokenBudget: number | null;
}

/** What `ai.getModels` takes. */
export interface AiGetModelsRequest {

}

/** What `ai.getModels` returns. */
export interface AiGetModelsAnswer {
  /** The keys of the providers, returned masked, and the daily budget. */
  aiModelsConfig: AiGetModelsAnswerAiModelsConfig;
}

/** The `aiModelsConfig` of AiGetModelsAnswer. */
export interface AiGetModelsAnswerAiModelsConfig {
  /** Masked except for its last four characters; null when none is set. */
  openai: string | null;
  /** Masked except for its last four characters; null when none is set. */
  anthropic: string | null;
  /** Masked except for its last four characters; null when none is set. */
  gemini: string | null;
  /** Maximum number of tokens that all API keys of the workspace may use in total per day (UTC); null for no limit. */
  dailyTokenBudget: number | null;
}

/** What `domains.add` takes. */
export interface DomainsAddRequest {
  /** Domains, with or without a scheme; one leading `*.` is allowed. */
  domains: readonly string[];
}

/** What `domains.add` returns. */
export interface DomainsAddAnswer {
  /** The domains that were added, in their stored form. */
  domainsAdded: readonly string[];
}

/** What `domains.list` takes. */
export interface DomainsListRequest {

}

/** What `domains.list` returns. */
export interface DomainsListAnswer {
  /** The domains on which the API key may be used. */
  allowedDomains: readonly string[];
}

/** What `domains.delete` takes. */
export interface DomainsDeleteRequest {
  /** Domains, with or without a scheme; one leading `*.` is allowed. */
  domains: readonly string[];
}

/** What `domains.delete` returns. */
export interface DomainsDeleteAnswer {
  /** The domains that were removed. */
  domainsRemoved: readonly string[];
}

/** What `webhooks.updateConfig` takes. */
export interface WebhooksUpdateConfigRequest {
  /** Whether webhooks are sent to the two URLs. Events while it is off are not stored for them. */
  useWebhookService?: boolean | undefined;
  /** The endpoints and their settings. */
  webhookServiceConfig?: WebhookServiceConfigInput | undefined;
}

/** What `webhooks.getConfig` takes. */
export interface WebhooksGetConfigRequest {

}

/** What `webhooks.getConfig` returns. */
export interface WebhooksGetConfigAnswer {
  /** Whether webhooks are sent to the two URLs. Events while it is off are not stored for them. */
  useWebhookService: boolean;
  /** The endpoints and their settings. */
  webhookServiceConfig: WebhookServiceConfig;
}

/** The endpoints of an API key's webhooks and their events; secrets are masked. */
export interface WebhookServiceConfig {
  /** Masked except for its last four characters. */
  authToken: string | null;
  /** The URL for raw events: events with the whole thread. */
  rawNotificationUrl: string | null;
  /** The URL for processed events: events with the users to notify. */
  processedNotificationUrl: string | null;
  /** Sends bodies as base64 of their JSON. */
  encodeData: boolean;
  /** Encrypts bodies with `publicKey`. */
  encryptData: boolean;
  /** Your RSA public key (SPKI or PKCS#1, base64 with or without PEM lines, at least 2048 bits). */
  publicKey: string | null;
  /** All nine triggers; empty until one is set. */
  triggers: { readonly [key: string]: boolean };
}

/** What `webhooks.updateForm` takes. */
export interface WebhooksUpdateFormRequest {
  /** Always true. */
  isEnabled?: boolean | undefined;
  /** Sends bodies as base64 of their JSON. */
  encodeData?: boolean | undefined;
  /** Needs a usable `publicKey`. */
  encryptData?: boolean | undefined;
  /** RSA, 2048 to 16384 bits; SPKI or PKCS#1, base64 with or without PEM lines. Empty removes it. */
  publicKey?: string | undefined;
  /** Always false. */
  enableDataProtection?: boolean | undefined;
}

/** What `webhooks.updateForm` returns. */
export interface WebhooksUpdateFormAnswer {
  /** Always true. */
  isEnabled: boolean;
  /** Sends bodies as base64 of their JSON. */
  encodeData: boolean;
  /** Encrypts bodies with `publicKey`. */
  encryptData: boolean;
  /** Your RSA public key; empty if there is none. */
  publicKey: string;
  /** Always false. */
  enableDataProtection: boolean;
}

/** What `webhooks.getForm` takes. */
export interface WebhooksGetFormRequest {

}

/** What `webhooks.getForm` returns. */
export interface WebhooksGetFormAnswer {
  /** Always true. */
  isEnabled: boolean;
  /** Sends bodies as base64 of their JSON. */
  encodeData: boolean;
  /** Encrypts bodies with `publicKey`. */
  encryptData: boolean;
  /** Your RSA public key; empty if there is none. */
  publicKey: string;
  /** Always false. */
  enableDataProtection: boolean;
}

/** What `webhooks.getSecret` takes. */
export interface WebhooksGetSecretRequest {

}

/** What `webhooks.getSecret` returns. */
export interface WebhooksGetSecretAnswer {
  /** `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it. */
  secret: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When the last earlier secret stops signing; null if none does. */
  previousSignsUntil: number | null;
}

/** What `webhooks.rotateSecret` takes. */
export interface WebhooksRotateSecretRequest {

}

/** What `webhooks.rotateSecret` returns. */
export interface WebhooksRotateSecretAnswer {
  /** `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it. */
  secret: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When the last earlier secret stops signing; null if none does. */
  previousSignsUntil: number | null;
}

/** What `emails.updateConfig` takes. */
export interface EmailsUpdateConfigRequest {
  /** Whether e-mails are sent. */
  useEmailService?: boolean | undefined;
  /** The provider of e-mails and its settings. */
  emailServiceConfig?: EmailServiceConfigInput | undefined;
}

/** Changes of the e-mail service of an API key: absent fields keep their values. */
export interface EmailServiceConfigInput {
  /** The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`). */
  type?: "default" | "sendgrid" | "smtp" | null | undefined;
  /** SendGrid's API key, or the `smtp://` or `smtps://` URL of a mail server with user name and password. */
  apiKey?: string | null | undefined;
  /** Address that e-mails come from. */
  fromEmail?: string | null | undefined;
  /** Name of the company that e-mails come from. */
  fromCompany?: string | null | undefined;
  /** Id of a dynamic template of SendGrid. */
  commentTemplateId?: string | null | undefined;
  /** Id of a dynamic template of SendGrid. */
  tagTemplateId?: string | null | undefined;
}

/** What `emails.getConfig` takes. */
export interface EmailsGetConfigRequest {

}

/** What `emails.getConfig` returns. */
export interface EmailsGetConfigAnswer {
  /** Whether e-mails are sent. */
  useEmailService: boolean;
  /** The provider of e-mails and its settings. */
  emailServiceConfig: EmailServiceConfig;
}

/** The e-mail service of an API key; secrets are masked. */
export interface EmailServiceConfig {
  /** The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`). */
  type: "default" | "sendgrid" | "smtp";
  /** Masked except for its last four characters. */
  apiKey: string | null;
  /** Address that e-mails come from. */
  fromEmail: string | null;
  /** Name of the company that e-mails come from. */
  fromCompany: string | null;
  /** The provider's id of the template for comments. */
  commentTemplateId: string | null;
  /** The provider's id of the template for tagged users. */
  tagTemplateId: string | null;
}

/** What `apiKeys.updateConfig` takes. */
export interface ApiKeysUpdateConfigRequest {
  /** Whether `/v2/users/get` and `/v2/organizations/folders/delete` may be called. */
  advancedQueriesEnabled?: boolean | undefined;
  /** Whether activities are kept from being changed. */
  activityLogImmutable?: boolean | undefined;
  /** An http or https URL with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`. */
  linkTemplate?: string | null | undefined;
  /** Whether comments and assignments put entries into inboxes. */
  notifyOfComments?: boolean | undefined;
  /** Which users may enter documents that have no access type, nor a folder with one. */
  defaultDocumentAccessType?: "restricted" | "organizationPrivate" | "public" | undefined;
  /** Whether comments are indexed for search. */
  searchEnabled?: boolean | undefined;
  /** How long the key keeps its data. */
  retention?: ApiKeysUpdateConfigRequestRetention | undefined;
}

/** The `retention` of ApiKeysUpdateConfigRequest. */
export interface ApiKeysUpdateConfigRequestRetention {
  /** Days for which records of the activity log are kept; null for the installation's default. */
  activitiesDays?: number | null | undefined;
  /** Days for which notifications are kept, with what inboxes show of them; null for the installation's default. */
  notificationsDays?: number | null | undefined;
  /** Days for which webhook deliveries are kept, with their bodies and attempts; null for the installation's default. */
  deliveriesDays?: number | null | undefined;
  /** Days for which the log of mails is kept, with what they report; null for the installation's default. */
  mailsDays?: number | null | undefined;
}

/** What `apiKeys.updateConfig` returns. */
export interface ApiKeysUpdateConfigAnswer {
  /** Whether `/v2/users/get` and `/v2/organizations/folders/delete` may be called. */
  advancedQueriesEnabled: boolean;
  /** Whether activities are kept from being changed. */
  activityLogImmutable: boolean;
  /** The URL in your application that mails link to; null for none. */
  linkTemplate: string | null;
  /** Whether comments and assignments put entries into inboxes. */
  notifyOfComments: boolean;
  /** Which users may enter documents that have no access type, nor a folder with one. */
  defaultDocumentAccessType: "restricted" | "organizationPrivate" | "public";
  /** Whether comments are indexed for search. */
  searchEnabled: boolean;
  /** State of the search index; null while it is unavailable. */
  searchIndex: ApiKeysUpdateConfigAnswerSearchIndex | null;
  /** Days for which the key keeps its data; null for the installation's default. */
  retention: ApiKeysUpdateConfigAnswerRetention;
}

/** The `searchIndex` of ApiKeysUpdateConfigAnswer. */
export interface ApiKeysUpdateConfigAnswerSearchIndex {
  /** `leaving`: search is off, and the rest of the index is being removed. */
  state: "none" | "indexing" | "ready" | "leaving";
  /** Percentage of the comments existing when search was turned on that has been indexed. */
  percent: number;
}

/** The `retention` of ApiKeysUpdateConfigAnswer. */
export interface ApiKeysUpdateConfigAnswerRetention {
  /** Days for which records of the activity log are kept; null for the installation's default. */
  activitiesDays: number | null;
  /** Days for which notifications are kept; null for the installation's default. */
  notificationsDays: number | null;
  /** Days for which webhook deliveries are kept; null for the installation's default. */
  deliveriesDays: number | null;
  /** Days for which the log of mails is kept; null for the installation's default. */
  mailsDays: number | null;
}

/** What `apiKeys.getConfig` takes. */
export interface ApiKeysGetConfigRequest {

}

/** What `apiKeys.getConfig` returns. */
export interface ApiKeysGetConfigAnswer {
  /** Whether `/v2/users/get` and `/v2/organizations/folders/delete` may be called. */
  advancedQueriesEnabled: boolean;
  /** Whether activities are kept from being changed. */
  activityLogImmutable: boolean;
  /** The URL in your application that mails link to; null for none. */
  linkTemplate: string | null;
  /** Whether comments and assignments put entries into inboxes. */
  notifyOfComments: boolean;
  /** Which users may enter documents that have no access type, nor a folder with one. */
  defaultDocumentAccessType: "restricted" | "organizationPrivate" | "public";
  /** Whether comments are indexed for search. */
  searchEnabled: boolean;
  /** State of the search index; null while it is unavailable. */
  searchIndex: ApiKeysGetConfigAnswerSearchIndex | null;
  /** Days for which the key keeps its data; null for the installation's default. */
  retention: ApiKeysGetConfigAnswerRetention;
}

/** The `searchIndex` of ApiKeysGetConfigAnswer. */
export interface ApiKeysGetConfigAnswerSearchIndex {
  /** `leaving`: search is off, and the rest of the index is being removed. */
  state: "none" | "indexing" | "ready" | "leaving";
  /** Percentage of the comments existing when search was turned on that has been indexed. */
  percent: number;
}

/** The `retention` of ApiKeysGetConfigAnswer. */
export interface ApiKeysGetConfigAnswerRetention {
  /** Days for which records of the activity log are kept; null for the installation's default. */
  activitiesDays: number | null;
  /** Days for which notifications are kept; null for the installation's default. */
  notificationsDays: number | null;
  /** Days for which webhook deliveries are kept; null for the installation's default. */
  deliveriesDays: number | null;
  /** Days for which the log of mails is kept; null for the installation's default. */
  mailsDays: number | null;
}

/** What `activities.updateConfig` takes. */
export interface ActivitiesUpdateConfigRequest {
  /** The settings to change. */
  activityServiceConfig: ActivityServiceConfigInput;
}

/** Settings of the activity log, in a request. */
export interface ActivityServiceConfigInput {
  /** Always true. */
  isEnabled?: boolean | undefined;
  /** Whether new activities are kept from being changed and deleted. */
  immutable?: boolean | undefined;
  /** What is recorded: everything. */
  triggers?: ActivityTriggersInput | undefined;
}

/** What the activity log records, in a request. */
export interface ActivityTriggersInput {
  /** Triggers, each true. */
  comment?: { readonly [key: string]: boolean } | undefined;
}

/** What `activities.updateConfig` returns. */
export interface ActivitiesUpdateConfigAnswer {
  /** The settings of the activity log. */
  activityServiceConfig: ActivityServiceConfig;
}

/** The settings of the activity log. */
export interface ActivityServiceConfig {
  /** Always true. */
  isEnabled: boolean;
  /** Whether activities are kept from being changed and deleted. */
  immutable: boolean;
  /** What is recorded: everything. */
  triggers: ActivityTriggers;
}

/** What the activity log records. */
export interface ActivityTriggers {
  /** The nine triggers, each true. */
  comment: { readonly [key: string]: boolean };
}

/** What `notifications.getOptions` takes. */
export interface NotificationsGetOptionsRequest {

}

/** What `notifications.getOptions` returns. */
export interface NotificationsGetOptionsAnswer {
  /** Whether comments and assignments put entries into inboxes. */
  useNotificationService: boolean;
  /** Which events make entries, and when. */
  notificationServiceConfig: NotificationServiceConfig;
}

/** Which events make entries of inboxes, and when. */
export interface NotificationServiceConfig {
  /** Which events make entries. */
  triggers: NotificationTriggers;
  /** The delay of entries: there is none. */
  delayConfig: NotificationWaiting;
  /** The batches of entries. */
  batchConfig: NotificationBatches;
}

/** Which events make entries of inboxes. */
export interface NotificationTriggers {
  /** The nine triggers, each with whether it makes entries. */
  comment: { readonly [key: string]: boolean };
  /** Always empty. */
  huddle: { readonly [key: string]: boolean };
}

/** That entries of inboxes do not wait. */
export interface NotificationWaiting {
  /** Always false. */
  isEnabled: false;
}

/** That entries of inboxes make no batches. */
export interface NotificationBatches {
  /** Batches by document: there are none. */
  document: NotificationWaiting;
  /** Batches by user: there are none. */
  user: NotificationWaiting;
}

/** What `notifications.updateOptions` takes. */
export interface NotificationsUpdateOptionsRequest {
  /** Whether comments and assignments put entries into inboxes. */
  useNotificationService?: boolean | undefined;
  /** Which events make entries, and when. */
  notificationServiceConfig?: NotificationServiceConfigInput | undefined;
}

/** Which events make entries of inboxes, and when, in a request. */
export interface NotificationServiceConfigInput {
  /** Which events make entries. */
  triggers?: NotificationTriggersInput | undefined;
  /** Off: an entry is in the inbox at once. */
  delayConfig?: NotificationWaitingInput | undefined;
  /** Off: each event makes entries of its own. */
  batchConfig?: NotificationBatchesInput | undefined;
}

/** Which events make entries of inboxes, in a request. */
export interface NotificationTriggersInput {
  /** Triggers of comments, each as in the answer. */
  comment?: { readonly [key: string]: boolean } | undefined;
  /** Triggers of huddles, each false. */
  huddle?: { readonly [key: string]: boolean } | undefined;
}

/** That entries of inboxes do not wait, in a request. */
export interface NotificationWaitingInput {
  /** Always false. */
  isEnabled?: boolean | undefined;
}

/** That entries of inboxes make no batches, in a request. */
export interface NotificationBatchesInput {
  /** Off: each event makes entries of its own. */
  document?: NotificationWaitingInput | undefined;
  /** Off: each event makes entries of its own. */
  user?: NotificationWaitingInput | undefined;
}

/** What `notifications.updateOptions` returns. */
export interface NotificationsUpdateOptionsAnswer {
  /** Whether comments and assignments put entries into inboxes. */
  useNotificationService: boolean;
  /** Which events make entries, and when. */
  notificationServiceConfig: NotificationServiceConfig;
}

/** What `activities.getConfig` takes. */
export interface ActivitiesGetConfigRequest {

}

/** What `activities.getConfig` returns. */
export interface ActivitiesGetConfigAnswer {
  /** The settings of the activity log. */
  activityServiceConfig: ActivityServiceConfig;
}

/** What `apiKeys.getOverview` takes. */
export interface ApiKeysGetOverviewRequest {
  /** Number of the latest minutes to cover. */
  minutes?: number | undefined;
  /** Minutes in one step; steps are counted from midnight in UTC. */
  stepMinutes?: number | undefined;
}

/** What `apiKeys.getOverview` returns. */
export interface ApiKeysGetOverviewAnswer {
  /** Requests with credentials of the API key, not counting the console's. */
  requests: number;
  /** Requests that were answered with a status of 400 to 499. */
  clientErrors: number;
  /** Requests that were answered with a status of 500 or more. */
  serverErrors: number;
  /** 95th percentile of the response time in milliseconds, in steps up to 10,000; a stream counts up to its first event; null without requests. */
  p95Ms: number | null;
  /** Minutes in one step. */
  stepMinutes: number;
  /** Beginning of the API key's oldest figures; null if there are none. */
  since: number | null;
  /** The steps, oldest first. */
  minutes: readonly ApiKeysGetOverviewAnswerMinute[];
}

/** One of the `minutes` of ApiKeysGetOverviewAnswer. */
export interface ApiKeysGetOverviewAnswerMinute {
  /** When the step began. */
  at: number;
  /** Requests with credentials of the API key, not counting the console's. */
  requests: number;
  /** Requests that were answered with a status of 400 to 499. */
  clientErrors: number;
  /** Requests that were answered with a status of 500 or more. */
  serverErrors: number;
  /** 95th percentile of the response time in milliseconds, in steps up to 10,000; a stream counts up to its first event; null without requests. */
  p95Ms: number | null;
  /** Maximum number of unfinished webhook deliveries at any moment of the step. */
  waitingDeliveries: number;
  /** Maximum number of unfinished e-mails at any moment of the step. */
  waitingMails: number;
  /** Maximum number of incomplete removals at any moment of the step. */
  openRemovals: number;
}

/** What `audit.list` takes. */
export interface AuditListRequest {
  /** Only acts that began at this time or later. */
  from?: number | undefined;
  /** Only acts that began at this time or earlier. */
  to?: number | undefined;
  /** Only these actions, such as `apiKeys.create`. An empty list matches nothing. */
  actions?: readonly string[] | undefined;
  /** Only acts of these tokens. An empty list matches nothing. */
  actorIds?: readonly string[] | undefined;
  /** Only acts on this API key. */
  apiKey?: string | undefined;
  /** Only acts on these users, API keys, tokens, organizations, …. An empty list matches nothing. */
  targetIds?: readonly string[] | undefined;
  /** Only acts that change, remove or export data, and sign-ins: leaves out acts that only read, such as `audit.list`. */
  withoutReads?: boolean | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `audit.list`. */
export interface AuditListItem {
  /** Version of the hash; 1. */
  version: number;
  /** Id of the workspace. */
  workspaceId: string;
  /** Id of the record. */
  recordId: string;
  /** Its position in the chain, from 1. */
  sequence: number;
  /** When the act began. */
  occurredAt: number;
  /** The operation's name in the clients, `console.…` or `ops.…`. */
  action: string;
  /** Who acted. */
  actor: AuditListItemActor;
  /** The objects of the act, including created ones. */
  targets: readonly AuditListItemTarget[];
  /** The API key of the act. */
  apiKey: string | null;
  /** The origin of the act. */
  context: AuditListItemContext;
  /** The response to the caller: `failed` is a fault of the installation (the act may have been done in part); `unknown` means that no outcome was reported (it may have been done). */
  outcome: "success" | "refused" | "failed" | "unknown";
  /** Names of the fields that were set. */
  changes: readonly string[];
  /** For the actor's name, the address and the user agent. */
  personal: AuditListItemPersonal;
  /** The hash of the record before. */
  previousHash: string;
  /** SHA-256 of the record's canonical JSON (RFC 8785), base64url; personal values are represented by their hashes. */
  hash: string;
}

/** The `actor` of AuditListItem. */
export interface AuditListItemActor {
  /** The bearer of a token, a session of the console, the admin token or an operator, another service, or Parley itself. */
  type: "token" | "session" | "admin" | "service" | "system";
  /** The id of the token. */
  id: string;
  /** The name of the token, or the person of a session; null once erased. */
  name: string | null;
}

/** One of the `targets` of AuditListItem. */
export interface AuditListItemTarget {
  /** `apiKey`, `token`, `organization`, `document`, `user`, `removal`, …. */
  type: string;
  /** Null for a user who was erased. */
  id: string | null;
  /** Only for a user. */
  personal?: AuditListItemTargetPersonal | undefined;
}

/** The `personal` of AuditListItemTarget. */
export interface AuditListItemTargetPersonal {
  /** Represents the personal values in the record's hash: SHA-256 of their canonical JSON with the salt, base64url. */
  hash: string;
  /** Null once the person was erased. */
  salt: string | null;
}

/** The `context` of AuditListItem. */
export interface AuditListItemContext {
  /** The address of the client; null once the actor was erased. */
  ip: string | null;
  /** The client's user agent; null if it sent none, or once the actor was erased. */
  userAgent: string | null;
  /** The `x-request-id` of the request. */
  requestId: string;
}

/** The `personal` of AuditListItem. */
export interface AuditListItemPersonal {
  /** Represents the personal values in the record's hash: SHA-256 of their canonical JSON with the salt, base64url. */
  hash: string;
  /** Null once the person was erased. */
  salt: string | null;
}

/** What `audit.getCheckpoint` takes. */
export interface AuditGetCheckpointRequest {

}

/** What `audit.getCheckpoint` returns. */
export interface AuditGetCheckpointAnswer {
  /** The JWS in its compact form. */
  checkpoint: string;
  /** Sequence of the newest record; 0 if there is none. */
  sequence: number;
  /** The hash of that record. */
  hash: string;
  /** Sequence of the oldest kept record. */
  firstSequence: number;
  /** When the newest record that was removed by age entered the log; before any was removed, when the log began. */
  removedUntil: number;
  /** How long records are kept, in ms. */
  retentionMs: number;
  /** When it was signed. */
  at: number;
}

/** What `apiKeys.listUsage` takes. */
export interface ApiKeysListUsageRequest {
  /** The first day, in UTC. */
  from: string;
  /** The last day, in UTC. */
  to: string;
  /** Only the usage of this API key. */
  apiKey?: string | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `apiKeys.listUsage`. */
export interface ApiKeysListUsageItem {
  /** In UTC. */
  day: string;
  /** The API key, possibly deleted since. */
  apiKey: string;
  /** Requests with a token of the API key, not counting the console's. */
  requests: number;
  /** Requests answered with a status of 500 or more. */
  failed: number;
  /** Requests answered with a status of 400 to 499. */
  refused: number;
  /** Comments that were added. */
  comments: number;
  /** Users who commented, reacted, changed a thread or recorded, each once. */
  users: number;
  /** E-mails that a provider accepted. */
  mails: number;
  /** Webhook deliveries that an endpoint accepted. */
  deliveries: number;
  /** Total time for which streams of changes were open, in seconds. */
  streamsSeconds: number;
  /** Input tokens of AI models, as in `/v2/rewriter/usage/get`. */
  inputTokens: number;
  /** Output tokens of AI models. */
  outputTokens: number;
}

/** What `organizations.add` takes. */
export interface OrganizationsAddRequest {
  /** The organizations. */
  organizations: readonly OrganizationInput[];
}

/** An organization in a request. */
export interface OrganizationInput extends OrganizationKeys {
  /** Id of the organization. */
  organizationId: string;
  /** null removes the name. */
  organizationName?: string | null | undefined;
}

/** What became of one item of a batch, with its id. */
export interface BatchEntryWithId {
  /** Whether it succeeded. */
  success: boolean;
  /** The outcome, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
  /** Id of the item. */
  id: string;
}

/** Why an item of a batch failed. A later version may have further codes. */
export type ItemCode = "not_found" | "already_exists" | "invalid" | "failed_precondition" | "quota_reached" | "thread_full" | "access_disabled" | "content_removed" | "not_own" | "payload_removed" | "cycle" | "too_deep";

/** What `organizations.create` takes. */
export interface OrganizationsCreateRequest {
  /** The organization; an existing one is changed. */
  organization: OrganizationInput;
}

/** What `organizations.list` takes. */
export interface OrganizationsListRequest {
  /** Ids of organizations. An empty list matches nothing. */
  organizationIds?: readonly string[] | undefined;
  /** For a single id: returns NOT_FOUND instead of an empty list if it does not exist. */
  one?: boolean | undefined;
  /** The beginning of the name, or the whole id. */
  search?: string | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `organizations.list`. */
export interface OrganizationsListItem extends OrganizationKeys {
  /** The same as `organizationId`. */
  id: string;
  /** Id of the organization. */
  organizationId: string;
  /** Name of the organization; absent if it has none. */
  organizationName?: string | undefined;
  /** The service's own id of the organization; the `id` in results of batches. */
  internalId: string;
  /** Whether the organization is closed to users. */
  disabled: boolean;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Your own keys. */
  [key: string]: unknown;
}

/** What `organizations.retrieve` takes. */
export interface OrganizationsRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
}

/** What `organizations.update` takes. */
export interface OrganizationsUpdateRequest {
  /** The organizations. */
  organizations: readonly OrganizationInput[];
}

/** What `organizations.setDisabled` takes. */
export interface OrganizationsSetDisabledRequest {
  /** Ids of organizations. An empty list matches nothing. */
  organizationIds: readonly string[];
  /** Whether the organization is closed to users. */
  disabled: boolean;
}

/** What `organizations.delete` takes. */
export interface OrganizationsDeleteRequest {
  /** Ids of organizations. */
  organizationIds: readonly string[];
  /** Removes nothing, and returns how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `folders.add` takes. */
export interface FoldersAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The folders. */
  folders: readonly FolderInput[];
  /** Creates the organization if it does not exist. */
  createOrganization?: boolean | undefined;
}

/** A folder in a request. */
export interface FolderInput extends FolderKeys {
  /** Id of the folder. */
  folderId: string;
  /** null removes the name. */
  folderName?: string | null | undefined;
  /** The folder to put it into. If absent, it stays where it is, and a new one is in no folder. `root` or null takes it out of its folder. */
  parentFolderId?: string | null | undefined;
}

/** What `folders.create` takes. */
export interface FoldersCreateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Creates the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** The folder; an existing one is changed. */
  folder: FolderInput;
}

/** What `folders.list` takes. */
export interface FoldersListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Ids of folders. An empty list matches nothing. */
  folderIds?: readonly string[] | undefined;
  /** For a single id: returns NOT_FOUND instead of an empty list if it does not exist. */
  one?: boolean | undefined;
  /** Id of the folder above it. */
  parentFolderId?: string | undefined;
  /** Only the folders in no other, without those below them unless `maxDepth` asks for them. */
  rootFoldersOnly?: boolean | undefined;
  /** The beginning of the name, or the whole id. */
  search?: string | undefined;
  /** Number of folder levels returned below each folder. */
  maxDepth?: number | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** A folder with its subfolders. */
export interface Folder extends FolderKeys {
  /** Id of the folder. */
  folderId: string;
  /** Name of the folder; absent if it has none. */
  folderName?: string | undefined;
  /** `root` for a folder at the top level. */
  parentFolderId: string;
  /** Its ancestors, starting with `root`. */
  ancestors: readonly string[];
  /** Which users may enter its documents that have no type of their own; absent if that follows from the folders above it, or from the API key. */
  accessType?: "restricted" | "organizationPrivate" | "public" | undefined;
  /** Whether the type of a folder above counts before its own; absent if not. */
  inheritFromParent?: boolean | undefined;
  /** The folders directly in it; absent at the lowest requested level. */
  subFolders?: readonly Folder[] | undefined;
  /** The response was too large to include all `subFolders`; request them with `parentFolderId`. */
  mayHaveMoreSubFolders?: boolean | undefined;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Your own keys. */
  [key: string]: unknown;
}

/** What `folders.retrieve` takes. */
export interface FoldersRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Number of folder levels returned below each folder. */
  maxDepth?: number | undefined;
  /** Id of the folder. */
  folderId: string;
}

/** What `folders.update` takes. */
export interface FoldersUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The folders. */
  folders: readonly FolderInput[];
}

/** What `documents.add` takes. */
export interface DocumentsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The documents. */
  documents: readonly DocumentInput[];
  /** For documents that name no folder themselves. */
  folderId?: string | null | undefined;
  /** Creates the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** Creates the folder if it does not exist. */
  createFolder?: boolean | undefined;
}

/** A document in a request. */
export interface DocumentInput extends DocumentKeys {
  /** Id of the document. */
  documentId: string;
  /** null removes the name. */
  documentName?: string | null | undefined;
  /** The folder to put it into. If absent, it stays where it is, and a new one is in no folder. `root` or null takes it out of its folder. */
  folderId?: string | null | undefined;
}

/** What `documents.create` takes. */
export interface DocumentsCreateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** For documents that name no folder themselves. */
  folderId?: string | null | undefined;
  /** Creates the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** Creates the folder if it does not exist. */
  createFolder?: boolean | undefined;
  /** The document; an existing one is changed. */
  document: DocumentInput;
}

/** What `documents.list` takes. */
export interface DocumentsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. An empty list matches nothing. */
  documentIds?: readonly string[] | undefined;
  /** For a single id: returns NOT_FOUND instead of an empty list if it does not exist. */
  one?: boolean | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Only documents that fulfil all of these. */
  filters?: readonly DocumentFilter[] | undefined;
  /** The beginning of the name, or the whole id. */
  search?: string | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** A condition on one of a document's own keys. */
export interface DocumentFilter {
  /** The key, with or without `metadata.` before it; keys of nested objects are separated by dots. `documentName` is the name. */
  key: string;
  /** How the value of the document is compared with `value`: `==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `not-in`, `array-contains` or `array-contains-any`. */
  operator: string;
  /** A list for `in`, `not-in` and `array-contains-any`. */
  value: unknown;
}

/** One item of `documents.list`. */
export interface DocumentsListItem extends DocumentKeys {
  /** The same as `documentId`. */
  id: string;
  /** Id of the document. */
  documentId: string;
  /** Name of the document; absent if it has none. */
  documentName?: string | undefined;
  /** Absent if it is in no folder. */
  folderId?: string | undefined;
  /** Whether the document itself is disabled; a disabled organization disables access to it too. */
  disabled: boolean;
  /** Which users may enter the document; absent if that follows from its folders, or from the API key. */
  accessType?: "restricted" | "organizationPrivate" | "public" | undefined;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Your own keys. */
  [key: string]: unknown;
}

/** What `documents.retrieve` takes. */
export interface DocumentsRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
}

/** What `documents.count` takes. */
export interface DocumentsCountRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Counts only documents that are in no folder, or with `folderId` only those directly in it, as without. */
  excludeFolderDocs?: boolean | undefined;
  /** Only documents that fulfil all of these. */
  filters?: readonly DocumentFilter[] | undefined;
}

/** What `documents.count` returns. */
export interface DocumentsCountAnswer {
  /** The number of documents. */
  count: number;
  /** Whether there may be more. */
  hasMore: boolean;
  /** With `filters`: true, because they are always applied. */
  filtersApplied?: boolean | undefined;
}

/** What `documents.update` takes. */
export interface DocumentsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The documents. */
  documents: readonly DocumentInput[];
  /** true by default: your own keys that are not given stay. false removes them. */
  merge?: boolean | undefined;
}

/** What `documents.move` takes. */
export interface DocumentsMoveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
  /** Id of the folder. */
  folderId: string;
}

/** What `documents.setAccessType` takes. */
export interface DocumentsSetAccessTypeRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
  /** Which users may enter the documents. */
  accessType: "restricted" | "organizationPrivate" | "public";
}

/** The result of `documents.setAccessType` for one item. */
export interface DocumentsSetAccessTypeAnswerEntry {
  /** Whether it succeeded. */
  success: boolean;
  /** The outcome, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
  /** The type that was set; absent after a failure. */
  accessType?: "restricted" | "organizationPrivate" | "public" | undefined;
}

/** What `folders.setAccessType` takes. */
export interface FoldersSetAccessTypeRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of folders. */
  folderIds: readonly string[];
  /** Which users may enter the documents. */
  accessType: "restricted" | "organizationPrivate" | "public";
  /** Whether the type of a folder above counts before this one. */
  inheritFromParent?: boolean | undefined;
}

/** The result of `folders.setAccessType` for one item. */
export interface FoldersSetAccessTypeAnswerEntry {
  /** Whether it succeeded. */
  success: boolean;
  /** The outcome, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
  /** The type that was set; absent after a failure. */
  accessType?: "restricted" | "organizationPrivate" | "public" | undefined;
}

/** What `documents.setDisabled` takes. */
export interface DocumentsSetDisabledRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
  /** Whether the document is closed to users. */
  disabled: boolean;
}

/** The result of `documents.setDisabled` for one item. */
export interface DocumentsSetDisabledAnswerEntry {
  /** Whether it succeeded. */
  success: boolean;
  /** The outcome, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
  /** Whether the document is closed to users. */
  disabled: boolean;
}

/** What `locations.add` takes. */
export interface LocationsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The locations. */
  locations: readonly LocationInput[];
}

/** A location of a document, in a request. */
export interface LocationInput extends LocationKeys {
  /** Id of the location. */
  id: string | number;
  /** null removes the name. */
  locationName?: string | null | undefined;
}

/** What `locations.list` takes. */
export interface LocationsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of locations. An empty list matches nothing. */
  locationIds?: readonly (string | number)[] | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `locations.list`. */
export interface LocationsListItem extends LocationKeys {
  /** Id of the location. */
  id: string;
  /** Name of the location. */
  locationName?: string | undefined;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Your own keys. */
  [key: string]: unknown;
}

/** What `locations.update` takes. */
export interface LocationsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The locations. */
  locations: readonly LocationInput[];
}

/** What `locations.deleteData` takes. */
export interface LocationsDeleteDataRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Secret token of the API key (`sk_…`). */
  authToken: string;
  /** Id of the organization. */
  organizationId?: string | undefined;
  /** Id of the document. */
  documentId: string;
  /** Matched by `id` if it is given, else by `locationName`. */
  location: LocationsDeleteDataRequestLocation;
  /** Removes nothing, and returns how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** The `location` of LocationsDeleteDataRequest. */
export interface LocationsDeleteDataRequestLocation extends LocationKeys {
  /** Id of the location. */
  id?: string | number | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
}

/** What `locations.delete` takes. */
export interface LocationsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of locations. */
  locationIds: readonly (string | number)[];
  /** Removes nothing, and returns how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `documents.delete` takes. */
export interface DocumentsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
  /** Removes nothing, and returns how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `folders.delete` takes. */
export interface FoldersDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId: string;
  /** Removes nothing, and returns how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `users.add` takes. */
export interface UsersAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** The users. */
  users: readonly UserInput[];
  /** Creates the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** Creates the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Creates the folder if it does not exist. */
  createFolder?: boolean | undefined;
  /** The parent of a created folder; a folder that exists is not moved. */
  parentFolderId?: string | undefined;
}

/** A user in a request, with your own keys. */
export interface UserInput extends UserKeys {
  /** Id of the user. */
  userId: string;
  /** Display name. */
  name?: string | null | undefined;
  /** E-mail address, stored without white space around it; empty for none. A user with one that no mail server takes, or with a part in quotes, is refused, and the message names the field. */
  email?: string | null | undefined;
  /** The user's role in the place of the request; null removes it. A token that is generated for the place without an `accessRole` has this role. */
  accessRole?: "viewer" | "commenter" | "editor" | null | undefined;
}

/** What `users.create` takes. */
export interface UsersCreateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Creates the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** Creates the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Creates the folder if it does not exist. */
  createFolder?: boolean | undefined;
  /** The parent of a created folder; a folder that exists is not moved. */
  parentFolderId?: string | undefined;
  /** The user; an existing one is changed. */
  user: UserInput;
}

/** What `users.update` takes. */
export interface UsersUpdateRequest {
  /** Id of the organization. */
  organizationId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** The users. */
  users: readonly UserInput[];
  /** Whose profiles are changed, if not those of one place. */
  options?: UsersUpdateRequestOptions | undefined;
}

/** The `options` of UsersUpdateRequest. */
export interface UsersUpdateRequestOptions {
  /** Changes users of the API key, whatever places they are in. */
  all?: boolean | undefined;
  /** Changes users of any document of the organization. */
  allDocuments?: boolean | undefined;
}

/** What `groups.add` takes. */
export interface GroupsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The groups. */
  organizationUserGroups: readonly GroupInput[];
  /** Creates the organization if it does not exist. */
  createOrganization?: boolean | undefined;
}

/** A group of users of an organization, in a request. */
export interface GroupInput {
  /** Id of the group. */
  groupId: string;
  /** Name of the group. */
  groupName?: string | null | undefined;
}

/** What `groups.list` takes. */
export interface GroupsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of groups. An empty list matches nothing. */
  groupIds?: readonly string[] | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `groups.list`. */
export interface GroupsListItem {
  /** Id of the group. */
  groupId: string;
  /** Name of the group. */
  groupName: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
}

/** What `groups.addUsers` takes. */
export interface GroupsAddUsersRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the group. */
  organizationUserGroupId: string;
  /** Ids of users. */
  userIds: readonly string[];
}

/** The result for one user of a group. */
export interface GroupMemberResult {
  /** Whether it succeeded. */
  success: boolean;
  /** The outcome, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
  /** Id of the group. */
  organizationUserGroupId: string;
}

/** What `users.list` takes. */
export interface UsersListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Ids of users. An empty list matches nothing. */
  userIds?: readonly string[] | undefined;
  /** For a single id: returns NOT_FOUND instead of an empty list if it does not exist. */
  one?: boolean | undefined;
  /** Only members of one of these groups. An empty list matches nothing. */
  organizationUserGroupIds?: readonly string[] | undefined;
  /** The users of all documents of the organization. */
  allDocuments?: boolean | undefined;
  /** Returns the users by document; needs `allDocuments`. */
  groupByDocumentId?: boolean | undefined;
  /** Words of the name or their beginnings, or the beginning of the e-mail address or the id. */
  searchKey?: string | undefined;
  /** Returns the documents in which each user is involved. */
  includeInvolvedDocuments?: boolean | undefined;
  /** Returns their number. */
  includeInvolvedDocumentsCount?: boolean | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** A user as stored, with your own keys. */
export interface User extends UserKeys {
  /** E-mail address. */
  email: string;
  /** Display name. */
  name: string;
  /** Id of the user. */
  userId: string;
  /** The user's role in the place; absent if none was given there, and in lists of the users of any document. */
  accessRole?: "viewer" | "commenter" | "editor" | undefined;
  /** With `includeInvolvedDocuments`: ids of up to 1,000 documents, in their byte order. */
  involvedDocuments?: readonly string[] | undefined;
  /** With `includeInvolvedDocumentsCount`: the number of the documents, at most 1,000. */
  involvedDocumentsCount?: number | undefined;
  /** The user is involved in more documents. */
  hasMoreInvolvedDocuments?: true | undefined;
  /** Your own keys. */
  [key: string]: unknown;
}

/** What `users.retrieve` takes. */
export interface UsersRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Id of the user. */
  userId: string;
}

/** What `users.listOfDocuments` takes. */
export interface UsersListOfDocumentsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of users. An empty list matches nothing. */
  userIds?: readonly string[] | undefined;
  /** Returns the documents in which each user is involved. */
  includeInvolvedDocuments?: boolean | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** What `users.count` takes. */
export interface UsersCountRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** The users of all documents of the organization. */
  allDocuments?: boolean | undefined;
  /** Id of the user. */
  userId?: string | undefined;
}

/** What `users.count` returns. */
export interface UsersCountAnswer {
  /** The number of users. */
  count: number;
  /** Whether there are more. */
  hasMore: boolean;
}

/** What `users.getData` takes. */
export interface UsersGetDataRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the user. */
  userId: string;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
  /** Has no effect. */
  uniqueId?: string | undefined;
}

/** One item of `users.getData`. */
export interface UsersGetDataAnswer {
  /** The comments of the user, as they are stored. */
  comments: readonly { readonly [key: string]: unknown }[];
  /** The reactions. */
  reactions: readonly { readonly [key: string]: unknown }[];
  /** The recordings. */
  recordings: readonly { readonly [key: string]: unknown }[];
  /** The notifications. */
  notifications: readonly { readonly [key: string]: unknown }[];
}

/** What `groups.deleteUsers` takes. */
export interface GroupsDeleteUsersRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the group. */
  organizationUserGroupId: string;
  /** Ids of users. */
  userIds?: readonly string[] | undefined;
  /** Removes all users of the group; excludes `userIds`. */
  deleteAll?: boolean | undefined;
}

/** What `groups.delete` takes. */
export interface GroupsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of groups. */
  groupIds: readonly string[];
}

/** What `users.delete` takes. */
export interface UsersDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Ids of users. */
  userIds: readonly string[];
}

/** What `users.deleteData` takes. */
export interface UsersDeleteDataRequest {
  /** Ids of users. */
  userIds: readonly string[];
  /** Ids of organizations. */
  organizationIds?: readonly string[] | undefined;
  /** Removes nothing, and returns how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `users.deleteData` returns. */
export interface UsersDeleteDataAnswer {
  /** Id of the job. */
  jobId: string;
  /** Number of tasks of the job. */
  tasksCount: number;
}

/** What `users.getDataDeletion` takes. */
export interface UsersGetDataDeletionRequest {
  /** Id of the job. */
  jobId: string;
}

/** What `users.getDataDeletion` returns. */
export interface UsersGetDataDeletionAnswer {
  /** Whether the removal is complete. */
  isDeleteCompleted: boolean;
  /** Number of tasks left; never rises. */
  tasksLeft: number;
  /** When the last task was completed, in milliseconds since the epoch; 0 before the first. */
  lastTaskCompletedTime: number;
}

/** What `userTokens.generate` takes. */
export interface UserTokensGenerateRequest {
  /** Id of the user. */
  userId: string;
  /** The profile to store, as by `/v2/users/add`. It may have custom keys; `isAdmin` is one of them and grants nothing. */
  userProperties?: UserProperties | undefined;
  /** What the user may do in which places. */
  permissions: UserTokensGenerateRequestPermissions;
  /** How long the token is valid; 3600 by default. */
  expiresInSeconds?: number | undefined;
}

/** What is stored of a user for whom a token is made. */
export interface UserProperties extends UserKeys {
  /** Display name. */
  name?: string | undefined;
  /** E-mail address, stored without white space around it; empty for none. A user with one that no mail server takes, or with a part in quotes, is refused, and the message names the field. */
  email?: string | undefined;
  /** A custom key that grants nothing. */
  isAdmin?: boolean | undefined;
}

/** The `permissions` of UserTokensGenerateRequest. */
export interface UserTokensGenerateRequestPermissions {
  /** The places where the user may act; each may occur once. */
  resources: readonly UserTokenResource[];
}

/** A place that a user's token names, and what the user may do there. */
export interface UserTokenResource {
  /** What kind of place it is. */
  type: "organization" | "folder" | "document";
  /** Id of the organization, the folder or the document. */
  id: string;
  /** The organization of a folder or a document. It may be absent if all resources belong to one organization. */
  organizationId?: string | undefined;
  /** By default the role with which the user was added (`/v2/users/add`) to the place, else to the nearest folder above a document, else to the organization; a commenter if there is none. A viewer reads. A commenter also adds threads, comments and reactions, and changes and deletes the user's own. An editor also sets status, priority and assignee. */
  accessRole?: "viewer" | "commenter" | "editor" | undefined;
  /** When the entry expires. Without it, the entry lasts as long as the token. Then a wider entry counts in its place: a document that a viewer's entry restricts until noon within an editor's organization is open to the editor after noon. To restrict for good, set no `expiresAt`. */
  expiresAt?: number | undefined;
}

/** What `userTokens.generate` returns. */
export interface UserTokensGenerateAnswer {
  /** The secret token. */
  token: string;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt: number;
}

/** What `userTokens.revoke` takes. */
export interface UserTokensRevokeRequest {
  /** Id of the user. */
  userId: string;
}

/** What `removals.list` takes. */
export interface RemovalsListRequest {
  /** Only this removal. */
  jobId?: string | undefined;
  /** Only running or paused removals. */
  openOnly?: boolean | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `removals.list`. */
export interface RemovalsListItem {
  /** Id of the job. */
  jobId: string;
  /** The kind of object that is removed. Its id is not recorded. */
  kind: "user" | "organization" | "folder" | "document" | "location";
  /** State of the removal; a paused one continues once it is resumed. */
  state: "running" | "paused" | "completed";
  /** When the removal was requested; data written later stays. */
  requestedAt: number;
  /** When the last task was completed, in milliseconds since the epoch; 0 before the first. */
  lastTaskCompletedTime: number;
  /** Number of tasks of the job. */
  tasksCount: number;
  /** Never rises. */
  tasksLeft: number;
  /** Rows removed or changed by finished tasks. */
  rowsErased: number;
  /** Maximum number of rows that each task removes per second; 0 for no limit. */
  rowsPerSecond: number;
  /** The remaining tasks; empty once the removal is complete. */
  tasks: readonly RemovalsListItemTask[];
}

/** One of the `tasks` of RemovalsListItem. */
export interface RemovalsListItemTask {
  /** The service that does the task. */
  service: string;
  /** The collection of the service that the task goes through. */
  collection: string;
  /** 1 removes, 2 checks again, 3 removes the rows that led to the others. */
  stage: number;
  /** Whether the task is complete. */
  done: boolean;
}

/** What `removals.pause` takes. */
export interface RemovalsPauseRequest {
  /** Id of the job. */
  jobId: string;
}

/** What `removals.resume` takes. */
export interface RemovalsResumeRequest {
  /** Id of the job. */
  jobId: string;
}

/** What `removals.getCertificate` takes. */
export interface RemovalsGetCertificateRequest {
  /** Id of the job. */
  jobId: string;
}

/** What `removals.getCertificate` returns. */
export interface RemovalsGetCertificateAnswer {
  /** The JWS in its compact form. */
  certificate: string;
  /** The salt of the hashes of its subjects. */
  salt: string;
}

/** What `threads.add` takes. */
export interface ThreadsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The threads, at most 1,000. */
  commentAnnotations: readonly NewThread[];
  /** The acting user. */
  actionUser?: NamedUserInput | undefined;
  /** Creates the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Creates the organization if it does not exist; a new one needs `createDocument`, too. */
  createOrganization?: boolean | undefined;
  /** Refuses the request unless all authors may enter the document, by its access type. */
  verifyUserPermissions?: boolean | undefined;
}

/** A thread to be added, with its first comments. */
export interface NewThread {
  /** Id of the thread. */
  annotationId?: string | undefined;
  /** An object, or an id alone (any word). `name` defaults to the id. `type` defaults to `default`, for the ids `IN_PROGRESS` and `RESOLVED` to `ongoing` and `terminal`; a type alone means `OPEN`, `IN_PROGRESS` or `RESOLVED`. */
  status?: string | StatusInput | undefined;
  /** An object, or an id alone (any word). `name` defaults to the id. */
  priority?: string | PriorityInput | undefined;
  /** The kind of thread, in a word of your choice. */
  type?: string | undefined;
  /** The place within the document. */
  location?: LocationRefInput | undefined;
  /** The user to whom the thread is assigned. */
  assignedTo?: NamedUserInput | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** The comments. */
  commentData?: readonly NewComment[] | undefined;
  /** Another name of `commentData`. */
  comments?: readonly NewComment[] | undefined;
  /** Who may see the thread. */
  visibility?: ThreadVisibility | undefined;
  /** The element of the page that the thread is about. */
  targetElement?: { readonly [key: string]: unknown } | null | undefined;
  /** An object of yours, such as what the thread is about. */
  context?: { readonly [key: string]: unknown } | null | undefined;
  /** The page on which the thread was started. */
  pageInfo?: { readonly [key: string]: unknown } | null | undefined;
  /** How the page shows the thread, in a word of your choice. */
  commentType?: string | null | undefined;
  /** Whether the thread is about the page as a whole. */
  isPageAnnotation?: boolean | null | undefined;
  /** Horizontal position in the page. */
  positionX?: number | null | undefined;
  /** Vertical position in the page. */
  positionY?: number | null | undefined;
  /** Width of the author's screen. */
  screenWidth?: number | null | undefined;
  /** Height of the author's screen. */
  screenHeight?: number | null | undefined;
  /** Height of the page that was scrolled. */
  screenScrollHeight?: number | null | undefined;
  /** How far it was scrolled. */
  screenScrollTop?: number | null | undefined;
  /** Actions that your page offers. Parley does not interpret them. */
  actions?: readonly { readonly [key: string]: unknown }[] | null | undefined;
  /** For imports: the time of creation. Absent means now. */
  createdAt?: number | string | undefined;
  /** For imports: when it last changed. Absent means now; the next change replaces it. */
  lastUpdated?: number | string | undefined;
}

/** The status of a thread, in a request. */
export interface StatusInput {
  /** Id of the status: any word. Required without a `type`. */
  id?: string | undefined;
  /** Display name. */
  name?: string | undefined;
  /** The stage that the status stands for: not begun (`default`), begun (`ongoing`) or done (`terminal`). */
  type?: "default" | "ongoing" | "terminal" | undefined;
  /** Its color. */
  color?: string | undefined;
  /** A lighter color, for its background. */
  lightColor?: string | undefined;
  /** An icon, as SVG. */
  svg?: string | undefined;
  /** Address of an icon. */
  iconUrl?: string | undefined;
}

/** The priority of a thread, in a request. */
export interface PriorityInput {
  /** Id of the priority: any word. */
  id: string;
  /** Display name. */
  name?: string | undefined;
  /** The kind of priority, in a word of your choice. */
  type?: string | undefined;
  /** Its color. */
  color?: string | undefined;
  /** A lighter color, for its background. */
  lightColor?: string | undefined;
  /** An icon, as SVG. */
  svg?: string | undefined;
  /** Address of an icon. */
  iconUrl?: string | undefined;
}

/** A location in a document, in a request. */
export interface LocationRefInput extends LocationKeys {
  /** Id of the location. */
  id?: string | number | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
}

/** A user in a request, as an actor or a recipient. */
export interface NamedUserInput extends UserKeys {
  /** Id of the user. */
  userId: string;
  /** Display name. */
  name?: string | undefined;
  /** E-mail address, kept with the item without white space around it and not checked: mails go to the address of the user's profile. */
  email?: string | undefined;
}

/** A comment to be added. */
export interface NewComment {
  /** Id of the comment. */
  commentId?: string | number | undefined;
  /** The author of the comment. */
  from: NamedUserInput;
  /** The comment as plain text. */
  commentText?: string | undefined;
  /** The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes. */
  commentHtml?: string | undefined;
  /** The users tagged in the text. */
  taggedUserContacts?: readonly TaggedUserInput[] | undefined;
  /** Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text. */
  attachments?: readonly AttachmentInput[] | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** An object of yours. */
  context?: { readonly [key: string]: unknown } | null | undefined;
  /** Whether your page has the text, and not Parley. */
  isCommentResolverUsed?: boolean | null | undefined;
  /** Whether there is a text for the comment. */
  isCommentTextAvailable?: boolean | null | undefined;
  /** How far the work is that the comment reports, as your page shows it. */
  progress?: { readonly [key: string]: unknown } | null | undefined;
  /** Actions that your page offers. Parley does not interpret them. */
  actions?: readonly { readonly [key: string]: unknown }[] | null | undefined;
  /** For imports: the time of creation. Absent means now. */
  createdAt?: number | string | undefined;
  /** For imports: when it last changed. Absent means now; the next change replaces it. */
  lastUpdated?: number | string | undefined;
  /** With false, nobody is notified of the comment. */
  triggerNotification?: boolean | undefined;
  /** Always true: every comment has a record in the activity log. */
  triggerActivities?: boolean | undefined;
}

/** A user whom a comment mentions, in a request. */
export interface TaggedUserInput {
  /** Id of the user. */
  userId: string;
  /** The words that tag the user, such as `@Carol`. */
  text?: string | undefined;
  /** The tagged user. */
  contact?: NamedUserInput | undefined;
}

/** A file that belongs to a comment, as it is sent: what is known of it, not its content. */
export interface AttachmentInput extends AttachmentKeys {
  /** Id of the attachment. */
  attachmentId?: string | number | undefined;
  /** Display name. */
  name?: string | undefined;
  /** Address of the file. */
  url?: string | undefined;
  /** Media type, such as `video/mp4`. */
  mimeType?: string | undefined;
  /** Size in bytes. */
  size?: number | undefined;
}

/** Who may see a thread. */
export interface ThreadVisibility {
  /** Always `public`: who may see the document may see the thread. */
  type: "public";
}

/** The result of `threads.add` for one item. */
export interface ThreadsAddAnswerEntry {
  /** Whether it succeeded. */
  success: boolean;
  /** The outcome, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
  /** Id of the item. */
  id: string;
  /** Id of the thread. */
  annotationId: string;
  /** Ids of comments. */
  commentIds: readonly string[];
}

/** What `threads.create` takes. */
export interface ThreadsCreateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The acting user. */
  actionUser?: NamedUserInput | undefined;
  /** Creates the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Creates the organization if it does not exist; a new one needs `createDocument`, too. */
  createOrganization?: boolean | undefined;
  /** Refuses the request unless all authors may enter the document, by its access type. */
  verifyUserPermissions?: boolean | undefined;
  /** The thread; an existing one is changed. */
  thread: NewThread;
}

/** What `threads.list` takes. */
export interface ThreadsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Annotations of one of these documents. An empty list matches nothing. */
  documentIds?: readonly string[] | undefined;
  /** Returns the annotations by document. */
  groupByDocumentId?: boolean | undefined;
  /** Annotations of the documents directly in this folder. */
  folderId?: string | undefined;
  /** Ids of threads. An empty list matches nothing. */
  annotationIds?: readonly string[] | undefined;
  /** For a single id: returns NOT_FOUND instead of an empty list if it does not exist. */
  one?: boolean | undefined;
  /** Annotations at one of these locations. An empty list matches nothing. */
  locationIds?: readonly (string | number)[] | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
  /** Only threads with one of these statuses. An empty list matches nothing. */
  statusIds?: readonly string[] | undefined;
  /** A single one of `statusIds`. */
  statusId?: string | undefined;
  /** Annotations of one of these users. An empty list matches nothing. */
  userIds?: readonly string[] | undefined;
  /** Annotations in which one of these users is tagged. An empty list matches nothing. */
  mentionedUserIds?: readonly string[] | undefined;
  /** Annotations that this user resolved. */
  resolvedBy?: string | undefined;
  /** Whether users whom you described by id alone are returned so, without their stored names. */
  usersAsGiven?: boolean | undefined;
  /** Whether `metadata` is wanted; it is returned in either case. */
  includeMetadata?: boolean | undefined;
  /** Whether `pageInfo` is wanted; it is returned in either case. */
  includePageInfo?: boolean | undefined;
  /** Only entries created after this time, in milliseconds since the epoch. */
  createdAfter?: number | undefined;
  /** Only entries created before this time, in milliseconds since the epoch. */
  createdBefore?: number | undefined;
  /** Only those changed after this time, in milliseconds since the epoch. */
  updatedAfter?: number | undefined;
  /** Only those last changed before this time, in milliseconds since the epoch. */
  updatedBefore?: number | undefined;
  /** The order, by the last change. */
  order?: "asc" | "desc" | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** A thread with all its comments. */
export interface CommentAnnotation {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** The status of the thread. */
  status: Status;
  /** The user who last changed the status, if one was named. */
  statusUpdatedByUserId?: string | undefined;
  /** The same user, while the status is of the type `terminal`. */
  resolvedByUserId?: string | undefined;
  /** The priority of the thread. */
  priority?: Priority | undefined;
  /** The kind of thread, in a word of your choice. */
  type?: string | undefined;
  /** The place within the document. */
  location: LocationRef | null;
  /** Id of the location. */
  locationId?: string | undefined;
  /** The author of the first comment; absent without comments. */
  from?: NamedUser | undefined;
  /** The user to whom the thread is assigned. */
  assignedTo?: NamedUser | undefined;
  /** The users who wrote a comment, are tagged in one, or are the assignee. */
  involvedUserIds: readonly string[];
  /** The users tagged in a comment. */
  mentionedUserIds: readonly string[];
  /** Always empty, for code that expects it. */
  commentCategories: readonly { readonly [key: string]: unknown }[];
  /** Always empty, for code that expects it. */
  iam: { readonly [key: string]: unknown };
  /** The element of the page that the thread is about. */
  targetElement?: { readonly [key: string]: unknown } | undefined;
  /** An object of yours, such as what the thread is about. */
  context?: { readonly [key: string]: unknown } | undefined;
  /** The page on which the thread was started. */
  pageInfo?: { readonly [key: string]: unknown } | undefined;
  /** How the page shows the thread, in a word of your choice. */
  commentType?: string | undefined;
  /** Whether the thread is about the page as a whole. */
  isPageAnnotation?: boolean | undefined;
  /** Horizontal position in the page. */
  positionX?: number | undefined;
  /** Vertical position in the page. */
  positionY?: number | undefined;
  /** Width of the author's screen. */
  screenWidth?: number | undefined;
  /** Height of the author's screen. */
  screenHeight?: number | undefined;
  /** Height of the page that was scrolled. */
  screenScrollHeight?: number | undefined;
  /** How far it was scrolled. */
  screenScrollTop?: number | undefined;
  /** Actions that your page offers. Parley does not interpret them. */
  actions?: readonly { readonly [key: string]: unknown }[] | undefined;
  /** Oldest first. */
  comments: readonly ThreadComment[];
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** The place, and your own keys. */
  metadata: PlacedMetadata;
}

/** The status of a thread. */
export interface Status {
  /** Id of the status: any word. */
  id: string;
  /** Display name. */
  name: string;
  /** The stage that the status stands for: not begun (`default`), begun (`ongoing`) or done (`terminal`). */
  type: "default" | "ongoing" | "terminal";
  /** Its color; if none was given, that of its type. */
  color: string;
  /** A lighter color, for its background. */
  lightColor?: string | undefined;
  /** An icon, as SVG. */
  svg?: string | undefined;
  /** Address of an icon. */
  iconUrl?: string | undefined;
}

/** The priority of a thread. */
export interface Priority {
  /** Id of the priority: any word. */
  id: string;
  /** Display name. */
  name: string;
  /** The kind of priority, in a word of your choice. */
  type?: string | undefined;
  /** Its color; if none was given, that of its type. */
  color: string;
  /** A lighter color, for its background. */
  lightColor?: string | undefined;
  /** An icon, as SVG. */
  svg?: string | undefined;
  /** Address of an icon. */
  iconUrl?: string | undefined;
}

/** The location of a thread. */
export interface LocationRef extends LocationKeys {
  /** Id of the location. */
  id?: string | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
  /** Your own keys. */
  [key: string]: unknown;
}

/** A user with the given or stored name and address. */
export interface NamedUser extends UserKeys {
  /** Id of the user. */
  userId: string;
  /** Display name. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** Your own keys. */
  [key: string]: unknown;
}

/** A comment of a thread. */
export interface ThreadComment {
  /** Id of the comment. */
  commentId: string;
  /** The author of the comment. */
  from: NamedUser;
  /** The comment as plain text. */
  commentText: string;
  /** The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes. */
  commentHtml: string;
  /** The users tagged in the text. */
  taggedUserContacts: readonly TaggedUser[];
  /** Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text. */
  attachments: readonly { readonly [key: string]: unknown }[];
  /** Your own keys and values, kept as given. */
  metadata: { readonly [key: string]: unknown };
  /** The reactions to the comment. */
  reactionAnnotations: readonly ReactionAnnotation[];
  /** Their ids. */
  reactionAnnotationIds: readonly string[];
  /** Always `text`. */
  type: "text";
  /** Whether text, html, tagged users or attachments have changed. */
  status: "added" | "updated";
  /** Always empty, for code that expects it. */
  recorders: readonly { readonly [key: string]: unknown }[];
  /** Always empty, for code that expects it. */
  customList: readonly { readonly [key: string]: unknown }[];
  /** Always empty, for code that expects it. */
  toOrganizationUserGroup: readonly { readonly [key: string]: unknown }[];
  /** An object of yours. */
  context?: { readonly [key: string]: unknown } | undefined;
  /** Whether your page has the text, and not Parley. */
  isCommentResolverUsed?: boolean | undefined;
  /** Whether there is a text for the comment. */
  isCommentTextAvailable?: boolean | undefined;
  /** How far the work is that the comment reports, as your page shows it. */
  progress?: { readonly [key: string]: unknown } | undefined;
  /** Actions that your page offers. Parley does not interpret them. */
  actions?: readonly { readonly [key: string]: unknown }[] | undefined;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** When text, html, tagged users or attachments last changed. */
  editedAt: number | null;
}

/** A user whom a comment mentions. */
export interface TaggedUser {
  /** Id of the user. */
  userId: string;
  /** The words that tag the user, such as `@Carol`. */
  text: string;
  /** The tagged user. */
  contact: NamedUser;
}

/** A reaction to a comment, with its users. */
export interface ReactionAnnotation {
  /** Id of the reaction, within its thread. */
  annotationId: string;
  /** The reaction: an emoji or a word. */
  icon: string;
  /** All who gave it. */
  fromUsers: readonly ReactionAnnotationFromUser[];
}

/** Who gave a reaction, and when. */
export interface ReactionAnnotationFromUser {
  /** Who reacted. */
  from: NamedUser;
  /** When it was created, in milliseconds since the epoch. */
  lastUpdated: number;
}

/** The place of an object, and your own keys. */
export interface PlacedMetadata {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Your own keys. */
  [key: string]: unknown;
}

/** What `threads.retrieve` takes. */
export interface ThreadsRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Whether users whom you described by id alone are returned so, without their stored names. */
  usersAsGiven?: boolean | undefined;
  /** Id of the thread. */
  annotationId: string;
}

/** What `threads.count` takes. */
export interface ThreadsCountRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. An empty list matches nothing. */
  documentIds: readonly string[];
  /** Id of the user. */
  userId?: string | undefined;
  /** Only threads with one of these statuses. An empty list matches nothing. */
  statusIds?: readonly string[] | undefined;
}

/** The numbers of threads of a document. */
export interface DocumentCounts {
  /** Annotations of the document with one of the requested statuses. */
  total: number;
  /** Keyed by the id of the status; statuses without annotations are absent. */
  statuses: { readonly [key: string]: number };
  /** Whether the document has more than were counted; the counts are then lower bounds. */
  hasMore: boolean;
  /** With `userId`: annotations in which the user wrote a comment, is tagged, or is the assignee. */
  mine?: number | undefined;
  /** With `userId`: annotations with an unread entry in the user's inbox; null while that is unavailable. */
  unread?: number | null | undefined;
}

/** What `threads.search` takes. */
export interface ThreadsSearchRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The words to find, at most 32. */
  query: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Only threads with one of these statuses. An empty list matches nothing. */
  statusIds?: readonly string[] | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** A thread found by a search, with its matching comments. */
export interface FoundThread {
  /** The thread as it is now, with all its comments and reactions. */
  thread: CommentAnnotation;
  /** The comments that have all words, in the thread's order. */
  commentIds: readonly string[];
  /** A part of the newest such comment, around the first match. */
  excerpt: string;
}

/** What `threads.update` takes. */
export interface ThreadsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of threads. An empty list matches nothing. */
  annotationIds?: readonly string[] | undefined;
  /** Threads at one of these locations. An empty list matches nothing. */
  locationIds?: readonly (string | number)[] | undefined;
  /** Threads in which one of these users wrote a comment, is tagged, or is the assignee. An empty list matches nothing. */
  userIds?: readonly string[] | undefined;
  /** The changes, the same for each thread. */
  updatedData: ThreadChange;
  /** The acting user. */
  actionUser?: NamedUserInput | undefined;
}

/** Changes of a thread: absent fields keep their values. */
export interface ThreadChange {
  /** An object, or an id alone (any word). `name` defaults to the id. `type` defaults to `default`, for the ids `IN_PROGRESS` and `RESOLVED` to `ongoing` and `terminal`; a type alone means `OPEN`, `IN_PROGRESS` or `RESOLVED`. */
  status?: string | StatusInput | undefined;
  /** The priority of the thread. */
  priority?: string | PriorityInput | null | undefined;
  /** The kind of thread, in a word of your choice. */
  type?: string | null | undefined;
  /** The place within the document. */
  location?: LocationRefInput | null | undefined;
  /** The user to whom the thread is assigned. */
  assignedTo?: NamedUserInput | null | undefined;
  /** Merged key by key; null removes a key. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** The user who changes the status; otherwise the acting user. */
  statusUpdatedByUserId?: string | undefined;
  /** The same, for a status of the type `terminal`. */
  resolvedByUserId?: string | undefined;
  /** The acting user, unless `actionUser` is given. The author of a thread is that of its first comment. */
  from?: NamedUserInput | undefined;
  /** Who may see the thread. */
  visibility?: ThreadVisibility | undefined;
  /** The element of the page that the thread is about. */
  targetElement?: { readonly [key: string]: unknown } | null | undefined;
  /** An object of yours, such as what the thread is about. */
  context?: { readonly [key: string]: unknown } | null | undefined;
  /** The page on which the thread was started. */
  pageInfo?: { readonly [key: string]: unknown } | null | undefined;
  /** How the page shows the thread, in a word of your choice. */
  commentType?: string | null | undefined;
  /** Whether the thread is about the page as a whole. */
  isPageAnnotation?: boolean | null | undefined;
  /** Horizontal position in the page. */
  positionX?: number | null | undefined;
  /** Vertical position in the page. */
  positionY?: number | null | undefined;
  /** Width of the author's screen. */
  screenWidth?: number | null | undefined;
  /** Height of the author's screen. */
  screenHeight?: number | null | undefined;
  /** Height of the page that was scrolled. */
  screenScrollHeight?: number | null | undefined;
  /** How far it was scrolled. */
  screenScrollTop?: number | null | undefined;
  /** Actions that your page offers. Parley does not interpret them. */
  actions?: readonly { readonly [key: string]: unknown }[] | null | undefined;
  /** The time of creation, for imports. */
  createdAt?: number | string | undefined;
  /** For imports: when it last changed. Absent means now; the next change replaces it. */
  lastUpdated?: number | string | undefined;
}

/** What `comments.add` takes. */
export interface CommentsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** The comments. */
  commentData?: readonly NewComment[] | undefined;
  /** Another name of `commentData`. */
  comments?: readonly NewComment[] | undefined;
  /** Creates the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Creates the organization if it does not exist; a new one needs `createDocument`, too. */
  createOrganization?: boolean | undefined;
  /** Refuses the request unless all authors may enter the document, by its access type. */
  verifyUserPermissions?: boolean | undefined;
}

/** What `comments.create` takes. */
export interface CommentsCreateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Another name of `commentData`. */
  comments?: readonly NewComment[] | undefined;
  /** Creates the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Creates the organization if it does not exist; a new one needs `createDocument`, too. */
  createOrganization?: boolean | undefined;
  /** Refuses the request unless all authors may enter the document, by its access type. */
  verifyUserPermissions?: boolean | undefined;
  /** The comment; an existing one is changed. */
  comment: NewComment;
}

/** What `comments.list` takes. */
export interface CommentsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Ids of comments. An empty list matches nothing. */
  commentIds?: readonly (string | number)[] | undefined;
  /** Comments of one of these authors. An empty list matches nothing. */
  userIds?: readonly string[] | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** What `comments.update` takes. */
export interface CommentsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Ids of comments. An empty list matches nothing. */
  commentIds?: readonly (string | number)[] | undefined;
  /** Comments of one of these authors. An empty list matches nothing. */
  userIds?: readonly string[] | undefined;
  /** The changes, the same for each comment. */
  updatedData: CommentsUpdateRequestUpdatedData;
  /** With false, nobody is notified of the changes. */
  triggerNotification?: boolean | undefined;
  /** The acting user. */
  actionUser?: NamedUserInput | undefined;
}

/** The `updatedData` of CommentsUpdateRequest. */
export interface CommentsUpdateRequestUpdatedData {
  /** The comment as plain text. */
  commentText?: string | undefined;
  /** The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes. */
  commentHtml?: string | undefined;
  /** The users tagged in the text. */
  taggedUserContacts?: readonly TaggedUserInput[] | undefined;
  /** Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text. */
  attachments?: readonly AttachmentInput[] | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** An object of yours. */
  context?: { readonly [key: string]: unknown } | null | undefined;
  /** Whether your page has the text, and not Parley. */
  isCommentResolverUsed?: boolean | null | undefined;
  /** Whether there is a text for the comment. */
  isCommentTextAvailable?: boolean | null | undefined;
  /** How far the work is that the comment reports, as your page shows it. */
  progress?: { readonly [key: string]: unknown } | null | undefined;
  /** Actions that your page offers. Parley does not interpret them. */
  actions?: readonly { readonly [key: string]: unknown }[] | null | undefined;
  /** The author of the comment. */
  from?: NamedUserInput | undefined;
  /** The time of creation, for imports. */
  createdAt?: number | string | undefined;
  /** For imports: when it last changed. Absent means now; the next change replaces it. */
  lastUpdated?: number | string | undefined;
}

/** What `reactions.add` takes. */
export interface ReactionsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Id of the comment. */
  commentId: string | number;
  /** Who reacts. */
  user: NamedUserInput;
  /** The reactions. */
  reactions: readonly string[];
}

/** What `reactions.delete` takes. */
export interface ReactionsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Id of the comment. */
  commentId: string | number;
  /** Id of the user. */
  userId: string;
  /** The reactions. */
  reactions: readonly string[];
}

/** What `comments.delete` takes. */
export interface CommentsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Ids of comments. An empty list matches nothing. */
  commentIds?: readonly (string | number)[] | undefined;
  /** Comments of one of these authors. An empty list matches nothing. */
  userIds?: readonly string[] | undefined;
  /** The acting user. */
  actionUser?: NamedUserInput | undefined;
}

/** What `threads.delete` takes. */
export interface ThreadsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of threads. An empty list matches nothing. */
  annotationIds?: readonly string[] | undefined;
  /** Threads at one of these locations. An empty list matches nothing. */
  locationIds?: readonly (string | number)[] | undefined;
  /** Threads in which one of these users wrote a comment, is tagged, or is the assignee. An empty list matches nothing. */
  userIds?: readonly string[] | undefined;
  /** The acting user. */
  actionUser?: NamedUserInput | undefined;
}

/** What `recordings.add` takes. */
export interface RecordingsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The recordings. */
  recordings: readonly RecordingsAddRequestRecording[];
}

/** One of the `recordings` of RecordingsAddRequest. */
export interface RecordingsAddRequestRecording {
  /** Id of the recording. */
  recordingId?: string | undefined;
  /** The user who made the recording. */
  user: NamedUserInput;
  /** For example `audio`, `video` or `screen`. */
  type?: string | undefined;
  /** Display name. */
  name?: string | undefined;
  /** Address of the recording. */
  url?: string | undefined;
  /** Media type, such as `video/mp4`. */
  mimeType?: string | undefined;
  /** Duration of the recording in milliseconds. */
  durationMs?: number | undefined;
  /** Size in bytes. */
  sizeBytes?: number | undefined;
  /** The place within the document. */
  location?: LocationRefInput | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** For imports: the time of creation. Absent means now. */
  createdAt?: number | string | undefined;
}

/** What `recordings.list` takes. */
export interface RecordingsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Ids of recordings. An empty list matches nothing. */
  recordingIds?: readonly string[] | undefined;
  /** Id of the location. */
  locationId?: string | number | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Only entries created after this time, in milliseconds since the epoch. */
  createdAfter?: number | undefined;
  /** Only entries created before this time, in milliseconds since the epoch. */
  createdBefore?: number | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `recordings.list`. */
export interface RecordingsListItem {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the recording. */
  recordingId: string;
  /** The same as `recordingId`. */
  annotationId: string;
  /** The user who made the recording. */
  user: NamedUser;
  /** The kind of recording, in a word of your choice such as `audio`, `video` or `screen`. */
  type?: string | undefined;
  /** Display name. */
  name: string | null;
  /** Address of the recording. */
  url: string | null;
  /** Media type, such as `video/mp4`. */
  mimeType: string | null;
  /** Duration of the recording in milliseconds. */
  durationMs: number | null;
  /** Size in bytes. */
  sizeBytes: number | null;
  /** The file of the recording, if its address is known. */
  attachments: readonly RecordingAttachment[];
  /** Duration of the recording, if it is known. */
  recordedTime?: RecordedTime | undefined;
  /** The place within the document. */
  location: LocationRef | null;
  /** The place, and your own keys. */
  metadata: PlacedMetadata;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
}

/** The file of a recording. */
export interface RecordingAttachment {
  /** The same as `recordingId`. */
  attachmentId: string;
  /** Address of the file. */
  url: string;
  /** Display name. */
  name?: string | undefined;
  /** Media type, such as `video/mp4`. */
  mimeType?: string | undefined;
  /** Size in bytes. */
  size?: number | undefined;
}

/** The duration of a recording. */
export interface RecordedTime {
  /** In milliseconds. */
  duration: number;
  /** In hours, minutes and seconds, as `00:01:01`. */
  display: string;
}

/** What `recordings.delete` takes. */
export interface RecordingsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of recordings. */
  recordingIds: readonly string[];
  /** The acting user. */
  actionUser?: NamedUserInput | undefined;
}

/** What `activities.add` takes. */
export interface ActivitiesAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** For records that name no document themselves. */
  documentId?: string | undefined;
  /** The activities, at most 1,000. */
  activities: readonly ActivitiesAddRequestActivity[];
}

/** One of the `activities` of ActivitiesAddRequest. */
export interface ActivitiesAddRequestActivity {
  /** Id of the activity. */
  id?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Any word; `custom` unless given. */
  featureType?: string | undefined;
  /** The kind of event, in a word. */
  actionType: string;
  /** The acting user. */
  actionUser?: NamedUserInput | undefined;
  /** The changed fields, each with `{from, to}`. */
  changes?: { readonly [key: string]: unknown } | undefined;
  /** Any JSON value. */
  entityData?: unknown | undefined;
  /** Any JSON value. */
  entityTargetData?: unknown | undefined;
  /** Your id of the record's target. */
  targetEntityId?: string | undefined;
  /** Your id of the affected part of the target. */
  targetSubEntityId?: string | undefined;
  /** May have variables in double curly brackets: `{{actionUser}} imported {{count}} files`. */
  displayMessageTemplate?: string | undefined;
  /** The values of the text's variables. */
  displayMessageTemplateData?: { readonly [key: string]: unknown } | undefined;
  /** URL of an icon. */
  actionIcon?: string | undefined;
  /** Whether it is kept from being changed and deleted. */
  immutable?: boolean | undefined;
  /** Whether your page has the content of the record, and not Parley. */
  isActivityResolverUsed?: boolean | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** For imports: when it happened. Absent means now. */
  timestamp?: number | string | undefined;
}

/** What `activities.list` takes. */
export interface ActivitiesListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Only these activities. An empty list matches nothing. */
  activityIds?: readonly string[] | undefined;
  /** Only activities about this object. */
  targetEntityId?: string | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Only activities about one of these kinds of objects. An empty list matches nothing. */
  featureTypes?: readonly string[] | undefined;
  /** Only activities with one of these action types. An empty list matches nothing. */
  actionTypes?: readonly string[] | undefined;
  /** Whether users whom you described by id alone are returned so, without their stored names. */
  usersAsGiven?: boolean | undefined;
  /** The order; newest first (`desc`) by default. */
  order?: "asc" | "desc" | undefined;
  /** Only entries created after this time, in milliseconds since the epoch. */
  createdAfter?: number | undefined;
  /** Only entries created before this time, in milliseconds since the epoch. */
  createdBefore?: number | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `activities.list`. */
export interface ActivitiesListItem {
  /** Id of the activity. */
  id: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** `comment`, `reaction`, `recorder`, or a word of your own. */
  featureType: string;
  /** The kind of event, in a word. */
  actionType: string;
  /** The acting user. */
  actionUser?: NamedUser | undefined;
  /** The changes; free-form. */
  changes?: { readonly [key: string]: unknown } | undefined;
  /** Any JSON value. */
  entityData?: unknown | undefined;
  /** Any JSON value. */
  entityTargetData?: unknown | undefined;
  /** Id of the activity's target: the thread, the recording, or an id of yours. */
  targetEntityId?: string | undefined;
  /** Id of the affected part of the target, such as the comment. */
  targetSubEntityId?: string | undefined;
  /** The text, with variables in double curly brackets. */
  displayMessageTemplate?: string | undefined;
  /** The values of the text's variables. */
  displayMessageTemplateData?: { readonly [key: string]: unknown } | undefined;
  /** The template with its variables filled in. */
  displayMessage?: string | undefined;
  /** URL of an icon. */
  actionIcon?: string | undefined;
  /** Whether it is kept from being changed and deleted. */
  immutable: boolean;
  /** Whether your page has the content of the record, and not Parley. */
  isActivityResolverUsed: boolean;
  /** The place, and your own keys. */
  metadata: PlacedMetadata;
  /** When it happened, in milliseconds since the epoch. */
  timestamp: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
}

/** What `activities.update` takes. */
export interface ActivitiesUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The activities, at most 1,000. */
  activities: readonly ActivitiesUpdateRequestActivity[];
}

/** One of the `activities` of ActivitiesUpdateRequest. */
export interface ActivitiesUpdateRequestActivity {
  /** Id of the activity. */
  id: string;
  /** The changes; free-form. */
  changes?: { readonly [key: string]: unknown } | null | undefined;
  /** Any JSON value. */
  entityData?: unknown | undefined;
  /** Any JSON value. */
  entityTargetData?: unknown | undefined;
  /** The text, with variables in double curly brackets. */
  displayMessageTemplate?: string | null | undefined;
  /** The values of the text's variables. */
  displayMessageTemplateData?: { readonly [key: string]: unknown } | null | undefined;
  /** URL of an icon. */
  actionIcon?: string | null | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | null | undefined;
}

/** What became of one item of a batch. */
export interface BatchEntry {
  /** Whether it succeeded. */
  success: boolean;
  /** The outcome, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
}

/** What `activities.delete` takes. */
export interface ActivitiesDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Records of this document. */
  documentId?: string | undefined;
  /** Only these activities. An empty list matches nothing. */
  activityIds?: readonly string[] | undefined;
  /** Records about this object. */
  targetEntityId?: string | undefined;
}

/** What `changes.get` takes. */
export interface ChangesGetRequest {
  /** Id of the organization. */
  organizationId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** One of these: `comment.add`, `document.delete`, a word of your own records, … */
  actionTypes?: readonly string[] | undefined;
  /** Where to begin: `start`, `now` (default), or a `nextCursor` returned for the same filters. */
  cursor?: string | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** `thread`: each change has its thread as it is now. */
  include?: readonly "thread"[] | undefined;
  /** Longest time in milliseconds to wait for a change. */
  waitMs?: number | undefined;
}

/** A page of changes, and where the next one begins. */
export interface ChangesPage {
  /** The requested data, or the outcome of each item. */
  data: readonly Change[];
  /** Cursor of the next page. */
  nextCursor: string;
  /** Whether there were no further changes. */
  upToDate: boolean;
}

/** Something that happened: a change of a thread, a record of the activity log, or a removal. */
export interface Change {
  /** Unique. A record that is changed later is delivered again with another id. */
  changeId: string;
  /** `comment`, `reaction`, `recorder`, `removal`, or a word of your own. */
  featureType: string;
  /** The kind of event, in a word. */
  actionType: string;
  /** Id of the organization. */
  organizationId: string | null;
  /** Id of the document. */
  documentId: string | null;
  /** Id of the thread. */
  annotationId: string | null;
  /** Id of the comment. */
  commentId: string | null;
  /** Id of the recording. */
  recordingId: string | null;
  /** The record in the activity log; null for a removal. */
  activityId: string | null;
  /** The folder that is removed, with everything in it. */
  folderId: string | null;
  /** The location that is removed. */
  locationId: string | null;
  /** The job of a removal. */
  jobId: string | null;
  /** The acting user. */
  actionUser: NamedUser | null;
  /** The changed fields, each with `{from, to}`. */
  changes: { readonly [key: string]: unknown } | null;
  /** Time of the change, in milliseconds since the epoch. */
  occurredAt: number;
  /** On request: the thread as it is now, null if it has been deleted. */
  thread?: CommentAnnotation | null | undefined;
}

/** What `notifications.add` takes. */
export interface NotificationsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the notification. */
  notificationId?: string | undefined;
  /** The acting user. */
  actionUser: NamedUserInput;
  /** The headline, with variables in curly brackets. */
  displayHeadlineMessageTemplate?: string | undefined;
  /** The values of the headline's variables. At most 262144 characters of JSON; kept as given. */
  displayHeadlineMessageTemplateData?: { readonly [key: string]: unknown } | undefined;
  /** The text below the headline. */
  displayBodyMessage?: string | undefined;
  /** The users to notify. */
  notifyUsers?: readonly NamedUserInput[] | undefined;
  /** Notifies all users of the organization. */
  notifyAll?: boolean | undefined;
  /** The source of the notification; free-form. At most 262144 characters of JSON; kept as given. */
  notificationSourceData?: { readonly [key: string]: unknown } | undefined;
  /** The place within the document. */
  location?: LocationRefInput | null | undefined;
  /** Your own keys. The keys of the place in answers are always those of the notification. At most 262144 characters of JSON; kept as given. */
  metadata?: { readonly [key: string]: unknown } | null | undefined;
  /** An object of yours, such as what the notification is about. At most 262144 characters of JSON; kept as given. */
  context?: { readonly [key: string]: unknown } | null | undefined;
  /** The text below the headline, with variables like the headline's; used without `displayBodyMessage`. */
  displayBodyMessageTemplate?: string | null | undefined;
  /** The values of the body's variables. At most 262144 characters of JSON; kept as given. */
  displayBodyMessageTemplateData?: { readonly [key: string]: unknown } | null | undefined;
  /** The kind of source, in a word of your choice; `custom` if none is given. */
  notificationSource?: string | undefined;
  /** Whether your pages have the content, and not Parley. Such a notification needs no headline; without one it is not sent by mail. */
  isNotificationResolverUsed?: boolean | undefined;
  /** Kept as given. An inbox is always that of one organization. */
  isCrossOrganizationEnabled?: boolean | undefined;
  /** Whether only users who may enter the document are notified. */
  verifyUserPermissions?: boolean | undefined;
  /** Creates the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Creates the organization if it does not exist. */
  createOrganization?: boolean | undefined;
}

/** What `notifications.add` returns. */
export interface NotificationsAddAnswer {
  /** Whether it succeeded. */
  success: boolean;
  /** The outcome, in a sentence. */
  message: string;
}

/** What `notifications.list` takes. */
export interface NotificationsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the user. */
  userId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the location. */
  locationId?: string | number | undefined;
  /** Ids of notifications. An empty list matches nothing. */
  notificationIds?: readonly string[] | undefined;
  /** The order, by time. */
  order?: "asc" | "desc" | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `notifications.list`. */
export interface NotificationsListItem {
  /** Id of the notification. */
  id: string;
  /** The same id. */
  notificationId: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The place of the notification, and your own keys. */
  metadata: NotificationsListItemMetadata;
  /** The acting user. */
  actionUser: NamedUser;
  /** The headline, with variables in curly brackets. */
  displayHeadlineMessageTemplate: string;
  /** The values of the headline's variables, if there are any. */
  displayHeadlineMessageTemplateData?: { readonly [key: string]: unknown } | undefined;
  /** The template with its variables filled in, for the owner of the inbox. */
  displayHeadlineMessage: string;
  /** The text below the headline. */
  displayBodyMessage: string;
  /** The ids of the users whom it names. */
  notifyUsers: { readonly [key: string]: true };
  /** The same ids, for code that expects them here. */
  notifyUsersByUserId: { readonly [key: string]: true };
  /** The users whom it names, as given. */
  recipients: readonly NamedUser[];
  /** Notifies all users of the organization. */
  notifyAll: boolean;
  /** The kind of source: as given, else `custom`; `comment` for comments and assignments. */
  notificationSource: string;
  /** The source of the notification; free-form. */
  notificationSourceData: { readonly [key: string]: unknown };
  /** The place within the document. */
  location?: LocationRef | undefined;
  /** An object of yours, such as what the notification is about. */
  context?: { readonly [key: string]: unknown } | undefined;
  /** The text below the headline, with variables in curly brackets. */
  displayBodyMessageTemplate?: string | undefined;
  /** The values of the body's variables. */
  displayBodyMessageTemplateData?: { readonly [key: string]: unknown } | undefined;
  /** Whether your pages have the content. */
  isNotificationResolverUsed?: boolean | undefined;
  /** Kept as given. */
  isCrossOrganizationEnabled?: boolean | undefined;
  /** Kept as given. */
  persistReadForUsers?: boolean | undefined;
  /** When it was created, in milliseconds since the epoch. */
  timestamp: number;
  /** Whether the user has read it; only in a user's inbox, as is `readAt`. */
  isRead?: boolean | undefined;
  /** When the user read it, in milliseconds since the epoch; null if unread. */
  readAt?: number | null | undefined;
}

/** The `metadata` of NotificationsListItem. */
export interface NotificationsListItemMetadata {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the location. */
  locationId?: string | undefined;
  /** Your own keys. */
  [key: string]: unknown;
}

/** What `notifications.update` takes. */
export interface NotificationsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the location. */
  locationId?: string | number | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** The changes; of several for one id, the last counts. */
  notifications?: readonly NotificationChange[] | undefined;
  /** Ids of notifications. */
  notificationIds?: readonly string[] | undefined;
  /** Whether the user has read them. */
  isRead?: boolean | undefined;
  /** Whether only users who may enter the document are notified. */
  verifyUserPermissions?: boolean | undefined;
}

/** A change of a notification: absent fields keep their values, null removes one. */
export interface NotificationChange {
  /** Id of the notification. */
  id: string;
  /** The acting user. */
  actionUser?: NamedUserInput | undefined;
  /** The headline, with variables in curly brackets. */
  displayHeadlineMessageTemplate?: string | undefined;
  /** The values of the headline's variables. At most 262144 characters of JSON; kept as given. */
  displayHeadlineMessageTemplateData?: { readonly [key: string]: unknown } | undefined;
  /** The text below the headline. */
  displayBodyMessage?: string | undefined;
  /** Replaces the users whom it names. Users who are no longer named lose it; those named again keep their read marks. */
  notifyUsers?: readonly NamedUserInput[] | undefined;
  /** The source of the notification; free-form. At most 262144 characters of JSON; kept as given. */
  notificationSourceData?: { readonly [key: string]: unknown } | undefined;
  /** The place within the document. */
  location?: LocationRefInput | null | undefined;
  /** Your own keys. The keys of the place in answers are always those of the notification. At most 262144 characters of JSON; kept as given. */
  metadata?: { readonly [key: string]: unknown } | null | undefined;
  /** An object of yours, such as what the notification is about. At most 262144 characters of JSON; kept as given. */
  context?: { readonly [key: string]: unknown } | null | undefined;
  /** The text below the headline, with variables like the headline's; used without `displayBodyMessage`. */
  displayBodyMessageTemplate?: string | null | undefined;
  /** The values of the body's variables. At most 262144 characters of JSON; kept as given. */
  displayBodyMessageTemplateData?: { readonly [key: string]: unknown } | null | undefined;
  /** Marks it as read by these users, as far as it is addressed to them. */
  readByUserIds?: readonly string[] | undefined;
  /** Kept as given. A notification that was read always stays in the inbox. */
  persistReadForUsers?: boolean | undefined;
}

/** What `notifications.delete` takes. */
export interface NotificationsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the location. */
  locationId?: string | number | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Ids of notifications. An empty list matches nothing. */
  notificationIds?: readonly string[] | undefined;
}

/** What `notifications.setConfig` takes. */
export interface NotificationsSetConfigRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: readonly string[] | undefined;
  /** Ids of users. */
  userIds: readonly string[];
  /** The user's notification level for each channel. Channels besides `inbox` and `email`, such as `slack`, are kept for your code and have no effect here. */
  config: NotificationConfigChange;
}

/** What a user is to be notified of, by channel: absent channels keep their values, null removes one. */
export interface NotificationConfigChange {
  /** What the user is notified of on this channel: `ALL`, `MINE` (only events that address the user by name) or `NONE`. */
  inbox?: "ALL" | "MINE" | "NONE" | null | undefined;
  /** What the user is notified of on this channel: `ALL`, `MINE` (only events that address the user by name) or `NONE`. */
  email?: "ALL" | "MINE" | "NONE" | null | undefined;
  /** Your own keys. */
  [key: string]: unknown;
}

/** The result of `notifications.setConfig` for one item. */
export interface NotificationsSetConfigAnswerEntry {
  /** Whether it succeeded. */
  success: boolean;
  /** The outcome, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
  /** Id of the user. */
  userId: string;
  /** The document, if the request names a single one. */
  documentId?: string | undefined;
}

/** What `notifications.getConfig` takes. */
export interface NotificationsGetConfigRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: readonly string[] | undefined;
  /** Id of the user. */
  userId: string;
  /** Returns the configuration of the organization instead of those of documents. */
  getOrganizationConfig?: boolean | undefined;
}

/** What `notifications.getConfig` returns. */
export interface NotificationsGetConfigItem {
  /** The user's notification level for each channel. */
  config: NotificationLevels;
  /** Whose configuration it is, and where it holds. */
  metadata: NotificationsGetConfigItemMetadata;
}

/** What a user is notified of, by channel. */
export interface NotificationLevels {
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  inbox: "ALL" | "MINE" | "NONE";
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  email: "ALL" | "MINE" | "NONE";
  /** Your own keys. */
  [key: string]: unknown;
}

/** The `metadata` of NotificationsGetConfigItem. */
export interface NotificationsGetConfigItemMetadata {
  /** Id of the organization. */
  organizationId: string;
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Empty at the organization level. */
  documentId: string;
  /** Id of the user. */
  userId: string;
}

/** What `emails.test` takes. */
export interface EmailsTestRequest {
  /** An e-mail address. */
  to: string;
}

/** What `emails.test` returns. */
export interface EmailsTestAnswer {
  /** Whether it succeeded. */
  success: boolean;
  /** Id of the e-mail. */
  emailId: string;
  /** Duration of the attempt in milliseconds. */
  durationMs: number;
  /** The server's response, 1,000 characters at most. */
  response: string | null;
  /** Why the attempt failed; null for a success. */
  errorClass: EmailErrorClass | null;
  /** The error, in a sentence. */
  error: string | null;
}

/** Why an attempt to send an e-mail failed. */
export type EmailErrorClass = "address_refused" | "address_unsupported" | "message_refused" | "temporary" | "rate_limited" | "timeout" | "connect_timeout" | "connection" | "dns" | "tls" | "authentication" | "blocked_address" | "configuration";

/** What `emails.list` takes. */
export interface EmailsListRequest {
  /** Ids of e-mails. An empty list matches nothing. */
  emailIds?: readonly string[] | undefined;
  /** Only e-mails in this state. */
  state?: "pending" | "sent" | "failed" | "dropped" | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Id of the organization. */
  organizationId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Only entries created at this time or later, in milliseconds since the epoch. */
  from?: number | undefined;
  /** End of the period (exclusive), in milliseconds since the epoch. */
  to?: number | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `emails.list`. */
export interface EmailsListItem {
  /** Part of the mail's `Message-ID`; the same in every attempt. */
  emailId: string;
  /** State of the e-mail. */
  state: "pending" | "sent" | "failed" | "dropped";
  /** Why it failed (`refused`, `attempts_exhausted`) or was dropped (`not_a_member`, `level`, `read`, `nothing_left`, `disabled`, `missing`, `no_address`, `suppressed`, `switched_off`, `no_provider`); null for the others. */
  reason: EmailReason | null;
  /** Id of the user. */
  userId: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string | null;
  /** The address that it was last sent to. */
  email: string | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When a mail server accepted it, in milliseconds since the epoch. */
  sentAt: number | null;
  /** Set while the mail collects items or waits for an attempt. */
  nextAttemptAt: number | null;
  /** Number of attempts so far. */
  attemptCount: number;
  /** The server's response, 1,000 characters at most. */
  response: string | null;
  /** Why the attempt failed; null for a success. */
  errorClass: EmailErrorClass | null;
  /** The error, in a sentence. */
  error: string | null;
  /** Number of items in the e-mail. */
  itemCount: number;
  /** What the mail reports: the newest 50 items, oldest first: `tag`, `comment`, `assign` or `notification`. Removed when it has been sent. */
  items: readonly EmailsListItemItem[];
}

/** Why an e-mail ended without being sent. */
export type EmailReason = "refused" | "attempts_exhausted" | "not_a_member" | "level" | "read" | "nothing_left" | "disabled" | "missing" | "no_address" | "suppressed" | "switched_off" | "no_provider";

/** One of the `items` of EmailsListItem. */
export interface EmailsListItemItem {
  /** What happened. */
  kind: "tag" | "comment" | "assign" | "notification";
  /** Id of the comment. */
  commentId: string | null;
  /** Id of the user. */
  userId: string;
  /** What the mail says of it. */
  text: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
}

/** What `emails.retry` takes. */
export interface EmailsRetryRequest {
  /** Ids of e-mails. */
  emailIds: readonly string[];
}

/** What `emails.listSuppressions` takes. */
export interface EmailsListSuppressionsRequest {
  /** The beginning of the address, regardless of case. */
  search?: string | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `emails.listSuppressions`. */
export interface EmailsListSuppressionsItem {
  /** In lower case. */
  email: string;
  /** The error, in a sentence. */
  error: string;
  /** When the address was rejected, in milliseconds since the epoch. */
  suppressedAt: number;
}

/** What `emails.deleteSuppressions` takes. */
export interface EmailsDeleteSuppressionsRequest {
  /** E-mail addresses. */
  emails: readonly string[];
}

/** What `webhooks.test` takes. */
export interface WebhooksTestRequest {
  /** Name of the event. */
  trigger: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete";
  /** `raw`, `processed`, or the id or `uid` of another endpoint. */
  endpointId?: string | undefined;
}

/** What `webhooks.test` returns. */
export interface WebhooksTestItem {
  /** `raw` or `processed` for the two URLs of the webhook configuration; null for other endpoints. */
  target: "raw" | "processed" | null;
  /** `raw`, `processed`, or the id of another endpoint. */
  endpointId: string;
  /** Id of the delivery: the `webhook-id` header of its attempts. */
  webhookId: string;
  /** Whether it succeeded. */
  success: boolean;
  /** The request to the endpoint; null if none was made. */
  attempt: WebhooksTestItemAttempt | null;
}

/** The `attempt` of WebhooksTestItem. */
export interface WebhooksTestItemAttempt {
  /** When it started, in milliseconds since the epoch. */
  startedAt: number;
  /** Duration of the attempt in milliseconds. */
  durationMs: number;
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** Why the attempt failed; null for a success. Only a test event has `paused`: nothing was sent, because the endpoint has failed too often and is paused. */
  errorClass: WebhookErrorClass | null;
  /** The error, in a sentence. */
  error: string | null;
  /** The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries. */
  responseExcerpt: string;
}

/** Why an attempt to deliver a webhook failed. */
export type WebhookErrorClass = "http_status" | "gone" | "redirect" | "timeout" | "connect_timeout" | "connection" | "dns" | "tls" | "blocked_address" | "configuration" | "paused";

/** What `webhooks.listDeliveries` takes. */
export interface WebhooksListDeliveriesRequest {
  /** Ids of deliveries. An empty list matches nothing. */
  webhookIds?: readonly string[] | undefined;
  /** Only deliveries in this state. */
  state?: "pending" | "delivered" | "failed" | "held" | undefined;
  /** Name of the event. */
  trigger?: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete" | "endpoint.failing" | "endpoint.gone" | "delivery.exhausted" | "removal.complete" | undefined;
  /** Id of the organization. */
  organizationId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** The endpoint: `raw` or `processed`. */
  target?: "raw" | "processed" | undefined;
  /** `raw`, `processed`, or the id or `uid` of another endpoint; excludes `target`. */
  endpointId?: string | undefined;
  /** Only entries created at this time or later, in milliseconds since the epoch. */
  from?: number | undefined;
  /** End of the period (exclusive), in milliseconds since the epoch. */
  to?: number | undefined;
  /** Whether deliveries have their `body`. */
  includeBodies?: boolean | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `webhooks.listDeliveries`. */
export interface WebhooksListDeliveriesItem {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** `raw` or `processed` for the two URLs of the webhook configuration; null for other endpoints. */
  target: "raw" | "processed" | null;
  /** `raw`, `processed`, or the id of another endpoint. */
  endpointId: string;
  /** Name of the event. */
  trigger: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete" | "endpoint.failing" | "endpoint.gone" | "delivery.exhausted" | "removal.complete";
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Position among the events of the document. */
  sequence: number;
  /** State of the delivery; `held` waits until an endpoint is configured again. */
  state: "pending" | "delivered" | "failed" | "held";
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was delivered, in milliseconds since the epoch; null until then. */
  deliveredAt: number | null;
  /** Set while it waits for an attempt. */
  nextAttemptAt: number | null;
  /** Number of attempts so far. */
  attemptCount: number;
  /** The latest attempts, oldest first: 20 if a single delivery is requested by id, else 3. */
  attempts: readonly WebhooksListDeliveriesItemAttempt[];
  /** The payload before encoding and encryption; only with `includeBodies`. Null once it has been removed. */
  body?: { readonly [key: string]: unknown } | null | undefined;
}

/** One of the `attempts` of WebhooksListDeliveriesItem. */
export interface WebhooksListDeliveriesItemAttempt {
  /** When it started, in milliseconds since the epoch. */
  startedAt: number;
  /** Duration of the attempt in milliseconds. */
  durationMs: number;
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** Why the attempt failed; null for a success. Only a test event has `paused`: nothing was sent, because the endpoint has failed too often and is paused. */
  errorClass: WebhookErrorClass | null;
  /** The error, in a sentence. */
  error: string | null;
  /** The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries. */
  responseExcerpt: string;
}

/** What `webhooks.retryDeliveries` takes. */
export interface WebhooksRetryDeliveriesRequest {
  /** Ids of deliveries. */
  webhookIds: readonly string[];
}

/** What `webhooks.recoverDeliveries` takes. */
export interface WebhooksRecoverDeliveriesRequest {
  /** The earliest time, in milliseconds since the epoch. */
  since: number;
  /** End of the period (exclusive), in milliseconds since the epoch. */
  until?: number | undefined;
  /** Only deliveries to this endpoint: `raw`, `processed`, or the id or `uid` of another endpoint. */
  endpointId?: string | undefined;
}

/** What `webhooks.recoverDeliveries` returns. */
export interface WebhooksRecoverDeliveriesAnswer {
  /** Id of the recovery. */
  recoveryId: string;
  /** Start of the period, in milliseconds since the epoch. */
  from: number;
  /** End of the period (exclusive), in milliseconds since the epoch. */
  to: number;
  /** Whether the job is complete. */
  isCompleted: boolean;
  /** Deliveries queued again so far. */
  recovered: number;
  /** Deliveries whose payload has been removed. */
  skipped: number;
  /** When it started, in milliseconds since the epoch. */
  startedAt: number;
  /** When it was completed, in milliseconds since the epoch; null until then. */
  completedAt: number | null;
  /** Set when only deliveries to one endpoint are resent. */
  endpointId: string | null;
}

/** What `webhooks.getRecovery` takes. */
export interface WebhooksGetRecoveryRequest {
  /** Id of the recovery. */
  recoveryId: string;
}

/** What `webhooks.getRecovery` returns. */
export interface WebhooksGetRecoveryAnswer {
  /** Id of the recovery. */
  recoveryId: string;
  /** Start of the period, in milliseconds since the epoch. */
  from: number;
  /** End of the period (exclusive), in milliseconds since the epoch. */
  to: number;
  /** Whether the job is complete. */
  isCompleted: boolean;
  /** Deliveries queued again so far. */
  recovered: number;
  /** Deliveries whose payload has been removed. */
  skipped: number;
  /** When it started, in milliseconds since the epoch. */
  startedAt: number;
  /** When it was completed, in milliseconds since the epoch; null until then. */
  completedAt: number | null;
  /** Set when only deliveries to one endpoint are resent. */
  endpointId: string | null;
}

/** What `webhooks.createEndpoint` takes. */
export interface WebhooksCreateEndpointRequest {
  /** The URL of its deliveries. */
  url: string;
  /** Your own id of the endpoint, usable in place of `endpointId`. */
  uid?: string | null | undefined;
  /** A note for people. */
  description?: string | null | undefined;
  /** The events that it receives; all nine triggers if absent. `endpoint.failing`, `endpoint.gone`, `delivery.exhausted` and `removal.complete` are sent only to endpoints that list them, the first three never to the endpoint that they are about. */
  filterTypes?: readonly ("comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete" | "endpoint.failing" | "endpoint.gone" | "delivery.exhausted" | "removal.complete")[] | null | undefined;
  /** Only events of threads whose `metadata.channels` (a list, or one string) has one of these. */
  channels?: readonly string[] | null | undefined;
  /** Only events in these organizations. */
  organizationIds?: readonly string[] | null | undefined;
  /** Only events in documents with these ids. */
  documentIds?: readonly string[] | null | undefined;
  /** The form of the bodies; `raw` by default. `thin` has ids and the names of the changed fields, and no content. A change applies to later events. */
  payload?: "raw" | "processed" | "thin" | undefined;
  /** Headers of every request, at most ten. Values are never returned. In an update, absent headers stay and null removes one. */
  headers?: { readonly [key: string]: unknown } | null | undefined;
  /** Maximum number of requests per second. */
  rateLimit?: number | null | undefined;
  /** Whether it is disabled. Meanwhile nothing is sent: deliveries that wait are held until they are resent, and further events are not stored for it, so they are not delivered later either. The feed of changes (`/v2/changes/get`) has them. */
  disabled?: boolean | undefined;
  /** Your own keys. */
  metadata?: { readonly [key: string]: unknown } | null | undefined;
}

/** A webhook endpoint as stored; the values of its headers are never shown. */
export interface WebhookEndpoint {
  /** The same as `endpointId`. */
  id: string;
  /** `raw` and `processed` are the two URLs of the webhook configuration. */
  endpointId: string;
  /** Your own id of the endpoint. */
  uid: string | null;
  /** The URL of its deliveries. */
  url: string;
  /** A note for people. */
  description: string | null;
  /** Null for all nine triggers. */
  filterTypes: readonly ("comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete" | "endpoint.failing" | "endpoint.gone" | "delivery.exhausted" | "removal.complete")[] | null;
  /** Null for all. */
  channels: readonly string[] | null;
  /** Null for all. */
  organizationIds: readonly string[] | null;
  /** Null for all. */
  documentIds: readonly string[] | null;
  /** The form of the bodies. */
  payload: "raw" | "processed" | "thin";
  /** The names of its headers, in lower case. */
  headerNames: readonly string[];
  /** Maximum number of requests per second; null for no own limit. */
  rateLimit: number | null;
  /** Whether it is disabled: nothing is sent to it, and events are not stored for it. */
  disabled: boolean;
  /** Your own keys. */
  metadata: { readonly [key: string]: unknown };
  /** Null for `raw` and `processed`. */
  createdAt: number | null;
  /** When it was last changed; null for `raw` and `processed`. */
  updatedAt: number | null;
}

/** What `webhooks.listEndpoints` takes. */
export interface WebhooksListEndpointsRequest {
  /** Only these endpoints, each by its id or `uid`. An empty list matches nothing. */
  endpointIds?: readonly string[] | undefined;
  /** Maximum number of endpoints in a page, beside `raw` and `processed`. */
  limit?: number | undefined;
  /** The `iterator` of the previous page. */
  iterator?: string | undefined;
}

/** A page of webhook endpoints. */
export interface WebhookEndpoints {
  /** The endpoints of the page. */
  endpoints: readonly WebhookEndpointWithState[];
  /** Position of the next page; null on the last one. */
  iterator: string | null;
  /** Always null: pages are read forwards. */
  prevIterator: string | null;
  /** Whether this is the last page. */
  done: boolean;
}

/** A webhook endpoint, and whether it accepts deliveries. */
export interface WebhookEndpointWithState {
  /** The same as `endpointId`. */
  id: string;
  /** `raw` and `processed` are the two URLs of the webhook configuration. */
  endpointId: string;
  /** Your own id of the endpoint. */
  uid: string | null;
  /** The URL of its deliveries. */
  url: string;
  /** A note for people. */
  description: string | null;
  /** Null for all nine triggers. */
  filterTypes: readonly ("comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete" | "endpoint.failing" | "endpoint.gone" | "delivery.exhausted" | "removal.complete")[] | null;
  /** Null for all. */
  channels: readonly string[] | null;
  /** Null for all. */
  organizationIds: readonly string[] | null;
  /** Null for all. */
  documentIds: readonly string[] | null;
  /** The form of the bodies. */
  payload: "raw" | "processed" | "thin";
  /** The names of its headers, in lower case. */
  headerNames: readonly string[];
  /** Maximum number of requests per second; null for no own limit. */
  rateLimit: number | null;
  /** Whether it is disabled: nothing is sent to it, and events are not stored for it. */
  disabled: boolean;
  /** Your own keys. */
  metadata: { readonly [key: string]: unknown };
  /** Null for `raw` and `processed`. */
  createdAt: number | null;
  /** When it was last changed; null for `raw` and `processed`. */
  updatedAt: number | null;
  /** `failing`: several requests in a row have failed, and it is paused between attempts until one succeeds. `gone`: it responded 410, and nothing is sent until deliveries are resent or its URL changes. `paused`: it is disabled. */
  state: "active" | "failing" | "gone" | "paused";
  /** When the state `failing` or `gone` began; null in other states. */
  since: number | null;
}

/** What `webhooks.getEndpointSecret` takes. */
export interface WebhooksGetEndpointSecretRequest {
  /** Its id, or your own `uid`. */
  endpointId: string;
}

/** What `webhooks.getEndpointSecret` returns. */
export interface WebhooksGetEndpointSecretAnswer {
  /** Its id. */
  endpointId: string;
  /** `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it. */
  secret: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When the last earlier secret stops signing; null if none does. */
  previousSignsUntil: number | null;
}

/** What `webhooks.rotateEndpointSecret` takes. */
export interface WebhooksRotateEndpointSecretRequest {
  /** Its id, or your own `uid`. */
  endpointId: string;
}

/** What `webhooks.rotateEndpointSecret` returns. */
export interface WebhooksRotateEndpointSecretAnswer {
  /** Its id. */
  endpointId: string;
  /** `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it. */
  secret: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When the last earlier secret stops signing; null if none does. */
  previousSignsUntil: number | null;
}

/** What `webhooks.updateEndpoint` takes. */
export interface WebhooksUpdateEndpointRequest {
  /** Its id, or your own `uid`. */
  endpointId: string;
  /** The URL of its deliveries. */
  url?: string | undefined;
  /** Your own id of the endpoint, usable in place of `endpointId`. */
  uid?: string | null | undefined;
  /** A note for people. */
  description?: string | null | undefined;
  /** The events that it receives; all nine triggers if absent. `endpoint.failing`, `endpoint.gone`, `delivery.exhausted` and `removal.complete` are sent only to endpoints that list them, the first three never to the endpoint that they are about. */
  filterTypes?: readonly ("comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete" | "endpoint.failing" | "endpoint.gone" | "delivery.exhausted" | "removal.complete")[] | null | undefined;
  /** Only events of threads whose `metadata.channels` (a list, or one string) has one of these. */
  channels?: readonly string[] | null | undefined;
  /** Only events in these organizations. */
  organizationIds?: readonly string[] | null | undefined;
  /** Only events in documents with these ids. */
  documentIds?: readonly string[] | null | undefined;
  /** The form of the bodies; `raw` by default. `thin` has ids and the names of the changed fields, and no content. A change applies to later events. */
  payload?: "raw" | "processed" | "thin" | undefined;
  /** Headers of every request, at most ten. Values are never returned. In an update, absent headers stay and null removes one. */
  headers?: { readonly [key: string]: unknown } | null | undefined;
  /** Maximum number of requests per second. */
  rateLimit?: number | null | undefined;
  /** Whether it is disabled. Meanwhile nothing is sent: deliveries that wait are held until they are resent, and further events are not stored for it, so they are not delivered later either. The feed of changes (`/v2/changes/get`) has them. */
  disabled?: boolean | undefined;
  /** Your own keys. */
  metadata?: { readonly [key: string]: unknown } | null | undefined;
}

/** What `webhooks.deleteEndpoint` takes. */
export interface WebhooksDeleteEndpointRequest {
  /** Its id, or your own `uid`. */
  endpointId: string;
}

/** What `webhooks.deleteEndpoint` returns. */
export interface WebhooksDeleteEndpointAnswer {
  /** Its id. */
  endpointId: string;
  /** Always true. */
  deleted: true;
}

/** What `webhooks.createPortal` takes. */
export interface WebhooksCreatePortalRequest {
  /** Whether the link is read-only. */
  readOnly?: boolean | undefined;
  /** How long the link is valid; 60 by default. */
  expiresInMinutes?: number | undefined;
  /** Allowed domains of the API key, as listed, on whose pages the link may be embedded. */
  domains?: readonly string[] | undefined;
  /** Whether embedding is forbidden. */
  standalone?: boolean | undefined;
}

/** What `webhooks.createPortal` returns. */
export interface WebhooksCreatePortalAnswer {
  /** Path below the address of this interface, with the secret in its fragment. */
  path: string;
  /** The link: open it, or put it into an `iframe`. Keep it secret: its fragment grants access. */
  url: string | null;
  /** When it expires, in milliseconds since the epoch; null if it does not. */
  expiresAt: number;
}

/** What `webhooks.revokePortals` takes. */
export interface WebhooksRevokePortalsRequest {

}

/** What `ai.ask` takes. */
export interface AiAskRequest {
  /** Name of the model; its prefix selects the provider. */
  model: string;
  /** The instruction. */
  prompt: string;
  /** The text that the instruction applies to. */
  text: string;
}

/** What `ai.ask` returns. */
export interface AiAskAnswer1 {
  /** Whether it succeeded. */
  success: true;
  /** What the model answered. */
  text: string;
}

/** What `ai.ask` returns. */
export interface AiAskAnswer2 {
  /** Whether it succeeded. */
  success: false;
  /** A sentence that names the provider. */
  error: string;
}

/** What `ai.stream` takes. */
export interface AiStreamRequest {
  /** Name of the model; its prefix selects the provider. */
  model: string;
  /** The instruction. */
  prompt: string;
  /** The text that the instruction applies to. */
  text: string;
}

/** What `ai.listUsage` takes. */
export interface AiListUsageRequest {
  /** The first day, in UTC. */
  fromDay?: string | undefined;
  /** The last day, in UTC. */
  toDay?: string | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** One item of `ai.listUsage`. */
export interface AiListUsageItem {
  /** In UTC. */
  day: string;
  /** Name of the model; `other` sums up further models of a day with very many. */
  model: string;
  /** The provider of the model. */
  provider: string;
  /** Number of calls to the model. */
  calls: number;
  /** Calls that returned no text, or an incomplete one. */
  failedCalls: number;
  /** Tokens of the requests, as the provider counted them. */
  inputTokens: number;
  /** Tokens of the answers, as the provider counted them. */
  outputTokens: number;
  /** Average time of all calls including failed ones, with retries. */
  averageLatencyMs: number;
}

/** The body of a webhook to the raw endpoint: the event with the whole thread. */
export interface WebhookRaw {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** The trigger. */
  event: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete";
  /** The kind of event, in a word. */
  actionType: "newlyAdded" | "added" | "updated" | "deleted" | "statusChanged" | "assigned" | "priorityChanged" | "reactionAdded" | "reactionDeleted";
  /** Always `comment`. */
  notificationSource: "comment";
  /** The acting user, if known. */
  actionUser?: NamedUser | undefined;
  /** The thread as it is after the change. */
  commentAnnotation: CommentAnnotation;
  /** The comment of the event; only for events of a comment. */
  targetComment?: ThreadComment | undefined;
  /** The status before; only if it changed. */
  oldStatus?: Status | undefined;
  /** The status after; only if it changed. */
  newStatus?: Status | undefined;
  /** The priority after; only if it changed and was not removed. */
  newPriority?: Priority | undefined;
  /** The priority before; only if it changed. */
  oldPriority?: Priority | null | undefined;
  /** Whether a user is assigned now; only if the assignment changed. */
  assigned?: boolean | undefined;
  /** The assignee before; only if it changed. */
  oldAssignee?: NamedUser | null | undefined;
  /** The assignee now; only if it changed. */
  newAssignee?: NamedUser | null | undefined;
  /** The added or removed reaction. */
  reaction?: string | undefined;
  /** Set if the thread is too large to send as a whole: it has only the newest comments. */
  isCommentAnnotationPartial?: true | undefined;
  /** The total number of comments in a thread that is sent in part. */
  commentCount?: number | undefined;
  /** Time of the event, in milliseconds since the epoch. */
  timestamp: number;
  /** The place of the event. */
  metadata: WebhookRawMetadata;
  /** Position among the events of the document. */
  sequence: number;
}

/** The place of an event. */
export interface WebhookRawMetadata {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The same as `organizationId`. */
  clientOrganizationId: string;
  /** The same as `documentId`. */
  clientDocumentId: string;
  /** Id of the location. */
  locationId?: string | undefined;
  /** Name of the organization, if it has one. */
  organizationName?: string | undefined;
  /** Name of the document, if it has one. */
  documentName?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
}

/** The body of a webhook to the processed endpoint: the persons to notify, and the event. */
export interface WebhookProcessed {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** The trigger. */
  event: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete";
  /** The kind of event, in a word. */
  actionType: "newlyAdded" | "added" | "updated" | "deleted" | "statusChanged" | "assigned" | "priorityChanged" | "reactionAdded" | "reactionDeleted";
  /** Always `comment`. */
  notificationSource: "comment";
  /** The acting user; null if unknown. */
  from: NamedUser | null;
  /** Text of the comment; empty for events of the thread. */
  commentText: string;
  /** The author of the comment; null for events of the thread. */
  commentTextFrom: NamedUser | null;
  /** Users whom the comment tags and who may be notified: they belong to the organization, the document or a folder above it, and want it on some channel. */
  toContactsTagged: readonly WebhookContact[];
  /** The other participants of the thread who may be notified. */
  toContactsUpdated: readonly WebhookContact[];
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  targetAnnotationId: string;
  /** Id of the comment; null for events of the thread. */
  targetCommentId: string | null;
  /** The comment of the event; null for events of the thread. */
  targetComment: ThreadComment | null;
  /** The status of the thread. */
  status: Status | null;
  /** Time of the event, in milliseconds since the epoch. */
  timestamp: number;
  /** Position among the events of the document. */
  sequence: number;
}

/** A person whom an event concerns, and how to notify them. */
export interface WebhookContact extends UserKeys {
  /** Id of the user. */
  userId: string;
  /** Display name. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** The channels on which the user may be notified: those that their notification settings allow. */
  notify: WebhookContactNotify;
  /** Your own keys. */
  [key: string]: unknown;
}

/** The channels on which a person wants to be notified. */
export interface WebhookContactNotify {
  /** Whether the user wants to see it in the inbox. */
  inbox: boolean;
  /** Whether the user wants an e-mail. */
  email: boolean;
}

/** The body of a webhook without content: ids, and the names of the changed fields. */
export interface WebhookThin {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** The trigger. */
  event: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete";
  /** The kind of event, in a word. */
  actionType: "newlyAdded" | "added" | "updated" | "deleted" | "statusChanged" | "assigned" | "priorityChanged" | "reactionAdded" | "reactionDeleted";
  /** Always `comment`. */
  notificationSource: "comment";
  /** Id of the acting user; null if unknown. */
  actionUserId: string | null;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  targetAnnotationId: string;
  /** Id of the comment; null for events of the thread. */
  targetCommentId: string | null;
  /** The names of the fields of the thread that changed. */
  changed: readonly string[];
  /** The API key of the endpoint. */
  metadata: WebhookOfKey;
  /** Time of the event, in milliseconds since the epoch. */
  timestamp: number;
  /** Position among the events of the document. */
  sequence: number;
}

/** The API key of the endpoint. */
export interface WebhookOfKey {
  /** The API key. */
  apiKey: string;
}

/** The body of a webhook about an endpoint, for endpoints that subscribe to such events. */
export interface WebhookEndpointEvent {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** The kind of event. */
  event: "endpoint.failing" | "endpoint.gone" | "delivery.exhausted";
  /** The endpoint of the event. */
  endpoint: WebhookEndpointName;
  /** For `delivery.exhausted`: the delivery without attempts left. */
  delivery?: WebhookExhaustedDelivery | undefined;
  /** The last request to the endpoint. */
  lastRequest: WebhookLastRequest;
  /** Time of the event, in milliseconds since the epoch. */
  timestamp: number;
  /** The API key of the endpoint. */
  metadata: WebhookOfKey;
}

/** The endpoint of an event. */
export interface WebhookEndpointName {
  /** Its id; `raw` and `processed` are the URLs of the webhook configuration. */
  endpointId: string;
  /** Your own id of the endpoint. */
  uid: string | null;
}

/** A delivery without further attempts. */
export interface WebhookExhaustedDelivery {
  /** Id of the delivery: the `webhook-id` header of its attempts. */
  webhookId: string;
  /** The event that it carried. */
  event: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  targetAnnotationId: string;
  /** Position among the events of the document. */
  sequence: number;
  /** Number of attempts. */
  attempts: number;
}

/** The last request to an endpoint. */
export interface WebhookLastRequest {
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** Why the request failed, as in the log of deliveries. */
  errorClass: string;
}

/** The body of a webhook about a removal. */
export interface WebhookRemovalEvent {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** The kind of event. */
  event: "removal.complete";
  /** The removal. It names no person. */
  removal: WebhookRemoval;
  /** Time of the event, in milliseconds since the epoch. */
  timestamp: number;
  /** The API key of the endpoint. */
  metadata: WebhookOfKey;
}

/** The removal that a webhook is about. */
export interface WebhookRemoval {
  /** The removal's job, for `/v2/workspace/removals/certificate/get`. */
  jobId: string;
  /** The kind of the removed object: `user`, `organization`, `folder`, `document` or `location`. */
  kind: string;
  /** When the removal was requested. */
  requestedAt: number;
  /** When the last row was removed. */
  completedAt: number;
}

/** What `me.addThreads` takes. */
export interface MeAddThreadsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The threads, at most 1,000. */
  commentAnnotations: readonly OwnThreadInput[];
}

/** A thread that the user begins, as it is sent. */
export interface OwnThreadInput {
  /** Id of the thread. */
  annotationId?: string | undefined;
  /** An object, or an id alone (any word). `name` defaults to the id. `type` defaults to `default`, for the ids `IN_PROGRESS` and `RESOLVED` to `ongoing` and `terminal`; a type alone means `OPEN`, `IN_PROGRESS` or `RESOLVED`. */
  status?: string | StatusInput | undefined;
  /** An object, or an id alone (any word). `name` defaults to the id. */
  priority?: string | PriorityInput | undefined;
  /** The kind of thread, in a word of your choice. */
  type?: string | undefined;
  /** The place within the document. */
  location?: LocationRefInput | undefined;
  /** The user to whom the thread is assigned. */
  assignedTo?: PersonInput | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** The element of the page that the thread is about. */
  targetElement?: { readonly [key: string]: unknown } | null | undefined;
  /** An object of yours, such as what the thread is about. */
  context?: { readonly [key: string]: unknown } | null | undefined;
  /** The page on which the thread was started. */
  pageInfo?: { readonly [key: string]: unknown } | null | undefined;
  /** How the page shows the thread, in a word of your choice. */
  commentType?: string | null | undefined;
  /** Whether the thread is about the page as a whole. */
  isPageAnnotation?: boolean | null | undefined;
  /** Horizontal position in the page. */
  positionX?: number | null | undefined;
  /** Vertical position in the page. */
  positionY?: number | null | undefined;
  /** Width of the author's screen. */
  screenWidth?: number | null | undefined;
  /** Height of the author's screen. */
  screenHeight?: number | null | undefined;
  /** Height of the page that was scrolled. */
  screenScrollHeight?: number | null | undefined;
  /** How far it was scrolled. */
  screenScrollTop?: number | null | undefined;
  /** Actions that your page offers. Parley does not interpret them. */
  actions?: readonly { readonly [key: string]: unknown }[] | null | undefined;
  /** The comments. */
  commentData: readonly OwnCommentInput[];
}

/** Another person, named by the id. */
export interface PersonInput {
  /** Id of the user. */
  userId: string;
}

/** A comment of the user's, as it is sent. */
export interface OwnCommentInput {
  /** Id of the comment. */
  commentId?: string | number | undefined;
  /** The comment as plain text. */
  commentText?: string | undefined;
  /** The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes. */
  commentHtml?: string | undefined;
  /** The users tagged in the text. */
  taggedUserContacts?: readonly TaggedPersonInput[] | undefined;
  /** Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text. */
  attachments?: readonly AttachmentInput[] | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** An object of yours. */
  context?: { readonly [key: string]: unknown } | null | undefined;
  /** Whether your page has the text, and not Parley. */
  isCommentResolverUsed?: boolean | null | undefined;
  /** Whether there is a text for the comment. */
  isCommentTextAvailable?: boolean | null | undefined;
  /** How far the work is that the comment reports, as your page shows it. */
  progress?: { readonly [key: string]: unknown } | null | undefined;
  /** Actions that your page offers. Parley does not interpret them. */
  actions?: readonly { readonly [key: string]: unknown }[] | null | undefined;
}

/** A person whom a comment mentions, named by the id. */
export interface TaggedPersonInput {
  /** Id of the user. */
  userId: string;
  /** The words that tag the user, such as `@Carol`. */
  text?: string | undefined;
}

/** The result of `me.addThreads` for one item. */
export interface MeAddThreadsAnswerEntry {
  /** Whether it succeeded. */
  success: boolean;
  /** The outcome, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
  /** Id of the item. */
  id: string;
  /** Id of the thread. */
  annotationId: string;
  /** Ids of comments. */
  commentIds: readonly string[];
}

/** What `me.getThreads` takes. */
export interface MeGetThreadsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of threads. An empty list matches nothing. */
  annotationIds?: readonly string[] | undefined;
  /** Threads at one of these locations. An empty list matches nothing. */
  locationIds?: readonly (string | number)[] | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
  /** Only threads with one of these statuses. An empty list matches nothing. */
  statusIds?: readonly string[] | undefined;
  /** Threads of one of these users. An empty list matches nothing. */
  userIds?: readonly string[] | undefined;
  /** Only entries created after this time, in milliseconds since the epoch. */
  createdAfter?: number | undefined;
  /** Only entries created before this time, in milliseconds since the epoch. */
  createdBefore?: number | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** What `me.updateThreads` takes. */
export interface MeUpdateThreadsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of threads. */
  annotationIds: readonly string[];
  /** The changes, the same for each thread. */
  updatedData: OwnThreadChange;
}

/** A change of a thread, as it is sent. */
export interface OwnThreadChange {
  /** An object, or an id alone (any word). `name` defaults to the id. `type` defaults to `default`, for the ids `IN_PROGRESS` and `RESOLVED` to `ongoing` and `terminal`; a type alone means `OPEN`, `IN_PROGRESS` or `RESOLVED`. */
  status?: string | StatusInput | undefined;
  /** The priority of the thread. */
  priority?: string | PriorityInput | null | undefined;
  /** The kind of thread, in a word of your choice. */
  type?: string | null | undefined;
  /** The place within the document. */
  location?: LocationRefInput | null | undefined;
  /** The user to whom the thread is assigned. */
  assignedTo?: PersonInput | null | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** The element of the page that the thread is about. */
  targetElement?: { readonly [key: string]: unknown } | null | undefined;
  /** An object of yours, such as what the thread is about. */
  context?: { readonly [key: string]: unknown } | null | undefined;
  /** The page on which the thread was started. */
  pageInfo?: { readonly [key: string]: unknown } | null | undefined;
  /** How the page shows the thread, in a word of your choice. */
  commentType?: string | null | undefined;
  /** Whether the thread is about the page as a whole. */
  isPageAnnotation?: boolean | null | undefined;
  /** Horizontal position in the page. */
  positionX?: number | null | undefined;
  /** Vertical position in the page. */
  positionY?: number | null | undefined;
  /** Width of the author's screen. */
  screenWidth?: number | null | undefined;
  /** Height of the author's screen. */
  screenHeight?: number | null | undefined;
  /** Height of the page that was scrolled. */
  screenScrollHeight?: number | null | undefined;
  /** How far it was scrolled. */
  screenScrollTop?: number | null | undefined;
  /** Actions that your page offers. Parley does not interpret them. */
  actions?: readonly { readonly [key: string]: unknown }[] | null | undefined;
}

/** What `me.addComments` takes. */
export interface MeAddCommentsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** The comments. */
  commentData: readonly OwnCommentInput[];
}

/** What `me.updateComments` takes. */
export interface MeUpdateCommentsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Ids of comments. */
  commentIds: readonly (string | number)[];
  /** The changes, the same for each comment. */
  updatedData: MeUpdateCommentsRequestUpdatedData;
}

/** The `updatedData` of MeUpdateCommentsRequest. */
export interface MeUpdateCommentsRequestUpdatedData {
  /** The comment as plain text. */
  commentText?: string | undefined;
  /** The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes. */
  commentHtml?: string | undefined;
  /** The users tagged in the text. */
  taggedUserContacts?: readonly TaggedPersonInput[] | undefined;
  /** Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text. */
  attachments?: readonly AttachmentInput[] | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** An object of yours. */
  context?: { readonly [key: string]: unknown } | null | undefined;
  /** Whether your page has the text, and not Parley. */
  isCommentResolverUsed?: boolean | null | undefined;
  /** Whether there is a text for the comment. */
  isCommentTextAvailable?: boolean | null | undefined;
  /** How far the work is that the comment reports, as your page shows it. */
  progress?: { readonly [key: string]: unknown } | null | undefined;
  /** Actions that your page offers. Parley does not interpret them. */
  actions?: readonly { readonly [key: string]: unknown }[] | null | undefined;
}

/** What `me.addReactions` takes. */
export interface MeAddReactionsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Id of the comment. */
  commentId: string | number;
  /** The reactions. */
  reactions: readonly string[];
}

/** What `me.deleteReactions` takes. */
export interface MeDeleteReactionsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Id of the comment. */
  commentId: string | number;
  /** The reactions. */
  reactions: readonly string[];
}

/** What `me.deleteComments` takes. */
export interface MeDeleteCommentsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Ids of comments. */
  commentIds: readonly (string | number)[];
}

/** What `me.deleteThreads` takes. */
export interface MeDeleteThreadsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of threads. */
  annotationIds: readonly string[];
}

/** What `me.getCounts` takes. */
export interface MeGetCountsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
  /** Only threads with one of these statuses. An empty list matches nothing. */
  statusIds?: readonly string[] | undefined;
}

/** What `me.getInbox` takes. */
export interface MeGetInboxRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** Token of the page, from the previous response; absent for the first page. */
  pageToken?: string | undefined;
}

/** A notification in the inbox of the user. */
export interface InboxEntry {
  /** Id of the notification. */
  notificationId: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The acting user. */
  actionUser: NamedUser;
  /** The headline, with its variables filled in for the user. */
  displayHeadlineMessage: string;
  /** The text below the headline. */
  displayBodyMessage: string;
  /** The source of the notification; free-form. */
  notificationSourceData: { readonly [key: string]: unknown };
  /** When it was created, in milliseconds since the epoch. */
  timestamp: number;
  /** Whether the user has read it. */
  isRead: boolean;
  /** When the user read it, in milliseconds since the epoch; null if unread. */
  readAt: number | null;
}

/** What `me.markInboxRead` takes. */
export interface MeMarkInboxReadRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of notifications. */
  notificationIds: readonly string[];
}

/** What `me.markInboxUnread` takes. */
export interface MeMarkInboxUnreadRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of notifications. */
  notificationIds: readonly string[];
}

/** What `me.getNotificationConfig` takes. */
export interface MeGetNotificationConfigRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: readonly string[] | undefined;
  /** Returns the configuration of the organization instead of those of documents. */
  getOrganizationConfig?: boolean | undefined;
}

/** What `me.getNotificationConfig` returns. */
export interface MeGetNotificationConfigItem {
  /** The user's notification level for each channel. */
  config: NotificationLevels;
  /** Whose configuration it is, and where it holds. */
  metadata: MeGetNotificationConfigItemMetadata;
}

/** The `metadata` of MeGetNotificationConfigItem. */
export interface MeGetNotificationConfigItemMetadata {
  /** Id of the organization. */
  organizationId: string;
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Empty at the organization level. */
  documentId: string;
  /** Id of the user. */
  userId: string;
}

/** What `me.setNotificationConfig` takes. */
export interface MeSetNotificationConfigRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: readonly string[] | undefined;
  /** The user's notification level for each channel. Channels besides `inbox` and `email`, such as `slack`, are kept for your code and have no effect here. */
  config: NotificationConfigChange;
}

/** What `me.setNotificationConfig` returns. */
export interface MeSetNotificationConfigItem {
  /** The user's notification level for each channel. */
  config: NotificationLevels;
  /** Whose configuration it is, and where it holds. */
  metadata: MeSetNotificationConfigItemMetadata;
}

/** The `metadata` of MeSetNotificationConfigItem. */
export interface MeSetNotificationConfigItemMetadata {
  /** Id of the organization. */
  organizationId: string;
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Empty at the organization level. */
  documentId: string;
  /** Id of the user. */
  userId: string;
}

/** What `me.watchChanges` takes. */
export interface MeWatchChangesRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** One of these: `comment.add`, `document.delete`, a word of your own records, … */
  actionTypes?: readonly string[] | undefined;
  /** Where to begin: `start`, `now` (default), or a `nextCursor` returned for the same filters. */
  cursor?: string | undefined;
  /** Maximum number of entries in a page. */
  pageSize?: number | undefined;
  /** `thread`: each change has its thread as it is now. */
  include?: readonly "thread"[] | undefined;
  /** Ids of documents. */
  documentIds?: readonly string[] | undefined;
}
