// Made by `npm run generate` from the list of operations.

/**
 * The keys of your own that an organization has: none until you declare them, so that a known key which is misspelt does not compile.
 * `declare module "@parley/sdk" { interface OrganizationKeys { plan?: string } }`; or spread them once: `...{ plan: "gold" }`.
 */
export interface OrganizationKeys {}

/**
 * The keys of your own that a folder has: none until you declare them, so that a known key which is misspelt does not compile.
 * `declare module "@parley/sdk" { interface FolderKeys { plan?: string } }`; or spread them once: `...{ plan: "gold" }`.
 */
export interface FolderKeys {}

/**
 * The keys of your own that a document has: none until you declare them, so that a known key which is misspelt does not compile.
 * `declare module "@parley/sdk" { interface DocumentKeys { plan?: string } }`; or spread them once: `...{ plan: "gold" }`.
 */
export interface DocumentKeys {}

/**
 * The keys of your own that a location has: none until you declare them, so that a known key which is misspelt does not compile.
 * `declare module "@parley/sdk" { interface LocationKeys { plan?: string } }`; or spread them once: `...{ plan: "gold" }`.
 */
export interface LocationKeys {}

/**
 * The keys of your own that a user has: none until you declare them, so that a known key which is misspelt does not compile.
 * `declare module "@parley/sdk" { interface UserKeys { plan?: string } }`; or spread them once: `...{ plan: "gold" }`.
 */
export interface UserKeys {}

/**
 * The keys of your own that an attachment has: none until you declare them, so that a known key which is misspelt does not compile.
 * `declare module "@parley/sdk" { interface AttachmentKeys { plan?: string } }`; or spread them once: `...{ plan: "gold" }`.
 */
export interface AttachmentKeys {}

/** What `workspaces.create` takes. */
export interface WorkspacesCreateRequest {
  /** Name of the workspace. */
  workspaceName?: string | undefined;
  /** E-mail address of the owner. */
  ownerEmail: string;
  /** Name for people. */
  name?: string | undefined;
  /** URL of a picture. */
  avatar?: string | undefined;
}

/** What `workspaces.create` returns. */
export interface WorkspacesCreateAnswer {
  /** Id of the workspace. */
  id: string;
  /** Name for people. */
  name: string;
  /** The owner of the workspace. */
  owner: WorkspaceOwner;
  /** Keyed by API key, the oldest 1,000; `/v2/workspace/apikeys/get` lists all. */
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
  /** Name for people. */
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
  /** Name for people. */
  name: string;
  /** The owner of the workspace. */
  owner: WorkspaceOwner;
  /** Keyed by API key, the oldest 1,000; `/v2/workspace/apikeys/get` lists all. */
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
  /** Makes a token for the new API key. */
  createAuthToken?: boolean | undefined;
  /** The plan. */
  planInfo?: ApiKeysCreateRequestPlanInfo | undefined;
  /** Whether there is a plan of your own. */
  customPlanInfo?: boolean | undefined;
  /** Your plan's data; free-form. */
  customPlanInfoData?: { readonly [key: string]: unknown } | undefined;
  /** The domains on which the API key may be used. */
  allowedDomains?: readonly string[] | undefined;
  /** Adds `localhost` and `127.0.0.1` to the allowed domains. */
  addLocalHostToAllowedDomains?: boolean | undefined;
  /** Whether e-mails are sent. */
  useEmailService?: boolean | undefined;
  /** Whether webhooks are sent. */
  useWebhookService?: boolean | undefined;
  /** The provider of e-mails and what it needs. */
  emailServiceConfig?: NewEmailServiceConfig | undefined;
  /** The endpoints and what is sent to them. */
  webhookServiceConfig?: WebhookServiceConfigInput | undefined;
}

/** The `planInfo` of ApiKeysCreateRequest. */
export interface ApiKeysCreateRequestPlanInfo {
  /** Name of the plan. */
  type?: string | undefined;
}

/** Who sends the e-mails of a new API key. */
export interface NewEmailServiceConfig {
  /** Who sends the e-mails: the installation's mail server (`default`), SendGrid or a mail server of yours (`smtp`). */
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
  /** Where raw events are sent: what happened, with the whole thread. */
  rawNotificationUrl?: string | null | undefined;
  /** Where processed events are sent: who has to be notified of what. */
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

/** Which events are sent: absent ones stay as they are. */
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
  /** How the name begins, or the whole id. */
  search?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
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
  /** Whether there is a plan of your own. */
  customPlanInfo: boolean;
  /** Your plan's data; free-form. */
  customPlanInfoData: { readonly [key: string]: unknown } | null;
  /** Whether e-mails are sent. */
  useEmailService: boolean;
  /** Whether webhooks are sent. */
  useWebhookService: boolean;
  /** The provider of e-mails and what it needs. */
  emailServiceConfig: ApiKeysListItemEmailServiceConfig | null;
  /** Whether requests with its credentials are refused. */
  disabled: boolean;
  /** What the key may do and store at most. */
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
  /** Who sends the e-mails: the installation's mail server (`default`), SendGrid or a mail server of yours (`smtp`). */
  type: "default" | "sendgrid" | "smtp";
  /** Masked but for its last four characters. */
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
  /** Requests in a second that each gateway accepts of the key, by the workspace; null for no limit of its own. */
  requestsPerSecond: number | null;
  /** The most that the workspace may set for `requestsPerSecond`, by the operator's word for this key; null when what holds for every key holds for it. */
  maxRequestsPerSecond: number | null;
  /** Documents of the key, by the workspace; null for no limit of its own. */
  documents: number | null;
  /** The most that the workspace may set for `documents`, by the operator's word for this key; null when what holds for every key holds for it. */
  maxDocuments: number | null;
  /** Users of the key, each counted once, by the workspace; null for no limit of its own. */
  users: number | null;
  /** The most that the workspace may set for `users`, by the operator's word for this key; null when what holds for every key holds for it. */
  maxUsers: number | null;
  /** Annotations of the key, by the workspace; null for no limit of its own. */
  annotations: number | null;
  /** The most that the workspace may set for `annotations`, by the operator's word for this key; null when what holds for every key holds for it. */
  maxAnnotations: number | null;
  /** Comments of the key, by the workspace; null for no limit of its own. */
  comments: number | null;
  /** The most that the workspace may set for `comments`, by the operator's word for this key; null when what holds for every key holds for it. */
  maxComments: number | null;
  /** Streams of changes that each gateway holds open for the key at the same time, by the workspace; null for no limit of its own. */
  streams: number | null;
  /** The most that the workspace may set for `streams`, by the operator's word for this key; null when what holds for every key holds for it. */
  maxStreams: number | null;
  /** Webhook endpoints of the key, beside the two URLs of its webhook configuration, by the workspace; null for no limit of its own. */
  webhookEndpoints: number | null;
  /** The most that the workspace may set for `webhookEndpoints`, by the operator's word for this key; null when what holds for every key holds for it. */
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
  /** Requests in a second that each gateway accepts of the key; null takes the limit away. */
  requestsPerSecond?: number | null | undefined;
  /** Documents of the key; null takes the limit away. */
  documents?: number | null | undefined;
  /** Users of the key, each counted once; null takes the limit away. */
  users?: number | null | undefined;
  /** Annotations of the key; null takes the limit away. */
  annotations?: number | null | undefined;
  /** Comments of the key; null takes the limit away. */
  comments?: number | null | undefined;
  /** Streams of changes that each gateway holds open for the key at the same time; null takes the limit away. */
  streams?: number | null | undefined;
  /** Webhook endpoints of the key, beside the two URLs of its webhook configuration; null takes the limit away. */
  webhookEndpoints?: number | null | undefined;
}

/** What `authTokens.create` takes. */
export interface AuthTokensCreateRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Name for people. */
  name?: string | undefined;
  /** `read` sees, `act` also changes content, `administrate` may do everything. */
  role?: "read" | "act" | "administrate" | undefined;
  /** It reaches only operations that name these organizations; without it, all. */
  organizationIds?: readonly string[] | undefined;
  /** It reaches only operations of these resources; without it, all. */
  resources?: readonly ("organizations" | "folders" | "documents" | "locations" | "users" | "groups" | "removals" | "userTokens" | "threads" | "comments" | "reactions" | "recordings" | "activities" | "changes" | "notifications" | "emails" | "webhooks" | "ai" | "apiKeys" | "domains")[] | undefined;
  /** When it stops being valid, in milliseconds since the epoch; null when it does not expire. */
  expiresAt?: number | null | undefined;
}

/** What `authTokens.create` returns. */
export interface AuthTokensCreateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** The secret token. */
  token: string;
  /** Name for people. */
  name: string;
  /** `read` sees, `act` also changes content, `administrate` may do everything. */
  role: "read" | "act" | "administrate";
  /** The organizations that it reaches; null for all. */
  organizationIds: readonly string[] | null;
  /** The resources that it reaches; null for all. */
  resources: readonly string[] | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The `tokenId` of the token that took its place when it was rotated. */
  replacedBy: string | null;
}

/** What `authTokens.list` takes. */
export interface AuthTokensListRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
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
  /** Name for people. */
  name: string;
  /** `read` sees, `act` also changes content, `administrate` may do everything. */
  role: "read" | "act" | "administrate";
  /** The organizations that it reaches; null for all. */
  organizationIds: readonly string[] | null;
  /** The resources that it reaches; null for all. */
  resources: readonly string[] | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The `tokenId` of the token that took its place when it was rotated. */
  replacedBy: string | null;
}

/** What `authTokens.update` takes. */
export interface AuthTokensUpdateRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** Name for people. */
  name?: string | undefined;
  /** `read` sees, `act` also changes content, `administrate` may do everything. */
  role?: "read" | "act" | "administrate" | undefined;
  /** It reaches only operations that name these organizations; without it, all. */
  organizationIds?: readonly string[] | undefined;
  /** It reaches only operations of these resources; without it, all. */
  resources?: readonly ("organizations" | "folders" | "documents" | "locations" | "users" | "groups" | "removals" | "userTokens" | "threads" | "comments" | "reactions" | "recordings" | "activities" | "changes" | "notifications" | "emails" | "webhooks" | "ai" | "apiKeys" | "domains")[] | undefined;
}

/** What `authTokens.update` returns. */
export interface AuthTokensUpdateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** Name for people. */
  name: string;
  /** `read` sees, `act` also changes content, `administrate` may do everything. */
  role: "read" | "act" | "administrate";
  /** The organizations that it reaches; null for all. */
  organizationIds: readonly string[] | null;
  /** The resources that it reaches; null for all. */
  resources: readonly string[] | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The `tokenId` of the token that took its place when it was rotated. */
  replacedBy: string | null;
}

/** What `authTokens.rotate` takes. */
export interface AuthTokensRotateRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** Seconds for which the old token is still valid. */
  overlapSeconds?: number | undefined;
}

/** What `authTokens.rotate` returns. */
export interface AuthTokensRotateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** The secret token. */
  token: string;
  /** Name for people. */
  name: string;
  /** `read` sees, `act` also changes content, `administrate` may do everything. */
  role: "read" | "act" | "administrate";
  /** The organizations that it reaches; null for all. */
  organizationIds: readonly string[] | null;
  /** The resources that it reaches; null for all. */
  resources: readonly string[] | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The `tokenId` of the token that took its place when it was rotated. */
  replacedBy: string | null;
  /** When the old token ends. */
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
  /** Remove nothing, and answer how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `apiKeys.delete` returns. */
export interface ApiKeysDeleteAnswer {
  /** Id of the job. */
  jobId: string;
  /** How many tasks the job has. */
  tasksCount: number;
}

/** How much a removal would remove, by service and collection. */
export interface RemovalCounts {
  /** One for each collection that the removal would look through. */
  counts: readonly RemovalCountsCount[];
}

/** How many rows a removal would remove from a collection. */
export interface RemovalCountsCount {
  /** Whose rows they are. */
  service: string;
  /** What of the service is looked through, as the removal's tasks name it. */
  collection: string;
  /** Exact up to 100,000; `more` where there are more, or where more have to be looked through to find them. */
  rows: number | "more";
}

/** What `workspaceTokens.create` takes. */
export interface WorkspaceTokensCreateRequest {
  /** Name for people. */
  name?: string | undefined;
  /** `read` sees, `act` also changes content, `administrate` may do everything. */
  role?: "read" | "act" | "administrate" | undefined;
  /** When it stops being valid, in milliseconds since the epoch; null when it does not expire. */
  expiresAt?: number | null | undefined;
}

/** What `workspaceTokens.create` returns. */
export interface WorkspaceTokensCreateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** In clear; it cannot be read again. */
  token: string;
  /** Name for people. */
  name: string;
  /** What it may do; of a session its role. */
  role: "read" | "act" | "administrate";
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The role of a session of the console; null for a token created here. */
  sessionRole: "read" | "act" | "administrate" | null;
  /** The `tokenId` of the token that took its place when it was rotated. */
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
  /** Masked but for its last four characters. */
  token: string;
  /** Name for people. */
  name: string;
  /** What it may do; of a session its role. */
  role: "read" | "act" | "administrate";
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The role of a session of the console; null for a token created here. */
  sessionRole: "read" | "act" | "administrate" | null;
  /** The `tokenId` of the token that took its place when it was rotated. */
  replacedBy: string | null;
}

/** What `workspaceTokens.update` takes. */
export interface WorkspaceTokensUpdateRequest {
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** Name for people. */
  name?: string | undefined;
  /** `read` sees, `act` also changes content, `administrate` may do everything. */
  role?: "read" | "act" | "administrate" | undefined;
}

/** What `workspaceTokens.update` returns. */
export interface WorkspaceTokensUpdateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** Masked but for its last four characters. */
  token: string;
  /** Name for people. */
  name: string;
  /** What it may do; of a session its role. */
  role: "read" | "act" | "administrate";
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The role of a session of the console; null for a token created here. */
  sessionRole: "read" | "act" | "administrate" | null;
  /** The `tokenId` of the token that took its place when it was rotated. */
  replacedBy: string | null;
}

/** What `workspaceTokens.rotate` takes. */
export interface WorkspaceTokensRotateRequest {
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** Seconds for which the old token is still valid. */
  overlapSeconds?: number | undefined;
}

/** What `workspaceTokens.rotate` returns. */
export interface WorkspaceTokensRotateAnswer {
  /** Identifies the token when it is changed, rotated or revoked; not a secret. */
  tokenId: string;
  /** In clear; it cannot be read again. */
  token: string;
  /** Name for people. */
  name: string;
  /** What it may do; of a session its role. */
  role: "read" | "act" | "administrate";
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The role of a session of the console; null for a token created here. */
  sessionRole: "read" | "act" | "administrate" | null;
  /** The `tokenId` of the token that took its place when it was rotated. */
  replacedBy: string | null;
  /** When the old token ends. */
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
  /** The keys of the providers, read back masked, and the daily budget. */
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
  /** The keys of the providers, read back masked, and the daily budget. */
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
  /** The keys of the providers, read back masked, and the daily budget. */
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
  /** Whether webhooks are sent. */
  useWebhookService?: boolean | undefined;
  /** The endpoints and what is sent to them. */
  webhookServiceConfig?: WebhookServiceConfigInput | undefined;
}

/** What `webhooks.getConfig` takes. */
export interface WebhooksGetConfigRequest {

}

/** What `webhooks.getConfig` returns. */
export interface WebhooksGetConfigAnswer {
  /** Whether webhooks are sent. */
  useWebhookService: boolean;
  /** The endpoints and what is sent to them. */
  webhookServiceConfig: WebhookServiceConfig;
}

/** The endpoints of an API key's webhooks and what is sent to them; secrets are masked. */
export interface WebhookServiceConfig {
  /** Masked but for its last four characters. */
  authToken: string | null;
  /** Where raw events are sent: what happened, with the whole thread. */
  rawNotificationUrl: string | null;
  /** Where processed events are sent: who has to be notified of what. */
  processedNotificationUrl: string | null;
  /** Sends bodies as base64 of their JSON. */
  encodeData: boolean;
  /** Encrypts bodies with `publicKey`. */
  encryptData: boolean;
  /** Your RSA public key (SPKI or PKCS#1, base64 with or without PEM lines, at least 2048 bits). */
  publicKey: string | null;
  /** All nine triggers; empty until the first one is set. */
  triggers: { readonly [key: string]: boolean };
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
  /** The provider of e-mails and what it needs. */
  emailServiceConfig?: EmailServiceConfigInput | undefined;
}

/** Changes of who sends the e-mails of an API key: absent fields keep their values. */
export interface EmailServiceConfigInput {
  /** Who sends the e-mails: the installation's mail server (`default`), SendGrid or a mail server of yours (`smtp`). */
  type?: "default" | "sendgrid" | "smtp" | null | undefined;
  /** SendGrid's API key, or the `smtp://` or `smtps://` URL of a mail server with user name and password. */
  apiKey?: string | null | undefined;
  /** Address that e-mails come from. */
  fromEmail?: string | null | undefined;
  /** Name of the company that e-mails come from. */
  fromCompany?: string | null | undefined;
  /** A dynamic template of SendGrid. */
  commentTemplateId?: string | null | undefined;
  /** A dynamic template of SendGrid. */
  tagTemplateId?: string | null | undefined;
}

/** What `emails.getConfig` takes. */
export interface EmailsGetConfigRequest {

}

/** What `emails.getConfig` returns. */
export interface EmailsGetConfigAnswer {
  /** Whether e-mails are sent. */
  useEmailService: boolean;
  /** The provider of e-mails and what it needs. */
  emailServiceConfig: EmailServiceConfig;
}

/** Who sends the e-mails of an API key; secrets are masked. */
export interface EmailServiceConfig {
  /** Who sends the e-mails: the installation's mail server (`default`), SendGrid or a mail server of yours (`smtp`). */
  type: "default" | "sendgrid" | "smtp";
  /** Masked but for its last four characters. */
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
  /** Whether Get users and Delete folder may be called. */
  advancedQueriesEnabled?: boolean | undefined;
  /** Whether activities are kept from being changed. */
  activityLogImmutable?: boolean | undefined;
  /** An http or https URL with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`. */
  linkTemplate?: string | null | undefined;
  /** Whether comments and assignments put entries into inboxes. */
  notifyOfComments?: boolean | undefined;
  /** Whether comments are indexed for search. */
  searchEnabled?: boolean | undefined;
  /** For how long the key keeps what it stores. */
  retention?: ApiKeysUpdateConfigRequestRetention | undefined;
}

/** The `retention` of ApiKeysUpdateConfigRequest. */
export interface ApiKeysUpdateConfigRequestRetention {
  /** Days for which records of the activity log are kept; null for as long as the installation keeps them. */
  activitiesDays?: number | null | undefined;
  /** Days for which notifications are kept, with what inboxes show of them; null for as long as the installation keeps them. */
  notificationsDays?: number | null | undefined;
  /** Days for which webhook deliveries are kept, with their bodies and attempts; null for as long as the installation keeps them. */
  deliveriesDays?: number | null | undefined;
  /** Days for which the log of mails is kept, with what they report; null for as long as the installation keeps them. */
  mailsDays?: number | null | undefined;
}

/** What `apiKeys.updateConfig` returns. */
export interface ApiKeysUpdateConfigAnswer {
  /** Whether Get users and Delete folder may be used. */
  advancedQueriesEnabled: boolean;
  /** Whether activities are kept from being changed. */
  activityLogImmutable: boolean;
  /** The URL in your application that mails link to; null for none. */
  linkTemplate: string | null;
  /** Whether comments and assignments put entries into inboxes. */
  notifyOfComments: boolean;
  /** Whether comments are indexed for search. */
  searchEnabled: boolean;
  /** How far the search index is; null while that cannot be known. */
  searchIndex: ApiKeysUpdateConfigAnswerSearchIndex | null;
  /** The days for which the key keeps what it stores; null for as long as the installation does. */
  retention: ApiKeysUpdateConfigAnswerRetention;
}

/** The `searchIndex` of ApiKeysUpdateConfigAnswer. */
export interface ApiKeysUpdateConfigAnswerSearchIndex {
  /** `leaving`: search is off, and what is left of the index is being removed. */
  state: "none" | "indexing" | "ready" | "leaving";
  /** How much of what was there when search was turned on is indexed. */
  percent: number;
}

/** The `retention` of ApiKeysUpdateConfigAnswer. */
export interface ApiKeysUpdateConfigAnswerRetention {
  /** Days for which records of the activity log are kept; null for as long as the installation keeps them. */
  activitiesDays: number | null;
  /** Days for which notifications are kept; null for as long as the installation keeps them. */
  notificationsDays: number | null;
  /** Days for which webhook deliveries are kept; null for as long as the installation keeps them. */
  deliveriesDays: number | null;
  /** Days for which the log of mails is kept; null for as long as the installation keeps it. */
  mailsDays: number | null;
}

/** What `apiKeys.getConfig` takes. */
export interface ApiKeysGetConfigRequest {

}

/** What `apiKeys.getConfig` returns. */
export interface ApiKeysGetConfigAnswer {
  /** Whether Get users and Delete folder may be used. */
  advancedQueriesEnabled: boolean;
  /** Whether activities are kept from being changed. */
  activityLogImmutable: boolean;
  /** The URL in your application that mails link to; null for none. */
  linkTemplate: string | null;
  /** Whether comments and assignments put entries into inboxes. */
  notifyOfComments: boolean;
  /** Whether comments are indexed for search. */
  searchEnabled: boolean;
  /** How far the search index is; null while that cannot be known. */
  searchIndex: ApiKeysGetConfigAnswerSearchIndex | null;
  /** The days for which the key keeps what it stores; null for as long as the installation does. */
  retention: ApiKeysGetConfigAnswerRetention;
}

/** The `searchIndex` of ApiKeysGetConfigAnswer. */
export interface ApiKeysGetConfigAnswerSearchIndex {
  /** `leaving`: search is off, and what is left of the index is being removed. */
  state: "none" | "indexing" | "ready" | "leaving";
  /** How much of what was there when search was turned on is indexed. */
  percent: number;
}

/** The `retention` of ApiKeysGetConfigAnswer. */
export interface ApiKeysGetConfigAnswerRetention {
  /** Days for which records of the activity log are kept; null for as long as the installation keeps them. */
  activitiesDays: number | null;
  /** Days for which notifications are kept; null for as long as the installation keeps them. */
  notificationsDays: number | null;
  /** Days for which webhook deliveries are kept; null for as long as the installation keeps them. */
  deliveriesDays: number | null;
  /** Days for which the log of mails is kept; null for as long as the installation keeps it. */
  mailsDays: number | null;
}

/** What `apiKeys.getOverview` takes. */
export interface ApiKeysGetOverviewRequest {
  /** How many of the latest minutes. */
  minutes?: number | undefined;
  /** How many minutes are added up into one step; steps are counted from midnight in UTC. */
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
  /** 95th percentile of the response time in milliseconds, in steps up to 10,000; null without requests. */
  p95Ms: number | null;
  /** How many minutes a step has. */
  stepMinutes: number;
  /** When the oldest figures of the API key began; null when there are none. */
  since: number | null;
  /** Each step, oldest first. */
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
  /** 95th percentile of the response time in milliseconds, in steps up to 10,000; null without requests. */
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
  /** Acts that began then or later. */
  from?: number | undefined;
  /** Acts that began then or before. */
  to?: number | undefined;
  /** Only these, such as `apiKeys.create`. */
  actions?: readonly string[] | undefined;
  /** Only acts of these tokens. */
  actorIds?: readonly string[] | undefined;
  /** Only acts on this API key. */
  apiKey?: string | undefined;
  /** Only acts on these users, API keys, tokens, organizations, …. */
  targetIds?: readonly string[] | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `audit.list`. */
export interface AuditListItem {
  /** 1: how its hash is made. */
  version: number;
  /** Id of the workspace. */
  workspaceId: string;
  /** The id of the record. */
  recordId: string;
  /** Its place in the chain, from 1 on. */
  sequence: number;
  /** When the act began. */
  occurredAt: number;
  /** The operation's name in the clients, `console.…` or `ops.…`. */
  action: string;
  /** Who acted. */
  actor: AuditListItemActor;
  /** What the act was about, what it made included. */
  targets: readonly AuditListItemTarget[];
  /** The API key that was acted on. */
  apiKey: string | null;
  /** Where the act came from. */
  context: AuditListItemContext;
  /** What the caller was told: `failed` is a fault of the installation (parts may have been done), `unknown` when nobody reported (it may have been done). */
  outcome: "success" | "refused" | "failed" | "unknown";
  /** Names of the fields that were set. */
  changes: readonly string[];
  /** Of the actor's name, the address and the user agent. */
  personal: AuditListItemPersonal;
  /** The hash of the record before. */
  previousHash: string;
  /** SHA-256 of the record's canonical JSON (RFC 8785), base64url; persons are in it by their hashes. */
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
  /** Stands for the person in the record's hash: SHA-256 of the canonical JSON of what it hides, with the salt; base64url. */
  hash: string;
  /** Null once the person was erased. */
  salt: string | null;
}

/** The `context` of AuditListItem. */
export interface AuditListItemContext {
  /** The address of the client; null once the actor was erased. */
  ip: string | null;
  /** What the client says that it is; null when it said nothing, or once the actor was erased. */
  userAgent: string | null;
  /** The `x-request-id` of the request. */
  requestId: string;
}

/** The `personal` of AuditListItem. */
export interface AuditListItemPersonal {
  /** Stands for the person in the record's hash: SHA-256 of the canonical JSON of what it hides, with the salt; base64url. */
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
  /** Of the newest record; 0 when there is none. */
  sequence: number;
  /** The hash of that record. */
  hash: string;
  /** Of the oldest record that is kept. */
  firstSequence: number;
  /** When it was signed. */
  at: number;
}

/** What `apiKeys.listUsage` takes. */
export interface ApiKeysListUsageRequest {
  /** The first day, in UTC. */
  from: string;
  /** The last day, in UTC. */
  to: string;
  /** Only what this API key used. */
  apiKey?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `apiKeys.listUsage`. */
export interface ApiKeysListUsageItem {
  /** In UTC. */
  day: string;
  /** Also one that has been deleted since. */
  apiKey: string;
  /** Requests with a token of the API key, not counting the console's. */
  requests: number;
  /** Those of them that were answered with a status of 500 or more. */
  failed: number;
  /** Those of them that were answered with a status of 400 to 499. */
  refused: number;
  /** Comments that were added. */
  comments: number;
  /** Users who commented, reacted, changed a thread or recorded, each once. */
  users: number;
  /** E-mails that a provider accepted. */
  mails: number;
  /** Webhook deliveries that an endpoint accepted. */
  deliveries: number;
  /** For how long streams of changes were open, added up. */
  streamsSeconds: number;
  /** Tokens that AI models read, as `/v2/rewriter/usage/get` has them. */
  inputTokens: number;
  /** Tokens that AI models wrote. */
  outputTokens: number;
}

/** What `organizations.add` takes. */
export interface OrganizationsAddRequest {
  /** The organizations. */
  organizations: readonly OrganizationInput[];
}

/** An organization as it is sent. */
export interface OrganizationInput extends OrganizationKeys {
  /** Id of the organization. */
  organizationId: string;
  /** null removes the name. */
  organizationName?: string | null | undefined;
}

/** What became of one item of a batch, with its id. */
export interface BatchEntryWithId {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
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
  /** The organization; one that exists is changed. */
  organization: OrganizationInput;
}

/** What `organizations.list` takes. */
export interface OrganizationsListRequest {
  /** Ids of organizations. */
  organizationIds?: readonly string[] | undefined;
  /** For a single id: NOT_FOUND when there is no such thing, in place of an empty list. */
  one?: boolean | undefined;
  /** How the name begins, or the whole id. */
  search?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `organizations.list`. */
export interface OrganizationsListItem extends OrganizationKeys {
  /** The same as `organizationId`. */
  id: string;
  /** Id of the organization. */
  organizationId: string;
  /** Name of the organization. */
  organizationName: string | null;
  /** The service's own id of the organization; the `id` in results of batches. */
  internalId: string;
  /** Whether the organization is closed to users. */
  disabled: boolean;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Keys of your own. */
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
  /** Ids of organizations. */
  organizationIds: readonly string[];
  /** Whether the organization is closed to users. */
  disabled: boolean;
}

/** What `organizations.delete` takes. */
export interface OrganizationsDeleteRequest {
  /** Ids of organizations. */
  organizationIds: readonly string[];
  /** Remove nothing, and answer how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `folders.add` takes. */
export interface FoldersAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The folders. */
  folders: readonly FolderInput[];
  /** Creates the organization when it does not exist. */
  createOrganization?: boolean | undefined;
}

/** A folder as it is sent. */
export interface FolderInput extends FolderKeys {
  /** Id of the folder. */
  folderId: string;
  /** null removes the name. */
  folderName?: string | null | undefined;
  /** If absent, it stays where it is; a new one is in no folder. `root` or null takes it out of its folder. */
  parentFolderId?: string | null | undefined;
}

/** What `folders.create` takes. */
export interface FoldersCreateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Creates the organization when it does not exist. */
  createOrganization?: boolean | undefined;
  /** The folder; one that exists is changed. */
  folder: FolderInput;
}

/** What `folders.list` takes. */
export interface FoldersListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Ids of folders. */
  folderIds?: readonly string[] | undefined;
  /** For a single id: NOT_FOUND when there is no such thing, in place of an empty list. */
  one?: boolean | undefined;
  /** Id of the folder that it lies in. */
  parentFolderId?: string | undefined;
  /** How the name begins, or the whole id. */
  search?: string | undefined;
  /** How many levels of folders are read below each. */
  maxDepth?: number | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** A folder with the folders in it. */
export interface Folder extends FolderKeys {
  /** Id of the folder. */
  folderId: string;
  /** Name of the folder. */
  folderName: string | null;
  /** `root` for a folder at the top level. */
  parentFolderId: string;
  /** Its ancestors, starting with `root`. */
  ancestors: readonly string[];
  /** The folders directly in it; absent at the lowest level that was asked for. */
  subFolders?: readonly Folder[] | undefined;
  /** The response was too large to include all `subFolders`; request them with `parentFolderId`. */
  mayHaveMoreSubFolders?: boolean | undefined;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Keys of your own. */
  [key: string]: unknown;
}

/** What `folders.retrieve` takes. */
export interface FoldersRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** How many levels of folders are read below each. */
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
  /** For documents that do not name a folder themselves. */
  folderId?: string | null | undefined;
  /** Creates the organization when it does not exist. */
  createOrganization?: boolean | undefined;
  /** Creates the folder when it does not exist. */
  createFolder?: boolean | undefined;
}

/** A document as it is sent. */
export interface DocumentInput extends DocumentKeys {
  /** Id of the document. */
  documentId: string;
  /** null removes the name. */
  documentName?: string | null | undefined;
  /** If absent, it stays where it is; a new one is in no folder. `root` or null takes it out of its folder. */
  folderId?: string | null | undefined;
}

/** What `documents.create` takes. */
export interface DocumentsCreateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** For documents that do not name a folder themselves. */
  folderId?: string | null | undefined;
  /** Creates the organization when it does not exist. */
  createOrganization?: boolean | undefined;
  /** Creates the folder when it does not exist. */
  createFolder?: boolean | undefined;
  /** The document; one that exists is changed. */
  document: DocumentInput;
}

/** What `documents.list` takes. */
export interface DocumentsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: readonly string[] | undefined;
  /** For a single id: NOT_FOUND when there is no such thing, in place of an empty list. */
  one?: boolean | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** How the name begins, or the whole id. */
  search?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `documents.list`. */
export interface DocumentsListItem extends DocumentKeys {
  /** The same as `documentId`. */
  id: string;
  /** Id of the document. */
  documentId: string;
  /** Name of the document. */
  documentName: string | null;
  /** null if it is in no folder. */
  folderId: string | null;
  /** Whether the document itself is disabled; a disabled organization disables access to it too. */
  disabled: boolean;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Keys of your own. */
  [key: string]: unknown;
}

/** What `documents.retrieve` takes. */
export interface DocumentsRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
}

/** What `documents.update` takes. */
export interface DocumentsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The documents. */
  documents: readonly DocumentInput[];
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

/** What `documents.setDisabled` takes. */
export interface DocumentsSetDisabledRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
  /** Whether the document is closed to users. */
  disabled: boolean;
}

/** What `documents.setDisabled` says of one item. */
export interface DocumentsSetDisabledAnswerEntry {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
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

/** A location of a document, as it is sent. */
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
  /** Ids of locations. */
  locationIds?: readonly (string | number)[] | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `locations.list`. */
export interface LocationsListItem extends LocationKeys {
  /** Id of the location. */
  id: string;
  /** Name of the location. */
  locationName: string | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Keys of your own. */
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
  /** Remove nothing, and answer how much would be removed from each collection of each service. */
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
  /** Remove nothing, and answer how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `documents.delete` takes. */
export interface DocumentsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
  /** Remove nothing, and answer how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `folders.delete` takes. */
export interface FoldersDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId: string;
  /** Remove nothing, and answer how much would be removed from each collection of each service. */
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
  /** Creates the organization when it does not exist. */
  createOrganization?: boolean | undefined;
  /** Creates the document when it does not exist. */
  createDocument?: boolean | undefined;
  /** Creates the folder when it does not exist. */
  createFolder?: boolean | undefined;
}

/** A user as it is sent, with keys of your own. */
export interface UserInput extends UserKeys {
  /** Id of the user. */
  userId: string;
  /** Name for people. */
  name?: string | null | undefined;
  /** E-mail address. */
  email?: string | null | undefined;
}

/** What `users.create` takes. */
export interface UsersCreateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Creates the organization when it does not exist. */
  createOrganization?: boolean | undefined;
  /** Creates the document when it does not exist. */
  createDocument?: boolean | undefined;
  /** Creates the folder when it does not exist. */
  createFolder?: boolean | undefined;
  /** The user; one that exists is changed. */
  user: UserInput;
}

/** What `users.update` takes. */
export interface UsersUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** The users. */
  users: readonly UserInput[];
}

/** What `groups.add` takes. */
export interface GroupsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The groups. */
  organizationUserGroups: readonly GroupInput[];
  /** Creates the organization when it does not exist. */
  createOrganization?: boolean | undefined;
}

/** A group of users of an organization, as it is sent. */
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
  /** Ids of groups. */
  groupIds?: readonly string[] | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
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

/** What became of one user of a group. */
export interface GroupMemberResult {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
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
  /** Ids of users. */
  userIds?: readonly string[] | undefined;
  /** For a single id: NOT_FOUND when there is no such thing, in place of an empty list. */
  one?: boolean | undefined;
  /** Only members of one of these groups. */
  organizationUserGroupIds?: readonly string[] | undefined;
  /** The users of all documents of the organization. */
  allDocuments?: boolean | undefined;
  /** Answers the users by document; needs `allDocuments`. */
  groupByDocumentId?: boolean | undefined;
  /** How the name, the last word of it, the e-mail address or the id begins. */
  search?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** A user as stored, with the keys of your own. */
export interface User extends UserKeys {
  /** E-mail address. */
  email: string;
  /** Name for people. */
  name: string;
  /** Id of the user. */
  userId: string;
  /** Keys of your own. */
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

/** What `users.getData` takes. */
export interface UsersGetDataRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the user. */
  userId: string;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
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
  /** Remove nothing, and answer how much would be removed from each collection of each service. */
  dryRun?: boolean | undefined;
}

/** What `users.deleteData` returns. */
export interface UsersDeleteDataAnswer {
  /** Id of the job. */
  jobId: string;
  /** How many tasks the job has. */
  tasksCount: number;
}

/** What `users.getDataDeletion` takes. */
export interface UsersGetDataDeletionRequest {
  /** Id of the job. */
  jobId: string;
}

/** What `users.getDataDeletion` returns. */
export interface UsersGetDataDeletionAnswer {
  /** Whether everything is removed. */
  isDeleteCompleted: boolean;
  /** How many tasks are left; never rises. */
  tasksLeft: number;
  /** When the last task was completed, in milliseconds since the epoch; 0 before the first. */
  lastTaskCompletedTime: number;
}

/** What `userTokens.generate` takes. */
export interface UserTokensGenerateRequest {
  /** Id of the user. */
  userId: string;
  /** Stored with the user as `/v2/users/add` does, with further keys of your own. `isAdmin` is such a key: it grants nothing. */
  userProperties?: UserProperties | undefined;
  /** Where the user may do what. */
  permissions: UserTokensGenerateRequestPermissions;
  /** 3600 unless given. */
  expiresInSeconds?: number | undefined;
}

/** What is stored of a user for whom a token is made. */
export interface UserProperties extends UserKeys {
  /** Name for people. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** A key of yours: it grants nothing. */
  isAdmin?: boolean | undefined;
}

/** The `permissions` of UserTokensGenerateRequest. */
export interface UserTokensGenerateRequestPermissions {
  /** The places, each named once. */
  resources: readonly UserTokenResource[];
}

/** A place that a user's token names, and what the user may do there. */
export interface UserTokenResource {
  /** What kind of place it is. */
  type: "organization" | "folder" | "document";
  /** Id of the organization, the folder or the document. */
  id: string;
  /** Of a folder or a document; it may be absent when all resources are of one organization. */
  organizationId?: string | undefined;
  /** A viewer reads; a commenter also adds threads, comments and reactions, and changes and deletes what is the user's own; an editor also sets status, priority and assignee. */
  accessRole: "viewer" | "commenter" | "editor";
  /** From then on the entry counts as not there. Absent: as long as the token. */
  expiresAt?: number | undefined;
}

/** What `userTokens.generate` returns. */
export interface UserTokensGenerateAnswer {
  /** The secret token. */
  token: string;
  /** When it stops being valid, in milliseconds since the epoch; null when it does not expire. */
  expiresAt: number;
}

/** What `userTokens.revoke` takes. */
export interface UserTokensRevokeRequest {
  /** Id of the user. */
  userId: string;
}

/** What `removals.list` takes. */
export interface RemovalsListRequest {
  /** Only this one. */
  jobId?: string | undefined;
  /** Only those that are running or paused. */
  openOnly?: boolean | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `removals.list`. */
export interface RemovalsListItem {
  /** Id of the job. */
  jobId: string;
  /** What is removed. Which one is not recorded. */
  kind: "user" | "organization" | "folder" | "document" | "location";
  /** How far the removal is; a paused one goes on when it is resumed. */
  state: "running" | "paused" | "completed";
  /** What was written later stays. */
  requestedAt: number;
  /** 0 before the first task is done. */
  lastTaskCompletedTime: number;
  /** How many tasks the job has. */
  tasksCount: number;
  /** Never rises. */
  tasksLeft: number;
  /** Rows removed or changed by finished tasks. */
  rowsErased: number;
  /** Maximum number of rows that each task removes per second; 0 for no limit. */
  rowsPerSecond: number;
  /** Empty when the removal is complete. */
  tasks: readonly RemovalsListItemTask[];
}

/** One of the `tasks` of RemovalsListItem. */
export interface RemovalsListItemTask {
  /** Whose task it is. */
  service: string;
  /** What of the service it looks through. */
  collection: string;
  /** 1 removes, 2 checks again, 3 removes the rows by which others were found. */
  stage: number;
  /** Whether nothing is left of it. */
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
  /** What the subjects in it are hashed with. */
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
  /** The user who did it. */
  actionUser?: NamedUserInput | undefined;
}

/** A thread to be added, with its first comments. */
export interface NewThread {
  /** Id of the thread. */
  annotationId?: string | undefined;
  /** An object, or just an id (any word). `name` defaults to the id, `type` to the type of the ids `OPEN` (default), `IN_PROGRESS` (ongoing) and `RESOLVED` (terminal), and to default for other ids. */
  status?: string | StatusInput | undefined;
  /** An object, or just an id (any word). `name` defaults to the id. */
  priority?: string | PriorityInput | undefined;
  /** A word of yours for the kind of thread. */
  type?: string | undefined;
  /** The place within the document. */
  location?: LocationRefInput | undefined;
  /** The user to whom the thread is assigned. */
  assignedTo?: NamedUserInput | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** The comments. */
  commentData?: readonly NewComment[] | undefined;
  /** For imports: when it was created. Absent means now. */
  createdAt?: number | undefined;
}

/** The status of a thread, as it is sent. */
export interface StatusInput {
  /** Id of the status: any word. */
  id: string;
  /** Name for people. */
  name?: string | undefined;
  /** What the status means: not begun (`default`), begun (`ongoing`) or done (`terminal`). */
  type?: "default" | "ongoing" | "terminal" | undefined;
}

/** The priority of a thread, as it is sent. */
export interface PriorityInput {
  /** Id of the priority: any word. */
  id: string;
  /** Name for people. */
  name?: string | undefined;
  /** A word of yours for the kind of priority. */
  type?: string | undefined;
}

/** The location of something in a document, as it is sent. */
export interface LocationRefInput extends LocationKeys {
  /** Id of the location. */
  id?: string | number | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
}

/** A user as sent with what they did or are told of. */
export interface NamedUserInput extends UserKeys {
  /** Id of the user. */
  userId: string;
  /** Name for people. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
}

/** A comment to be added. */
export interface NewComment {
  /** Id of the comment. */
  commentId?: string | undefined;
  /** The author of the comment. */
  from: NamedUserInput;
  /** The comment as plain text. */
  commentText?: string | undefined;
  /** The comment as HTML. */
  commentHtml?: string | undefined;
  /** The users who are tagged in the text. */
  taggedUserContacts?: readonly TaggedUserInput[] | undefined;
  /** Files that belong to the comment: what is known of them, not their content. */
  attachments?: readonly AttachmentInput[] | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** For imports: when it was created. Absent means now. */
  createdAt?: number | undefined;
}

/** A user whom a comment mentions, as it is sent. */
export interface TaggedUserInput {
  /** Id of the user. */
  userId: string;
  /** The words that tag the user, such as `@Carol`. */
  text?: string | undefined;
  /** The user who is tagged. */
  contact?: NamedUserInput | undefined;
}

/** A file that belongs to a comment, as it is sent: what is known of it, not its content. */
export interface AttachmentInput extends AttachmentKeys {
  /** Id of the attachment. */
  attachmentId?: string | undefined;
  /** Name for people. */
  name?: string | undefined;
  /** Address of the file. */
  url?: string | undefined;
  /** Media type, such as `video/mp4`. */
  mimeType?: string | undefined;
  /** Size in bytes. */
  sizeBytes?: number | undefined;
}

/** What `threads.add` says of one item. */
export interface ThreadsAddAnswerEntry {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
  /** Id of the item. */
  id: string;
  /** Ids of comments. */
  commentIds: readonly string[];
}

/** What `threads.create` takes. */
export interface ThreadsCreateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The user who did it. */
  actionUser?: NamedUserInput | undefined;
  /** The thread; one that exists is changed. */
  thread: NewThread;
}

/** What `threads.list` takes. */
export interface ThreadsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Ids of threads. */
  annotationIds?: readonly string[] | undefined;
  /** For a single id: NOT_FOUND when there is no such thing, in place of an empty list. */
  one?: boolean | undefined;
  /** Id of the location. */
  locationId?: string | number | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
  /** Only threads with one of these statuses. */
  statuses?: readonly string[] | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Leaves users of whom you gave the id alone so: they do not come as they are stored. */
  usersAsGiven?: boolean | undefined;
  /** Only what was created at this time or later, in milliseconds since the epoch. */
  createdAfter?: number | undefined;
  /** Only what was created before this time, in milliseconds since the epoch. */
  createdBefore?: number | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `threads.list`. */
export interface ThreadsListItem {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** The status of the thread. */
  status: Status;
  /** The priority of the thread. */
  priority: Priority | null;
  /** A word of yours for the kind of thread. */
  type: string | null;
  /** The place within the document. */
  location: LocationRef | null;
  /** Id of the location. */
  locationId: string | null;
  /** The author of the first comment; null without comments. */
  from: NamedUser | null;
  /** The user to whom the thread is assigned. */
  assignedTo: NamedUser | null;
  /** Who wrote a comment, is tagged in one, or is the assignee. */
  involvedUsers: readonly NamedUser[];
  /** Who is tagged in a comment. */
  mentionedUsers: readonly NamedUser[];
  /** Oldest first. */
  comments: readonly ThreadComment[];
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Where the thread is, and the keys that you keep with it. */
  metadata: ThreadMetadata;
}

/** The status of a thread. */
export interface Status {
  /** Id of the status: any word. */
  id: string;
  /** Name for people. */
  name: string;
  /** What the status means: not begun (`default`), begun (`ongoing`) or done (`terminal`). */
  type: "default" | "ongoing" | "terminal";
}

/** The priority of a thread. */
export interface Priority {
  /** Id of the priority: any word. */
  id: string;
  /** Name for people. */
  name: string;
  /** A word of yours for the kind of priority. */
  type?: string | undefined;
}

/** The location of a thread. */
export interface LocationRef extends LocationKeys {
  /** Id of the location. */
  id?: string | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
  /** Keys of your own. */
  [key: string]: unknown;
}

/** A user with the name and address that were given or are stored. */
export interface NamedUser extends UserKeys {
  /** Id of the user. */
  userId: string;
  /** Name for people. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** Keys of your own. */
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
  /** The comment as HTML. */
  commentHtml: string;
  /** The users who are tagged in the text. */
  taggedUserContacts: readonly TaggedUser[];
  /** Files that belong to the comment: what is known of them, not their content. */
  attachments: readonly { readonly [key: string]: unknown }[];
  /** Your own keys and values, kept as given. */
  metadata: { readonly [key: string]: unknown };
  /** The reactions to the comment. */
  reactionAnnotations: readonly ReactionAnnotation[];
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
  /** The user who is tagged. */
  contact: NamedUser;
}

/** A reaction to a comment, with the users who have it. */
export interface ReactionAnnotation {
  /** The reaction: an emoji or a word. */
  reaction: string;
  /** Who reacted. */
  user: NamedUser;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
}

/** Where a thread is, and the keys of your own that it has. */
export interface ThreadMetadata {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the folder. */
  folderId: string | null;
  /** Keys of your own. */
  [key: string]: unknown;
}

/** What `threads.retrieve` takes. */
export interface ThreadsRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Leaves users of whom you gave the id alone so: they do not come as they are stored. */
  usersAsGiven?: boolean | undefined;
  /** Id of the thread. */
  annotationId: string;
}

/** What `threads.count` takes. */
export interface ThreadsCountRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
  /** Id of the user. */
  userId?: string | undefined;
  /** Only threads with one of these statuses. */
  statuses?: readonly string[] | undefined;
}

/** How many threads a document has. */
export interface DocumentCounts {
  /** Annotations of the document, of the statuses that are asked for. */
  total: number;
  /** By the id of the status; one that no annotation has is absent. */
  statuses: { readonly [key: string]: number };
  /** Whether the document has more than were counted: then the counts are the least that it has. */
  hasMore: boolean;
  /** With `userId`: those in which the user wrote a comment, is tagged or is the assignee. */
  mine?: number | undefined;
  /** With `userId`: those of which the user's inbox has an entry that is not read; null while that cannot be known. */
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
  /** Only threads with one of these statuses. */
  statuses?: readonly string[] | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** A thread that search has found, with its comments that match. */
export interface FoundThread {
  /** The thread as it is now, with all its comments and reactions. */
  thread: FoundThreadThread;
  /** The comments that have all words, in the order of the thread. */
  commentIds: readonly string[];
  /** A part of the newest of these, around the first word that is found. */
  excerpt: string;
}

/** The thread that was found, as it is now. */
export interface FoundThreadThread {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** The status of the thread. */
  status: Status;
  /** The priority of the thread. */
  priority: Priority | null;
  /** A word of yours for the kind of thread. */
  type: string | null;
  /** The place within the document. */
  location: LocationRef | null;
  /** Id of the location. */
  locationId: string | null;
  /** The author of the first comment; null without comments. */
  from: NamedUser | null;
  /** The user to whom the thread is assigned. */
  assignedTo: NamedUser | null;
  /** Who wrote a comment, is tagged in one, or is the assignee. */
  involvedUsers: readonly NamedUser[];
  /** Who is tagged in a comment. */
  mentionedUsers: readonly NamedUser[];
  /** Oldest first. */
  comments: readonly ThreadComment[];
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Where the thread is, and the keys that you keep with it. */
  metadata: ThreadMetadata;
}

/** What `threads.update` takes. */
export interface ThreadsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The threads, at most 1,000. */
  commentAnnotations: readonly ThreadChange[];
  /** The user who did it. */
  actionUser?: NamedUserInput | undefined;
}

/** Changes of a thread: absent fields keep their values. */
export interface ThreadChange {
  /** Id of the thread. */
  annotationId: string;
  /** An object, or just an id (any word). `name` defaults to the id, `type` to the type of the ids `OPEN` (default), `IN_PROGRESS` (ongoing) and `RESOLVED` (terminal), and to default for other ids. */
  status?: string | StatusInput | undefined;
  /** The priority of the thread. */
  priority?: string | PriorityInput | null | undefined;
  /** A word of yours for the kind of thread. */
  type?: string | null | undefined;
  /** The place within the document. */
  location?: LocationRefInput | null | undefined;
  /** The user to whom the thread is assigned. */
  assignedTo?: NamedUserInput | null | undefined;
  /** Merged key by key; null removes a key. */
  metadata?: { readonly [key: string]: unknown } | undefined;
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
  commentData: readonly NewComment[];
}

/** What `comments.create` takes. */
export interface CommentsCreateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** The comment; one that exists is changed. */
  comment: NewComment;
}

/** What `comments.update` takes. */
export interface CommentsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** Ids of comments. */
  commentIds?: readonly string[] | undefined;
  /** What is changed in each of the comments. */
  updatedData?: CommentsUpdateRequestUpdatedData | undefined;
  /** What is changed, comment by comment. */
  comments?: readonly CommentsUpdateRequestComment[] | undefined;
  /** The user who did it. */
  actionUser?: NamedUserInput | undefined;
}

/** The `updatedData` of CommentsUpdateRequest. */
export interface CommentsUpdateRequestUpdatedData {
  /** The comment as plain text. */
  commentText?: string | undefined;
  /** The comment as HTML. */
  commentHtml?: string | undefined;
  /** The users who are tagged in the text. */
  taggedUserContacts?: readonly TaggedUserInput[] | undefined;
  /** Files that belong to the comment: what is known of them, not their content. */
  attachments?: readonly AttachmentInput[] | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** The author of the comment. */
  from?: NamedUserInput | undefined;
}

/** One of the `comments` of CommentsUpdateRequest. */
export interface CommentsUpdateRequestComment {
  /** Id of the comment. */
  commentId: string;
  /** The comment as plain text. */
  commentText?: string | undefined;
  /** The comment as HTML. */
  commentHtml?: string | undefined;
  /** The users who are tagged in the text. */
  taggedUserContacts?: readonly TaggedUserInput[] | undefined;
  /** Files that belong to the comment: what is known of them, not their content. */
  attachments?: readonly AttachmentInput[] | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** The author of the comment. */
  from?: NamedUserInput | undefined;
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
  commentId: string;
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
  commentId: string;
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
  /** Ids of comments. */
  commentIds: readonly string[];
  /** The user who did it. */
  actionUser?: NamedUserInput | undefined;
}

/** What `threads.delete` takes. */
export interface ThreadsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of threads. */
  annotationIds: readonly string[];
  /** The user who did it. */
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
  /** Who made the recording. */
  user: NamedUserInput;
  /** For example `audio`, `video` or `screen`. */
  type?: string | undefined;
  /** Name for people. */
  name?: string | undefined;
  /** Address of the recording. */
  url?: string | undefined;
  /** Media type, such as `video/mp4`. */
  mimeType?: string | undefined;
  /** How long the recording is, in milliseconds. */
  durationMs?: number | undefined;
  /** Size in bytes. */
  sizeBytes?: number | undefined;
  /** The place within the document. */
  location?: LocationRefInput | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
  /** For imports: when it was created. Absent means now. */
  createdAt?: number | undefined;
}

/** What `recordings.list` takes. */
export interface RecordingsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Ids of recordings. */
  recordingIds?: readonly string[] | undefined;
  /** Id of the location. */
  locationId?: string | number | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Only what was created at this time or later, in milliseconds since the epoch. */
  createdAfter?: number | undefined;
  /** Only what was created before this time, in milliseconds since the epoch. */
  createdBefore?: number | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
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
  /** Who made the recording. */
  user: NamedUser;
  /** A word of yours for the kind of recording, such as `audio`, `video` or `screen`. */
  type: string | null;
  /** Name for people. */
  name: string | null;
  /** Address of the recording. */
  url: string | null;
  /** Media type, such as `video/mp4`. */
  mimeType: string | null;
  /** How long the recording is, in milliseconds. */
  durationMs: number | null;
  /** Size in bytes. */
  sizeBytes: number | null;
  /** The place within the document. */
  location: LocationRef | null;
  /** Your own keys and values, kept as given. */
  metadata: { readonly [key: string]: unknown };
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
}

/** What `recordings.delete` takes. */
export interface RecordingsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of recordings. */
  recordingIds: readonly string[];
  /** The user who did it. */
  actionUser?: NamedUserInput | undefined;
}

/** What `activities.add` takes. */
export interface ActivitiesAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** For records that do not name a document themselves. */
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
  /** What happened, in a word. */
  actionType: string;
  /** The user who did it. */
  actionUser?: NamedUserInput | undefined;
  /** Field to `{from, to}`. */
  changes?: { readonly [key: string]: unknown } | undefined;
  /** Any JSON value. */
  entityData?: unknown | undefined;
  /** Any JSON value. */
  entityTargetData?: unknown | undefined;
  /** Your id of what the record is about. */
  targetEntityId?: string | undefined;
  /** Your id of the part that the record is about. */
  targetSubEntityId?: string | undefined;
  /** May hold variables in double braces: `{{actionUser}} imported {{count}} files`. */
  displayMessageTemplate?: string | undefined;
  /** The values of the text's variables. */
  displayMessageTemplateData?: { readonly [key: string]: unknown } | undefined;
  /** URL of an icon. */
  actionIcon?: string | undefined;
  /** Whether it is kept from being changed. */
  immutable?: boolean | undefined;
  /** For imports: when it was created. Absent means now. */
  createdAt?: number | undefined;
}

/** What `activities.list` takes. */
export interface ActivitiesListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Only these activities. */
  activityIds?: readonly string[] | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Only activities about one of these kinds of things. */
  featureTypes?: readonly string[] | undefined;
  /** Only activities with one of these action types. */
  actionTypes?: readonly string[] | undefined;
  /** Leaves users of whom you gave the id alone so: they do not come as they are stored. */
  usersAsGiven?: boolean | undefined;
  /** Only what was created at this time or later, in milliseconds since the epoch. */
  createdAfter?: number | undefined;
  /** Only what was created before this time, in milliseconds since the epoch. */
  createdBefore?: number | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `activities.list`. */
export interface ActivitiesListItem {
  /** Id of the activity. */
  id: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string | null;
  /** What kind of thing the activity is about. */
  featureType: string;
  /** What happened, in a word. */
  actionType: string;
  /** The user who did it. */
  actionUser: NamedUser | null;
  /** What has changed; free-form. */
  changes: { readonly [key: string]: unknown } | null;
  /** Any JSON value. */
  entityData: unknown;
  /** Any JSON value. */
  entityTargetData: unknown;
  /** Id of what the activity happened to. */
  targetEntityId: string | null;
  /** Id of the part that the activity happened to. */
  targetSubEntityId: string | null;
  /** The text, with variables in double curly brackets. */
  displayMessageTemplate: string | null;
  /** The values of the text's variables. */
  displayMessageTemplateData: { readonly [key: string]: unknown } | null;
  /** The template with its variables filled in. */
  displayMessage: string | null;
  /** URL of an icon. */
  actionIcon: string | null;
  /** Whether it is kept from being changed. */
  immutable: boolean;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
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
  /** What has changed; free-form. */
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
}

/** What became of one item of a batch. */
export interface BatchEntry {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
}

/** What `changes.get` takes. */
export interface ChangesGetRequest {
  /** Id of the organization. */
  organizationId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** One of these: `comment.add`, `document.delete`, a word of your own records, … */
  actionTypes?: readonly string[] | undefined;
  /** Where to begin: `start`, `now`, or a `nextCursor` that was returned for the same filters; `now` unless given. */
  cursor?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** `thread`: each change comes with its thread as it is now. */
  include?: readonly "thread"[] | undefined;
  /** How long to wait for a change while there is none. */
  waitMs?: number | undefined;
}

/** A page of changes, and where the next one begins. */
export interface ChangesPage {
  /** What was asked for, or what became of each item. */
  data: readonly Change[];
  /** Where the next page begins. */
  nextCursor: string;
  /** Whether there were no further changes. */
  upToDate: boolean;
}

/** Something that happened: a change of a thread, a record of the activity log, or a removal. */
export interface Change {
  /** Unique. A record that is changed later comes again, with another id. */
  changeId: string;
  /** `comment`, `reaction`, `recording`, `removal`, or a word of your own. */
  featureType: string;
  /** What happened, in a word. */
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
  /** The folder that goes, with everything in it. */
  folderId: string | null;
  /** The location that goes. */
  locationId: string | null;
  /** The job of a removal. */
  jobId: string | null;
  /** The user who did it. */
  actionUser: NamedUser | null;
  /** Field to `{from, to}`. */
  changes: { readonly [key: string]: unknown } | null;
  /** When it happened, in milliseconds since the epoch. */
  occurredAt: number;
  /** On request: the thread as it is now, null when it is gone. */
  thread?: ChangeThread | null | undefined;
}

/** The thread of a change as it was when the change was read. */
export interface ChangeThread {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** The status of the thread. */
  status: Status;
  /** The priority of the thread. */
  priority: Priority | null;
  /** A word of yours for the kind of thread. */
  type: string | null;
  /** The place within the document. */
  location: LocationRef | null;
  /** Id of the location. */
  locationId: string | null;
  /** The author of the first comment; null without comments. */
  from: NamedUser | null;
  /** The user to whom the thread is assigned. */
  assignedTo: NamedUser | null;
  /** Who wrote a comment, is tagged in one, or is the assignee. */
  involvedUsers: readonly NamedUser[];
  /** Who is tagged in a comment. */
  mentionedUsers: readonly NamedUser[];
  /** Oldest first. */
  comments: readonly ThreadComment[];
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Where the thread is, and the keys that you keep with it. */
  metadata: ThreadMetadata;
}

/** What `notifications.add` takes. */
export interface NotificationsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the notification. */
  notificationId?: string | undefined;
  /** The user who did it. */
  actionUser: NamedUserInput;
  /** The headline, with variables in curly brackets. */
  displayHeadlineMessageTemplate: string;
  /** At most 262144 characters of JSON; kept as given. */
  displayHeadlineMessageTemplateData?: { readonly [key: string]: unknown } | undefined;
  /** The text below the headline. */
  displayBodyMessage?: string | undefined;
  /** The users who are notified. */
  notifyUsers?: readonly NamedUserInput[] | undefined;
  /** Notifies all users of the organization. */
  notifyAll?: boolean | undefined;
  /** At most 262144 characters of JSON; kept as given. */
  notificationSourceData?: { readonly [key: string]: unknown } | undefined;
  /** Creates the document when it does not exist. */
  createDocument?: boolean | undefined;
  /** Creates the organization when it does not exist. */
  createOrganization?: boolean | undefined;
}

/** What `notifications.add` returns. */
export interface NotificationsAddAnswer {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
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
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `notifications.list`. */
export interface NotificationsListItem {
  /** Id of the notification. */
  notificationId: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The user who did it. */
  actionUser: NamedUser;
  /** The headline, with variables in curly brackets. */
  displayHeadlineMessageTemplate: string;
  /** The values of the headline's variables. */
  displayHeadlineMessageTemplateData: { readonly [key: string]: unknown };
  /** The template with its variables filled in, for the user whose inbox it is. */
  displayHeadlineMessage: string;
  /** The text below the headline. */
  displayBodyMessage: string;
  /** The users who are notified. */
  notifyUsers: readonly NamedUser[];
  /** Notifies all users of the organization. */
  notifyAll: boolean;
  /** Where the notification comes from; free-form. */
  notificationSourceData: { readonly [key: string]: unknown };
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Whether the user has read it; only in a user's inbox, as is `readAt`. */
  isRead?: boolean | undefined;
  /** When the user read it, in milliseconds since the epoch; null when it is unread. */
  readAt?: number | null | undefined;
}

/** What `notifications.update` takes. */
export interface NotificationsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the user. */
  userId: string;
  /** Ids of notifications. */
  notificationIds: readonly string[];
  /** Whether the user has read it. */
  isRead: boolean;
}

/** What `notifications.delete` takes. */
export interface NotificationsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of notifications. */
  notificationIds: readonly string[];
}

/** What `notifications.setConfig` takes. */
export interface NotificationsSetConfigRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: readonly string[] | undefined;
  /** Ids of users. */
  userIds: readonly string[];
  /** What the user is notified of, by channel. */
  config: NotificationsSetConfigRequestConfig;
}

/** The `config` of NotificationsSetConfigRequest. */
export interface NotificationsSetConfigRequestConfig {
  /** Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`. */
  inbox?: "ALL" | "MINE" | "NONE" | null | undefined;
  /** Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`. */
  email?: "ALL" | "MINE" | "NONE" | null | undefined;
}

/** What `notifications.setConfig` returns. */
export interface NotificationsSetConfigItem {
  /** What the user is notified of, by channel. */
  config: NotificationsSetConfigItemConfig;
  /** Whose configuration it is, and where it holds. */
  metadata: NotificationsSetConfigItemMetadata;
}

/** The `config` of NotificationsSetConfigItem. */
export interface NotificationsSetConfigItemConfig {
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  inbox: "ALL" | "MINE" | "NONE";
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  email: "ALL" | "MINE" | "NONE";
}

/** The `metadata` of NotificationsSetConfigItem. */
export interface NotificationsSetConfigItemMetadata {
  /** Id of the organization. */
  organizationId: string;
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Empty at the organization level. */
  documentId: string;
  /** Id of the user. */
  userId: string;
}

/** What `notifications.getConfig` takes. */
export interface NotificationsGetConfigRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: readonly string[] | undefined;
  /** Id of the user. */
  userId: string;
  /** Reads the configuration of the organization instead of those of documents. */
  getOrganizationConfig?: boolean | undefined;
}

/** What `notifications.getConfig` returns. */
export interface NotificationsGetConfigItem {
  /** What the user is notified of, by channel. */
  config: NotificationsGetConfigItemConfig;
  /** Whose configuration it is, and where it holds. */
  metadata: NotificationsGetConfigItemMetadata;
}

/** The `config` of NotificationsGetConfigItem. */
export interface NotificationsGetConfigItemConfig {
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  inbox: "ALL" | "MINE" | "NONE";
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  email: "ALL" | "MINE" | "NONE";
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
  /** Whether it worked. */
  success: boolean;
  /** Id of the e-mail. */
  emailId: string;
  /** How long the attempt took, in milliseconds. */
  durationMs: number;
  /** The server's response, 1,000 characters at most. */
  response: string | null;
  /** Why the attempt failed; null for a success. */
  errorClass: EmailErrorClass | null;
  /** What went wrong, in a sentence. */
  error: string | null;
}

/** Why an attempt to send an e-mail failed. */
export type EmailErrorClass = "address_refused" | "message_refused" | "temporary" | "rate_limited" | "timeout" | "connect_timeout" | "connection" | "dns" | "tls" | "authentication" | "blocked_address" | "configuration";

/** What `emails.list` takes. */
export interface EmailsListRequest {
  /** Ids of e-mails. */
  emailIds?: readonly string[] | undefined;
  /** Only e-mails of which this became. */
  state?: "pending" | "sent" | "failed" | "dropped" | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Id of the organization. */
  organizationId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Only those made at this time or later, in milliseconds since the epoch. */
  from?: number | undefined;
  /** The end of the time, not included, in milliseconds since the epoch. */
  to?: number | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `emails.list`. */
export interface EmailsListItem {
  /** Part of the mail's `Message-ID`; the same in every attempt. */
  emailId: string;
  /** What became of the e-mail. */
  state: "pending" | "sent" | "failed" | "dropped";
  /** Why it failed (`refused`, `attempts_exhausted`) or was dropped (`level`, `read`, `nothing_left`, `disabled`, `missing`, `no_address`, `suppressed`, `switched_off`, `no_provider`); null for the others. */
  reason: EmailReason | null;
  /** Id of the user. */
  userId: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string | null;
  /** Where it was sent last. */
  email: string | null;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When a server took it, in milliseconds since the epoch. */
  sentAt: number | null;
  /** Set while the mail collects items or waits for an attempt. */
  nextAttemptAt: number | null;
  /** How often it was sent so far. */
  attemptCount: number;
  /** The server's response, 1,000 characters at most. */
  response: string | null;
  /** Why the attempt failed; null for a success. */
  errorClass: EmailErrorClass | null;
  /** What went wrong, in a sentence. */
  error: string | null;
  /** How many things came to it. */
  itemCount: number;
  /** What the mail reports: the newest 50 items, oldest first: `tag`, `comment`, `assign` or `notification`. Removed when it has been sent. */
  items: readonly EmailsListItemItem[];
}

/** Why an e-mail ended without being sent. */
export type EmailReason = "refused" | "attempts_exhausted" | "level" | "read" | "nothing_left" | "disabled" | "missing" | "no_address" | "suppressed" | "switched_off" | "no_provider";

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
  /** How the address begins, in capitals or not. */
  search?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `emails.listSuppressions`. */
export interface EmailsListSuppressionsItem {
  /** In lower case. */
  email: string;
  /** What went wrong, in a sentence. */
  error: string;
  /** When the address was refused. */
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
  /** `raw`, `processed`, or the id of another endpoint. */
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
  /** Whether it worked. */
  success: boolean;
  /** The request to the endpoint; null if none was made. */
  attempt: WebhooksTestItemAttempt | null;
}

/** The `attempt` of WebhooksTestItem. */
export interface WebhooksTestItemAttempt {
  /** When it started, in milliseconds since the epoch. */
  startedAt: number;
  /** How long the attempt took, in milliseconds. */
  durationMs: number;
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** Why the attempt failed; null for a success. Only a test event has `paused`: nothing was sent, because the endpoint has failed too often and is paused. */
  errorClass: WebhookErrorClass | null;
  /** What went wrong, in a sentence. */
  error: string | null;
  /** The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries. */
  responseExcerpt: string;
}

/** Why an attempt to deliver a webhook failed. */
export type WebhookErrorClass = "http_status" | "gone" | "redirect" | "timeout" | "connect_timeout" | "connection" | "dns" | "tls" | "blocked_address" | "configuration" | "paused";

/** What `webhooks.listDeliveries` takes. */
export interface WebhooksListDeliveriesRequest {
  /** Ids of deliveries. */
  webhookIds?: readonly string[] | undefined;
  /** Only deliveries of which this became. */
  state?: "pending" | "delivered" | "failed" | "held" | undefined;
  /** Name of the event. */
  trigger?: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete" | "endpoint.failing" | "endpoint.gone" | "delivery.exhausted" | "removal.complete" | undefined;
  /** Id of the organization. */
  organizationId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** The endpoint: `raw` or `processed`. */
  target?: "raw" | "processed" | undefined;
  /** `raw`, `processed`, or the id of another endpoint; excludes `target`. */
  endpointId?: string | undefined;
  /** Only those made at this time or later, in milliseconds since the epoch. */
  from?: number | undefined;
  /** The end of the time, not included, in milliseconds since the epoch. */
  to?: number | undefined;
  /** Whether each delivery has its `body`. */
  includeBodies?: boolean | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
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
  /** What became of the delivery; one that is held waits for its endpoint to be set again. */
  state: "pending" | "delivered" | "failed" | "held";
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was delivered, in milliseconds since the epoch; null until then. */
  deliveredAt: number | null;
  /** Set while it waits for an attempt. */
  nextAttemptAt: number | null;
  /** How often it was sent so far. */
  attemptCount: number;
  /** The latest attempts, oldest first: 20 when the delivery is the only one requested by id, else 3. */
  attempts: readonly WebhooksListDeliveriesItemAttempt[];
  /** The payload before encoding and encryption; only with `includeBodies`. Null once it has been removed. */
  body?: { readonly [key: string]: unknown } | null | undefined;
}

/** One of the `attempts` of WebhooksListDeliveriesItem. */
export interface WebhooksListDeliveriesItemAttempt {
  /** When it started, in milliseconds since the epoch. */
  startedAt: number;
  /** How long the attempt took, in milliseconds. */
  durationMs: number;
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** Why the attempt failed; null for a success. Only a test event has `paused`: nothing was sent, because the endpoint has failed too often and is paused. */
  errorClass: WebhookErrorClass | null;
  /** What went wrong, in a sentence. */
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
  /** The end of the time, not included, in milliseconds since the epoch. */
  until?: number | undefined;
  /** Only deliveries to this endpoint: `raw`, `processed`, or the id of another. */
  endpointId?: string | undefined;
}

/** What `webhooks.recoverDeliveries` returns. */
export interface WebhooksRecoverDeliveriesAnswer {
  /** Id of the recovery. */
  recoveryId: string;
  /** The beginning of the time, in milliseconds since the epoch. */
  from: number;
  /** The end of the time, not included, in milliseconds since the epoch. */
  to: number;
  /** Whether everything is done. */
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
  /** The beginning of the time, in milliseconds since the epoch. */
  from: number;
  /** The end of the time, not included, in milliseconds since the epoch. */
  to: number;
  /** Whether everything is done. */
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
  /** Where its deliveries are sent to. */
  url: string;
  /** Your own id for it, which names it in place of `endpointId`. */
  uid?: string | null | undefined;
  /** A note for people. */
  description?: string | null | undefined;
  /** The events that it receives; all nine triggers when absent. `endpoint.failing`, `endpoint.gone` and `delivery.exhausted` are sent only to endpoints that name them, and never about themselves; `removal.complete` only to those that name it. */
  filterTypes?: readonly ("comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete" | "endpoint.failing" | "endpoint.gone" | "delivery.exhausted" | "removal.complete")[] | null | undefined;
  /** Only events of threads whose own `metadata.channels` (a list, or one text) has one of these. */
  channels?: readonly string[] | null | undefined;
  /** Only events in these organizations. */
  organizationIds?: readonly string[] | null | undefined;
  /** Only events in documents with these ids. */
  documentIds?: readonly string[] | null | undefined;
  /** The form of the bodies: `raw` unless said otherwise. `thin` has ids and the names of what changed, and no content. */
  payload?: "raw" | "processed" | "thin" | undefined;
  /** Sent with every request, at most ten. Values are never returned. In an update, those not named stay and null removes one. */
  headers?: { readonly [key: string]: unknown } | null | undefined;
  /** Most requests in a second. */
  rateLimit?: number | null | undefined;
  /** Nothing is sent to it; what waits is held. */
  disabled?: boolean | undefined;
  /** Your own keys. */
  metadata?: { readonly [key: string]: unknown } | null | undefined;
}

/** A webhook endpoint as it is stored; the values of its headers are never shown. */
export interface WebhookEndpoint {
  /** The same as `endpointId`. */
  id: string;
  /** `raw` and `processed` are the two URLs of the webhook configuration. */
  endpointId: string;
  /** Your own id for it. */
  uid: string | null;
  /** Where its deliveries are sent to. */
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
  /** Most requests in a second; null for no limit of its own. */
  rateLimit: number | null;
  /** Nothing is sent to it. */
  disabled: boolean;
  /** Your own keys. */
  metadata: { readonly [key: string]: unknown };
  /** Null for `raw` and `processed`. */
  createdAt: number | null;
  /** When it was changed last; null for `raw` and `processed`. */
  updatedAt: number | null;
}

/** What `webhooks.listEndpoints` takes. */
export interface WebhooksListEndpointsRequest {
  /** Only these, each by its id or `uid`. */
  endpointIds?: readonly string[] | undefined;
  /** Most endpoints of a page beside `raw` and `processed`. */
  limit?: number | undefined;
  /** The `iterator` of the page before. */
  iterator?: string | undefined;
}

/** A page of webhook endpoints. */
export interface WebhookEndpoints {
  /** The endpoints of the page. */
  endpoints: readonly WebhookEndpointWithState[];
  /** Where the next page begins; null on the last. */
  iterator: string | null;
  /** Always null: pages are read forwards. */
  prevIterator: null | null;
  /** Whether this is the last page. */
  done: boolean;
}

/** A webhook endpoint and whether it can be sent to. */
export interface WebhookEndpointWithState {
  /** The same as `endpointId`. */
  id: string;
  /** `raw` and `processed` are the two URLs of the webhook configuration. */
  endpointId: string;
  /** Your own id for it. */
  uid: string | null;
  /** Where its deliveries are sent to. */
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
  /** Most requests in a second; null for no limit of its own. */
  rateLimit: number | null;
  /** Nothing is sent to it. */
  disabled: boolean;
  /** Your own keys. */
  metadata: { readonly [key: string]: unknown };
  /** Null for `raw` and `processed`. */
  createdAt: number | null;
  /** When it was changed last; null for `raw` and `processed`. */
  updatedAt: number | null;
  /** `failing`: several requests in a row have failed, and it is left alone between attempts until one succeeds. `gone`: it responded 410, and nothing is sent until deliveries are resent or its URL changes. `paused`: it is disabled. */
  state: "active" | "failing" | "gone" | "paused";
  /** When it began to fail or was gone; null in other states. */
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
  /** Where its deliveries are sent to. */
  url?: string | undefined;
  /** Your own id for it, which names it in place of `endpointId`. */
  uid?: string | null | undefined;
  /** A note for people. */
  description?: string | null | undefined;
  /** The events that it receives; all nine triggers when absent. `endpoint.failing`, `endpoint.gone` and `delivery.exhausted` are sent only to endpoints that name them, and never about themselves; `removal.complete` only to those that name it. */
  filterTypes?: readonly ("comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete" | "endpoint.failing" | "endpoint.gone" | "delivery.exhausted" | "removal.complete")[] | null | undefined;
  /** Only events of threads whose own `metadata.channels` (a list, or one text) has one of these. */
  channels?: readonly string[] | null | undefined;
  /** Only events in these organizations. */
  organizationIds?: readonly string[] | null | undefined;
  /** Only events in documents with these ids. */
  documentIds?: readonly string[] | null | undefined;
  /** The form of the bodies: `raw` unless said otherwise. `thin` has ids and the names of what changed, and no content. */
  payload?: "raw" | "processed" | "thin" | undefined;
  /** Sent with every request, at most ten. Values are never returned. In an update, those not named stay and null removes one. */
  headers?: { readonly [key: string]: unknown } | null | undefined;
  /** Most requests in a second. */
  rateLimit?: number | null | undefined;
  /** Nothing is sent to it; what waits is held. */
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
  /** Whether it only shows. */
  readOnly?: boolean | undefined;
  /** How long the link is valid; 60 by default. */
  expiresInMinutes?: number | undefined;
  /** Allowed domains of the API key, as listed, whose pages may embed it. */
  domains?: readonly string[] | undefined;
  /** Whether it may be embedded nowhere. */
  standalone?: boolean | undefined;
}

/** What `webhooks.createPortal` returns. */
export interface WebhooksCreatePortalAnswer {
  /** Below the address of this interface, with the secret in its fragment. */
  path: string;
  /** The link: open it, or put it into an `iframe`. Keep it from others, its fragment is the secret. */
  url: string | null;
  /** When it stops being valid, in milliseconds since the epoch; null when it does not expire. */
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
  /** What the instruction is about. */
  text: string;
}

/** What `ai.ask` returns. */
export interface AiAskAnswer1 {
  /** Whether it worked. */
  success: true;
  /** What the model answered. */
  text: string;
}

/** What `ai.ask` returns. */
export interface AiAskAnswer2 {
  /** Whether it worked. */
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
  /** What the instruction is about. */
  text: string;
}

/** What `ai.listUsage` takes. */
export interface AiListUsageRequest {
  /** The first day, in UTC. */
  fromDay?: string | undefined;
  /** The last day, in UTC. */
  toDay?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `ai.listUsage`. */
export interface AiListUsageItem {
  /** In UTC. */
  day: string;
  /** `other` for all further models of a day on which very many were called. */
  model: string;
  /** The provider of the model. */
  provider: string;
  /** How often the model was called. */
  calls: number;
  /** Calls that returned no text, or not all of it. */
  failedCalls: number;
  /** Tokens of the requests, as the provider counted them. */
  inputTokens: number;
  /** Tokens of the answers, as the provider counted them. */
  outputTokens: number;
  /** Of all calls, failed ones too; retries are included. */
  averageLatencyMs: number;
}

/** The body of a webhook to the raw endpoint: what happened, with the whole thread. */
export interface WebhookRaw {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** The trigger. */
  event: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete";
  /** What happened, in a word. */
  actionType: "newlyAdded" | "added" | "updated" | "deleted" | "statusChanged" | "assigned" | "priorityChanged" | "reactionAdded" | "reactionDeleted";
  /** Always `comment`. */
  notificationSource: "comment";
  /** Who did it; null when it was not said. */
  actionUser: NamedUser | null;
  /** The thread as it is after the change. */
  commentAnnotation: WebhookRawCommentAnnotation;
  /** The comment that it is about; null for events of the thread. */
  targetComment: ThreadComment | null;
  /** The status before; null unless it changed. */
  oldStatus: Status | null;
  /** The status after; null unless it changed. */
  newStatus: Status | null;
  /** The priority after; null unless it changed. */
  newPriority: Priority | null;
  /** The priority before; only when it changed. */
  oldPriority?: Priority | null | undefined;
  /** Whether somebody is assigned now; only when the assignment changed. */
  assigned?: boolean | undefined;
  /** Who was assigned before; only when that changed. */
  oldAssignee?: NamedUser | null | undefined;
  /** Who is assigned now; only when that changed. */
  newAssignee?: NamedUser | null | undefined;
  /** The reaction that came or went. */
  reaction?: string | undefined;
  /** Set when the thread is too large to send as a whole: it holds only the newest comments. */
  isCommentAnnotationPartial?: true | undefined;
  /** The total number of comments in a thread that is sent in part. */
  commentCount?: number | undefined;
  /** When it happened, in milliseconds since the epoch. */
  timestamp: number;
  /** Where it happened. */
  metadata: WebhookRawMetadata;
  /** Position among the events of the document. */
  sequence: number;
}

/** The thread of an event. */
export interface WebhookRawCommentAnnotation {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** The status of the thread. */
  status: Status;
  /** The priority of the thread. */
  priority: Priority | null;
  /** A word of yours for the kind of thread. */
  type: string | null;
  /** The place within the document. */
  location: LocationRef | null;
  /** Id of the location. */
  locationId: string | null;
  /** The author of the first comment; null without comments. */
  from: NamedUser | null;
  /** The user to whom the thread is assigned. */
  assignedTo: NamedUser | null;
  /** Who wrote a comment, is tagged in one, or is the assignee. */
  involvedUsers: readonly NamedUser[];
  /** Who is tagged in a comment. */
  mentionedUsers: readonly NamedUser[];
  /** Oldest first. */
  comments: readonly ThreadComment[];
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Where the thread is, and the keys that you keep with it. */
  metadata: ThreadMetadata;
}

/** Where an event happened. */
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
  locationId: string | null;
  /** Name of the organization. */
  organizationName: string | null;
  /** Name of the document. */
  documentName: string | null;
  /** Id of the folder. */
  folderId: string | null;
}

/** The body of a webhook to the processed endpoint: who is to be told of what. */
export interface WebhookProcessed {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** The trigger. */
  event: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete";
  /** What happened, in a word. */
  actionType: "newlyAdded" | "added" | "updated" | "deleted" | "statusChanged" | "assigned" | "priorityChanged" | "reactionAdded" | "reactionDeleted";
  /** Always `comment`. */
  notificationSource: "comment";
  /** Who did it; null when it was not said. */
  from: NamedUser | null;
  /** Text of the comment; empty for events of the thread. */
  commentText: string;
  /** Who wrote the comment; null for events of the thread. */
  commentTextFrom: NamedUser | null;
  /** Users whom the comment tags. */
  toContactsTagged: readonly WebhookContact[];
  /** The other users of the thread. */
  toContactsUpdated: readonly WebhookContact[];
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  targetAnnotationId: string;
  /** Id of the comment; null for events of the thread. */
  targetCommentId: string | null;
  /** The comment that it is about; null for events of the thread. */
  targetComment: ThreadComment | null;
  /** The status of the thread. */
  status: Status | null;
  /** When it happened, in milliseconds since the epoch. */
  timestamp: number;
  /** Position among the events of the document. */
  sequence: number;
}

/** Somebody whom an event concerns, and how to tell them. */
export interface WebhookContact extends UserKeys {
  /** Id of the user. */
  userId: string;
  /** Name for people. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** The ways in which the user's notification config allows a notification. */
  notify: WebhookContactNotify;
  /** Keys of your own. */
  [key: string]: unknown;
}

/** On which channels somebody wants to be told. */
export interface WebhookContactNotify {
  /** Whether the user wants to see it in the inbox. */
  inbox: boolean;
  /** Whether the user wants an e-mail. */
  email: boolean;
}

/** The body of a webhook for those who must not hold content: ids, and the names of what changed. */
export interface WebhookThin {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** The trigger. */
  event: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete";
  /** What happened, in a word. */
  actionType: "newlyAdded" | "added" | "updated" | "deleted" | "statusChanged" | "assigned" | "priorityChanged" | "reactionAdded" | "reactionDeleted";
  /** Always `comment`. */
  notificationSource: "comment";
  /** Id of who did it; null when it was not said. */
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
  /** Whose endpoint it is. */
  metadata: WebhookOfKey;
  /** When it happened, in milliseconds since the epoch. */
  timestamp: number;
  /** Position among the events of the document. */
  sequence: number;
}

/** The API key whose endpoint a webhook is sent to. */
export interface WebhookOfKey {
  /** The API key. */
  apiKey: string;
}

/** The body of a webhook about an endpoint, for endpoints that name such events. */
export interface WebhookEndpointEvent {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** What happened to the endpoint. */
  event: "endpoint.failing" | "endpoint.gone" | "delivery.exhausted";
  /** The endpoint that it is about. */
  endpoint: WebhookEndpointName;
  /** Of `delivery.exhausted`: the delivery of which no attempt is left. */
  delivery?: WebhookExhaustedDelivery | undefined;
  /** The last request to it. */
  lastRequest: WebhookLastRequest;
  /** When it happened, in milliseconds since the epoch. */
  timestamp: number;
  /** Whose endpoint it is. */
  metadata: WebhookOfKey;
}

/** The endpoint that an event is about. */
export interface WebhookEndpointName {
  /** Its id; `raw` and `processed` are the URLs of the webhook configuration. */
  endpointId: string;
  /** Your own id for it. */
  uid: string | null;
}

/** A delivery of which no attempt is left. */
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
  /** How often it was tried. */
  attempts: number;
}

/** The last request to an endpoint. */
export interface WebhookLastRequest {
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** Why it failed, as in the log of deliveries. */
  errorClass: string;
}

/** The body of a webhook about a removal. */
export interface WebhookRemovalEvent {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** What happened to the removal. */
  event: "removal.complete";
  /** The removal. It names nobody. */
  removal: WebhookRemoval;
  /** When it happened, in milliseconds since the epoch. */
  timestamp: number;
  /** Whose endpoint it is. */
  metadata: WebhookOfKey;
}

/** The removal that a webhook is about. */
export interface WebhookRemoval {
  /** Its job, by which `/v2/workspace/removals/certificate/get` finds the certificate. */
  jobId: string;
  /** What was removed: `user`, `organization`, `folder`, `document` or `location`. */
  kind: string;
  /** When it was asked for. */
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
  /** An object, or just an id (any word). `name` defaults to the id, `type` to the type of the ids `OPEN` (default), `IN_PROGRESS` (ongoing) and `RESOLVED` (terminal), and to default for other ids. */
  status?: string | StatusInput | undefined;
  /** An object, or just an id (any word). `name` defaults to the id. */
  priority?: string | PriorityInput | undefined;
  /** A word of yours for the kind of thread. */
  type?: string | undefined;
  /** The place within the document. */
  location?: LocationRefInput | undefined;
  /** The user to whom the thread is assigned. */
  assignedTo?: PersonInput | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
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
  commentId?: string | undefined;
  /** The comment as plain text. */
  commentText?: string | undefined;
  /** The comment as HTML. */
  commentHtml?: string | undefined;
  /** The users who are tagged in the text. */
  taggedUserContacts?: readonly TaggedPersonInput[] | undefined;
  /** Files that belong to the comment: what is known of them, not their content. */
  attachments?: readonly AttachmentInput[] | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
}

/** A person whom a comment mentions, named by the id. */
export interface TaggedPersonInput {
  /** Id of the user. */
  userId: string;
  /** The words that tag the user, such as `@Carol`. */
  text?: string | undefined;
}

/** What `me.addThreads` says of one item. */
export interface MeAddThreadsAnswerEntry {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
  message: string;
  /** Why it failed; absent on success. */
  code?: ItemCode | undefined;
  /** Id of the item. */
  id: string;
  /** Ids of comments. */
  commentIds: readonly string[];
}

/** What `me.getThreads` takes. */
export interface MeGetThreadsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of threads. */
  annotationIds?: readonly string[] | undefined;
  /** Id of the location. */
  locationId?: string | number | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
  /** Only threads with one of these statuses. */
  statuses?: readonly string[] | undefined;
  /** Id of the user. */
  userId?: string | undefined;
  /** Only what was created at this time or later, in milliseconds since the epoch. */
  createdAfter?: number | undefined;
  /** Only what was created before this time, in milliseconds since the epoch. */
  createdBefore?: number | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

/** One item of `me.getThreads`. */
export interface MeGetThreadsItem {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the thread. */
  annotationId: string;
  /** The status of the thread. */
  status: Status;
  /** The priority of the thread. */
  priority: Priority | null;
  /** A word of yours for the kind of thread. */
  type: string | null;
  /** The place within the document. */
  location: LocationRef | null;
  /** Id of the location. */
  locationId: string | null;
  /** The author of the first comment; null without comments. */
  from: NamedUser | null;
  /** The user to whom the thread is assigned. */
  assignedTo: NamedUser | null;
  /** Who wrote a comment, is tagged in one, or is the assignee. */
  involvedUsers: readonly NamedUser[];
  /** Who is tagged in a comment. */
  mentionedUsers: readonly NamedUser[];
  /** Oldest first. */
  comments: readonly ThreadComment[];
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was last changed, in milliseconds since the epoch. */
  lastUpdated: number;
  /** Where the thread is, and the keys that you keep with it. */
  metadata: ThreadMetadata;
}

/** What `me.updateThreads` takes. */
export interface MeUpdateThreadsRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The threads, at most 1,000. */
  commentAnnotations: readonly OwnThreadChange[];
}

/** A change of a thread, as it is sent. */
export interface OwnThreadChange {
  /** Id of the thread. */
  annotationId: string;
  /** An object, or just an id (any word). `name` defaults to the id, `type` to the type of the ids `OPEN` (default), `IN_PROGRESS` (ongoing) and `RESOLVED` (terminal), and to default for other ids. */
  status?: string | StatusInput | undefined;
  /** The priority of the thread. */
  priority?: string | PriorityInput | null | undefined;
  /** A word of yours for the kind of thread. */
  type?: string | null | undefined;
  /** The place within the document. */
  location?: LocationRefInput | null | undefined;
  /** The user to whom the thread is assigned. */
  assignedTo?: PersonInput | null | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
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
  commentIds?: readonly string[] | undefined;
  /** What is changed in each of the comments. */
  updatedData?: MeUpdateCommentsRequestUpdatedData | undefined;
  /** What is changed, comment by comment. */
  comments?: readonly MeUpdateCommentsRequestComment[] | undefined;
}

/** The `updatedData` of MeUpdateCommentsRequest. */
export interface MeUpdateCommentsRequestUpdatedData {
  /** The comment as plain text. */
  commentText?: string | undefined;
  /** The comment as HTML. */
  commentHtml?: string | undefined;
  /** The users who are tagged in the text. */
  taggedUserContacts?: readonly TaggedPersonInput[] | undefined;
  /** Files that belong to the comment: what is known of them, not their content. */
  attachments?: readonly AttachmentInput[] | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
}

/** One of the `comments` of MeUpdateCommentsRequest. */
export interface MeUpdateCommentsRequestComment {
  /** Id of the comment. */
  commentId: string;
  /** The comment as plain text. */
  commentText?: string | undefined;
  /** The comment as HTML. */
  commentHtml?: string | undefined;
  /** The users who are tagged in the text. */
  taggedUserContacts?: readonly TaggedPersonInput[] | undefined;
  /** Files that belong to the comment: what is known of them, not their content. */
  attachments?: readonly AttachmentInput[] | undefined;
  /** Your own keys and values, kept as given. */
  metadata?: { readonly [key: string]: unknown } | undefined;
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
  commentId: string;
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
  commentId: string;
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
  commentIds: readonly string[];
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
  /** Only threads with one of these statuses. */
  statuses?: readonly string[] | undefined;
}

/** What `me.getInbox` takes. */
export interface MeGetInboxRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
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
  /** The user who did it. */
  actionUser: NamedUser;
  /** The headline, with its variables filled in for the user. */
  displayHeadlineMessage: string;
  /** The text below the headline. */
  displayBodyMessage: string;
  /** Where the notification comes from; free-form. */
  notificationSourceData: { readonly [key: string]: unknown };
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Whether the user has read it. */
  isRead: boolean;
  /** When the user read it, in milliseconds since the epoch; null when it is unread. */
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
  /** Reads the configuration of the organization instead of those of documents. */
  getOrganizationConfig?: boolean | undefined;
}

/** What `me.getNotificationConfig` returns. */
export interface MeGetNotificationConfigItem {
  /** What the user is notified of, by channel. */
  config: MeGetNotificationConfigItemConfig;
  /** Your own keys and values, kept as given. */
  metadata: MeGetNotificationConfigItemMetadata;
}

/** The `config` of MeGetNotificationConfigItem. */
export interface MeGetNotificationConfigItemConfig {
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  inbox: "ALL" | "MINE" | "NONE";
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  email: "ALL" | "MINE" | "NONE";
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
  /** What the user is notified of, by channel. */
  config: MeSetNotificationConfigRequestConfig;
}

/** The `config` of MeSetNotificationConfigRequest. */
export interface MeSetNotificationConfigRequestConfig {
  /** Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`. */
  inbox?: "ALL" | "MINE" | "NONE" | null | undefined;
  /** Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`. */
  email?: "ALL" | "MINE" | "NONE" | null | undefined;
}

/** What `me.setNotificationConfig` returns. */
export interface MeSetNotificationConfigItem {
  /** What the user is notified of, by channel. */
  config: MeSetNotificationConfigItemConfig;
  /** Your own keys and values, kept as given. */
  metadata: MeSetNotificationConfigItemMetadata;
}

/** The `config` of MeSetNotificationConfigItem. */
export interface MeSetNotificationConfigItemConfig {
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  inbox: "ALL" | "MINE" | "NONE";
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  email: "ALL" | "MINE" | "NONE";
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
  /** Where to begin: `start`, `now`, or a `nextCursor` that was returned for the same filters; `now` unless given. */
  cursor?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** `thread`: each change comes with its thread as it is now. */
  include?: readonly "thread"[] | undefined;
  /** Ids of documents. */
  documentIds?: readonly string[] | undefined;
}
