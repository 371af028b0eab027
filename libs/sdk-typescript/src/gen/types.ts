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
  /** Of the workspace. */
  authToken: string;
  /** Of the API key. */
  apiKeyAuthToken: string;
}

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

export interface ListedApiKey {
  /** Public identifier of the API key (`pk_…`). */
  id: string;
  /** Name of the API key. */
  apiKeyName: string;
  /** What the API key is for: `testing` or `production`. */
  type: "testing" | "production";
}

export interface WorkspacesGetRequest {

}

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

export interface ApiKeysCreateRequestPlanInfo {
  /** Name of the plan. */
  type?: string | undefined;
}

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

export interface ApiKeysCreateAnswer {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** The token that was created; only with `createAuthToken`. */
  authToken?: string | undefined;
}

export interface ApiKeysListRequest {
  /** How the name begins, or the whole id. */
  search?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

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
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
}

export interface ApiKeysListItemPlanInfo {
  /** Name of the plan. */
  type: string;
}

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

export interface ApiKeysUpdateRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Name of the API key. */
  apiKeyName: string;
}

export interface AuthTokensCreateRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Name for people. */
  name?: string | undefined;
  /** When it stops being valid, in milliseconds since the epoch; null when it does not expire. */
  expiresAt?: number | null | undefined;
}

export interface AuthTokensCreateAnswer {
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** The secret token. */
  token: string;
  /** Name for people. */
  name: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
}

export interface AuthTokensListRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
}

export interface AuthTokensListAnswer {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** The tokens of the API key. */
  authTokens: readonly AuthTokensListAnswerAuthToken[];
}

export interface AuthTokensListAnswerAuthToken {
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** The secret token. */
  token: string;
  /** Name for people. */
  name: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
}

export interface AuthTokensRevokeRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** The secret token. */
  token?: string | undefined;
  /** Identifies the token when it is revoked; not a secret. */
  tokenId?: string | undefined;
}

export interface ApiKeysSetDisabledRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
  /** Whether requests with the credentials of the API key are refused. */
  disabled: boolean;
}

export interface ApiKeysSetDisabledAnswer {
  /** Whether requests with the credentials of the API key are refused. */
  disabled: boolean;
}

export interface ApiKeysDeleteRequest {
  /** Public identifier of the API key (`pk_…`). */
  apiKey: string;
}

export interface ApiKeysDeleteAnswer {
  /** Id of the job. */
  jobId: string;
  /** How many tasks the job has. */
  tasksCount: number;
}

export interface WorkspaceTokensCreateRequest {
  /** Name for people. */
  name?: string | undefined;
  /** When it stops being valid, in milliseconds since the epoch; null when it does not expire. */
  expiresAt?: number | null | undefined;
}

export interface WorkspaceTokensCreateAnswer {
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** In clear; it cannot be read again. */
  token: string;
  /** Name for people. */
  name: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The role of a session of the console; null for a token created here. */
  sessionRole: "read" | "act" | "administrate" | null;
}

export interface WorkspaceTokensListRequest {

}

export interface WorkspaceTokensListAnswer {
  /** The tokens of the workspace. */
  tokens: readonly WorkspaceTokensListAnswerToken[];
}

export interface WorkspaceTokensListAnswerToken {
  /** Identifies the token when it is revoked; not a secret. */
  tokenId: string;
  /** Masked but for its last four characters. */
  token: string;
  /** Name for people. */
  name: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Null when it does not expire. */
  expiresAt: number | null;
  /** When it was last used, to within about a minute; null if no use has been recorded. */
  lastUsedAt: number | null;
  /** The role of a session of the console; null for a token created here. */
  sessionRole: "read" | "act" | "administrate" | null;
}

export interface WorkspaceTokensRevokeRequest {
  /** The secret token. */
  token?: string | undefined;
  /** Identifies the token when it is revoked; not a secret. */
  tokenId?: string | undefined;
}

export interface AiUpdateModelsRequest {
  /** The keys of the providers, read back masked, and the daily budget. */
  aiModelsConfig: AiUpdateModelsRequestAiModelsConfig;
}

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

export interface AiUpdateModelsAnswer {
  /** The keys of the providers, read back masked, and the daily budget. */
  aiModelsConfig: AiUpdateModelsAnswerAiModelsConfig;
}

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

export interface AiGetModelsRequest {

}

export interface AiGetModelsAnswer {
  /** The keys of the providers, read back masked, and the daily budget. */
  aiModelsConfig: AiGetModelsAnswerAiModelsConfig;
}

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

export interface DomainsAddRequest {
  /** Domains, with or without a scheme; one leading `*.` is allowed. */
  domains: readonly string[];
}

export interface DomainsAddAnswer {
  /** The domains that were added, in their stored form. */
  domainsAdded: readonly string[];
}

export interface DomainsListRequest {

}

export interface DomainsListAnswer {
  /** The domains on which the API key may be used. */
  allowedDomains: readonly string[];
}

export interface DomainsDeleteRequest {
  /** Domains, with or without a scheme; one leading `*.` is allowed. */
  domains: readonly string[];
}

export interface DomainsDeleteAnswer {
  /** The domains that were removed. */
  domainsRemoved: readonly string[];
}

export interface WebhooksUpdateConfigRequest {
  /** Whether webhooks are sent. */
  useWebhookService?: boolean | undefined;
  /** The endpoints and what is sent to them. */
  webhookServiceConfig?: WebhookServiceConfigInput | undefined;
}

export interface WebhooksGetConfigRequest {

}

export interface WebhooksGetConfigAnswer {
  /** Whether webhooks are sent. */
  useWebhookService: boolean;
  /** The endpoints and what is sent to them. */
  webhookServiceConfig: WebhookServiceConfig;
}

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

export interface WebhooksGetSecretRequest {

}

export interface WebhooksGetSecretAnswer {
  /** `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it. */
  secret: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When the last earlier secret stops signing; null if none does. */
  previousSignsUntil: number | null;
}

export interface WebhooksRotateSecretRequest {

}

export interface WebhooksRotateSecretAnswer {
  /** `whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it. */
  secret: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
  /** When the last earlier secret stops signing; null if none does. */
  previousSignsUntil: number | null;
}

export interface EmailsUpdateConfigRequest {
  /** Whether e-mails are sent. */
  useEmailService?: boolean | undefined;
  /** The provider of e-mails and what it needs. */
  emailServiceConfig?: EmailServiceConfigInput | undefined;
}

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

export interface EmailsGetConfigRequest {

}

export interface EmailsGetConfigAnswer {
  /** Whether e-mails are sent. */
  useEmailService: boolean;
  /** The provider of e-mails and what it needs. */
  emailServiceConfig: EmailServiceConfig;
}

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

export interface ApiKeysUpdateConfigRequest {
  /** Whether Get users and Delete folder may be called. */
  advancedQueriesEnabled?: boolean | undefined;
  /** Whether activities are kept from being changed. */
  activityLogImmutable?: boolean | undefined;
  /** An http or https URL with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`. */
  linkTemplate?: string | null | undefined;
  /** Whether comments and assignments put entries into inboxes. */
  notifyOfComments?: boolean | undefined;
}

export interface ApiKeysUpdateConfigAnswer {
  /** Whether Get users and Delete folder may be used. */
  advancedQueriesEnabled: boolean;
  /** Whether activities are kept from being changed. */
  activityLogImmutable: boolean;
  /** The URL in your application that mails link to; null for none. */
  linkTemplate: string | null;
  /** Whether comments and assignments put entries into inboxes. */
  notifyOfComments: boolean;
}

export interface ApiKeysGetConfigRequest {

}

export interface ApiKeysGetConfigAnswer {
  /** Whether Get users and Delete folder may be used. */
  advancedQueriesEnabled: boolean;
  /** Whether activities are kept from being changed. */
  activityLogImmutable: boolean;
  /** The URL in your application that mails link to; null for none. */
  linkTemplate: string | null;
  /** Whether comments and assignments put entries into inboxes. */
  notifyOfComments: boolean;
}

export interface ApiKeysGetOverviewRequest {
  /** How many of the latest minutes. */
  minutes?: number | undefined;
  /** How many minutes are added up into one step; steps are counted from midnight in UTC. */
  stepMinutes?: number | undefined;
}

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

export interface OrganizationsAddRequest {
  /** The organizations. */
  organizations: readonly OrganizationInput[];
}

export interface OrganizationInput extends OrganizationKeys {
  /** Id of the organization. */
  organizationId: string;
  /** null removes the name. */
  organizationName?: string | null | undefined;
}

export interface BatchEntryWithId {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
  message: string;
  /** Only of a failure. */
  code?: string | undefined;
  /** Id of the item. */
  id: string;
}

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

export interface OrganizationsRetrieveRequest {
  organizationId: string;
}

export interface OrganizationsUpdateRequest {
  /** The organizations. */
  organizations: readonly OrganizationInput[];
}

export interface OrganizationsSetDisabledRequest {
  /** Ids of organizations. */
  organizationIds: readonly string[];
  /** Whether the organization is closed to users. */
  disabled: boolean;
}

export interface OrganizationsDeleteRequest {
  /** Ids of organizations. */
  organizationIds: readonly string[];
}

export interface FoldersAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The folders. */
  folders: readonly FolderInput[];
  /** Creates the organization when it does not exist. */
  createOrganization?: boolean | undefined;
}

export interface FolderInput extends FolderKeys {
  /** Id of the folder. */
  folderId: string;
  /** null removes the name. */
  folderName?: string | null | undefined;
  /** If absent, it stays where it is; a new one is in no folder. `root` or null takes it out of its folder. */
  parentFolderId?: string | null | undefined;
}

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
  /** How many levels of folders are read below each. */
  maxDepth?: number | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

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

export interface FoldersRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** How many levels of folders are read below each. */
  maxDepth?: number | undefined;
  folderId: string;
}

export interface FoldersUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The folders. */
  folders: readonly FolderInput[];
}

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

export interface DocumentInput extends DocumentKeys {
  /** Id of the document. */
  documentId: string;
  /** null removes the name. */
  documentName?: string | null | undefined;
  /** If absent, it stays where it is; a new one is in no folder. `root` or null takes it out of its folder. */
  folderId?: string | null | undefined;
}

export interface DocumentsListRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: readonly string[] | undefined;
  /** For a single id: NOT_FOUND when there is no such thing, in place of an empty list. */
  one?: boolean | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

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

export interface DocumentsRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  documentId: string;
}

export interface DocumentsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The documents. */
  documents: readonly DocumentInput[];
}

export interface DocumentsMoveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
  /** Id of the folder. */
  folderId: string;
}

export interface DocumentsSetDisabledRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
  /** Whether the document is closed to users. */
  disabled: boolean;
}

export interface DocumentsSetDisabledAnswerEntry {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
  message: string;
  /** Only of a failure. */
  code?: string | undefined;
  /** Whether the document is closed to users. */
  disabled: boolean;
}

export interface LocationsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The locations. */
  locations: readonly LocationInput[];
}

export interface LocationInput extends LocationKeys {
  /** Id of the location. */
  id: string | number;
  /** null removes the name. */
  locationName?: string | null | undefined;
}

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

export interface LocationsUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The locations. */
  locations: readonly LocationInput[];
}

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
}

export interface LocationsDeleteDataRequestLocation extends LocationKeys {
  /** Id of the location. */
  id?: string | number | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
}

export interface LocationsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of locations. */
  locationIds: readonly (string | number)[];
}

export interface DocumentsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: readonly string[];
}

export interface FoldersDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId: string;
}

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

export interface UserInput extends UserKeys {
  /** Id of the user. */
  userId: string;
  /** Name for people. */
  name?: string | null | undefined;
  /** E-mail address. */
  email?: string | null | undefined;
}

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

export interface GroupsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The groups. */
  organizationUserGroups: readonly GroupInput[];
  /** Creates the organization when it does not exist. */
  createOrganization?: boolean | undefined;
}

export interface GroupInput {
  /** Id of the group. */
  groupId: string;
  /** Name of the group. */
  groupName?: string | null | undefined;
}

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

export interface GroupsAddUsersRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the group. */
  organizationUserGroupId: string;
  /** Ids of users. */
  userIds: readonly string[];
}

export interface GroupMemberResult {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
  message: string;
  /** Only of a failure. */
  code?: string | undefined;
  /** Id of the group. */
  organizationUserGroupId: string;
}

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

export interface UsersRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  userId: string;
}

export interface UsersGetDataRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the user. */
  userId: string;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

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

export interface GroupsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of groups. */
  groupIds: readonly string[];
}

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

export interface UsersDeleteDataRequest {
  /** Ids of users. */
  userIds: readonly string[];
  /** Ids of organizations. */
  organizationIds?: readonly string[] | undefined;
}

export interface UsersDeleteDataAnswer {
  /** Id of the job. */
  jobId: string;
  /** How many tasks the job has. */
  tasksCount: number;
}

export interface UsersGetDataDeletionRequest {
  /** Id of the job. */
  jobId: string;
}

export interface UsersGetDataDeletionAnswer {
  /** Whether everything is removed. */
  isDeleteCompleted: boolean;
  /** How many tasks are left; never rises. */
  tasksLeft: number;
  /** When the last task was completed, in milliseconds since the epoch; 0 before the first. */
  lastTaskCompletedTime: number;
}

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

export interface RemovalsPauseRequest {
  /** Id of the job. */
  jobId: string;
}

export interface RemovalsResumeRequest {
  /** Id of the job. */
  jobId: string;
}

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

export interface StatusInput {
  /** Id of the status: any word. */
  id: string;
  /** Name for people. */
  name?: string | undefined;
  /** What the status means: not begun (`default`), begun (`ongoing`) or done (`terminal`). */
  type?: "default" | "ongoing" | "terminal" | undefined;
}

export interface PriorityInput {
  /** Id of the priority: any word. */
  id: string;
  /** Name for people. */
  name?: string | undefined;
  /** A word of yours for the kind of priority. */
  type?: string | undefined;
}

export interface LocationRefInput extends LocationKeys {
  /** Id of the location. */
  id?: string | number | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
}

export interface NamedUserInput extends UserKeys {
  /** Id of the user. */
  userId: string;
  /** Name for people. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
}

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

export interface TaggedUserInput {
  /** Id of the user. */
  userId: string;
  /** The words that tag the user, such as `@Carol`. */
  text?: string | undefined;
  /** The user who is tagged. */
  contact?: NamedUserInput | undefined;
}

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

export interface ThreadsAddAnswerEntry {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
  message: string;
  /** Only of a failure. */
  code?: string | undefined;
  /** Id of the item. */
  id: string;
  /** Ids of comments. */
  commentIds: readonly string[];
}

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

export interface Status {
  /** Id of the status: any word. */
  id: string;
  /** Name for people. */
  name: string;
  /** What the status means: not begun (`default`), begun (`ongoing`) or done (`terminal`). */
  type: "default" | "ongoing" | "terminal";
}

export interface Priority {
  /** Id of the priority: any word. */
  id: string;
  /** Name for people. */
  name: string;
  /** A word of yours for the kind of priority. */
  type?: string | undefined;
}

export interface LocationRef extends LocationKeys {
  /** Id of the location. */
  id?: string | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
  /** Keys of your own. */
  [key: string]: unknown;
}

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

export interface TaggedUser {
  /** Id of the user. */
  userId: string;
  /** The words that tag the user, such as `@Carol`. */
  text: string;
  /** The user who is tagged. */
  contact: NamedUser;
}

export interface ReactionAnnotation {
  /** The reaction: an emoji or a word. */
  reaction: string;
  /** Who reacted. */
  user: NamedUser;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
}

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

export interface ThreadsRetrieveRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Leaves users of whom you gave the id alone so: they do not come as they are stored. */
  usersAsGiven?: boolean | undefined;
  annotationId: string;
}

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

export interface RecordingsAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The recordings. */
  recordings: readonly RecordingsAddRequestRecording[];
}

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

export interface ActivitiesAddRequest {
  /** Id of the organization. */
  organizationId: string;
  /** For records that do not name a document themselves. */
  documentId?: string | undefined;
  /** The activities, at most 1,000. */
  activities: readonly ActivitiesAddRequestActivity[];
}

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
  /** Only what was created at this time or later, in milliseconds since the epoch. */
  createdAfter?: number | undefined;
  /** Only what was created before this time, in milliseconds since the epoch. */
  createdBefore?: number | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

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

export interface ActivitiesUpdateRequest {
  /** Id of the organization. */
  organizationId: string;
  /** The activities, at most 1,000. */
  activities: readonly ActivitiesUpdateRequestActivity[];
}

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

export interface BatchEntry {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
  message: string;
  /** Only of a failure. */
  code?: string | undefined;
}

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

export interface NotificationsAddAnswer {
  /** Whether it worked. */
  success: boolean;
  /** What happened, in a sentence. */
  message: string;
}

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

export interface NotificationsDeleteRequest {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of notifications. */
  notificationIds: readonly string[];
}

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

export interface NotificationsSetConfigRequestConfig {
  /** Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`. */
  inbox?: "ALL" | "MINE" | "NONE" | null | undefined;
  /** Of what the user is notified this way: `ALL`, `MINE` (what addresses the user by name) or `NONE`. */
  email?: "ALL" | "MINE" | "NONE" | null | undefined;
}

export interface NotificationsSetConfigItem {
  /** What the user is notified of, by channel. */
  config: NotificationsSetConfigItemConfig;
  /** Whose configuration it is, and where it holds. */
  metadata: NotificationsSetConfigItemMetadata;
}

export interface NotificationsSetConfigItemConfig {
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  inbox: "ALL" | "MINE" | "NONE";
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  email: "ALL" | "MINE" | "NONE";
}

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

export interface NotificationsGetConfigItem {
  /** What the user is notified of, by channel. */
  config: NotificationsGetConfigItemConfig;
  /** Whose configuration it is, and where it holds. */
  metadata: NotificationsGetConfigItemMetadata;
}

export interface NotificationsGetConfigItemConfig {
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  inbox: "ALL" | "MINE" | "NONE";
  /** MINE: notifications that address the user by name, but not those to all users of the organization. */
  email: "ALL" | "MINE" | "NONE";
}

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

export interface EmailsTestRequest {
  /** An e-mail address. */
  to: string;
}

export interface EmailsTestAnswer {
  /** Whether it worked. */
  success: boolean;
  /** Id of the e-mail. */
  emailId: string;
  /** How long the attempt took, in milliseconds. */
  durationMs: number;
  /** The server's response, 1,000 characters at most. */
  response: string | null;
  /** Null for a success; else `address_refused`, `message_refused`, `temporary`, `rate_limited`, `timeout`, `connect_timeout`, `connection`, `dns`, `tls`, `authentication`, `blocked_address` or `configuration`. */
  errorClass: string | null;
  /** What went wrong, in a sentence. */
  error: string | null;
}

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

export interface EmailsListItem {
  /** Part of the mail's `Message-ID`; the same in every attempt. */
  emailId: string;
  /** What became of the e-mail. */
  state: "pending" | "sent" | "failed" | "dropped";
  /** Why it failed (`refused`, `attempts_exhausted`) or was dropped (`level`, `read`, `nothing_left`, `disabled`, `missing`, `no_address`, `suppressed`, `switched_off`, `no_provider`). */
  reason: string | null;
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
  /** Null for a success; else `address_refused`, `message_refused`, `temporary`, `rate_limited`, `timeout`, `connect_timeout`, `connection`, `dns`, `tls`, `authentication`, `blocked_address` or `configuration`. */
  errorClass: string | null;
  /** What went wrong, in a sentence. */
  error: string | null;
  /** How many things came to it. */
  itemCount: number;
  /** What the mail reports: the newest 50 items, oldest first: `tag`, `comment`, `assign` or `notification`. Removed when it has been sent. */
  items: readonly EmailsListItemItem[];
}

export interface EmailsListItemItem {
  /** `tag`, `comment`, `assign` or `notification`. */
  kind: string;
  /** Id of the comment. */
  commentId: string | null;
  /** Id of the user. */
  userId: string;
  /** What the mail says of it. */
  text: string;
  /** When it was created, in milliseconds since the epoch. */
  createdAt: number;
}

export interface EmailsRetryRequest {
  /** Ids of e-mails. */
  emailIds: readonly string[];
}

export interface EmailsListSuppressionsRequest {
  /** How the address begins, in capitals or not. */
  search?: string | undefined;
  /** How many entries a page has at most. */
  pageSize?: number | undefined;
  /** Token of the page to read, from the answer before; absent for the first. */
  pageToken?: string | undefined;
}

export interface EmailsListSuppressionsItem {
  /** In lower case. */
  email: string;
  /** What went wrong, in a sentence. */
  error: string;
  /** When the address was refused. */
  suppressedAt: number;
}

export interface EmailsDeleteSuppressionsRequest {
  /** E-mail addresses. */
  emails: readonly string[];
}

export interface WebhooksTestRequest {
  /** Name of the event. */
  trigger: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete";
}

export interface WebhooksTestItem {
  /** The endpoint: `raw` or `processed`. */
  target: "raw" | "processed";
  /** Id of the delivery: the `webhook-id` header of its attempts. */
  webhookId: string;
  /** Whether it worked. */
  success: boolean;
  /** The request to the endpoint; null if none was made. */
  attempt: WebhooksTestItemAttempt | null;
}

export interface WebhooksTestItemAttempt {
  /** When it started, in milliseconds since the epoch. */
  startedAt: number;
  /** How long the attempt took, in milliseconds. */
  durationMs: number;
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** Null for a success; else `http_status`, `gone`, `redirect`, `timeout`, `connect_timeout`, `connection`, `dns`, `tls`, `blocked_address` or `configuration`; a test event also has `paused`: nothing was sent, because the endpoint has failed too often and is paused. */
  errorClass: string | null;
  /** What went wrong, in a sentence. */
  error: string | null;
  /** The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries. */
  responseExcerpt: string;
}

export interface WebhooksListDeliveriesRequest {
  /** Ids of deliveries. */
  webhookIds?: readonly string[] | undefined;
  /** Only deliveries of which this became. */
  state?: "pending" | "delivered" | "failed" | "held" | undefined;
  /** Name of the event. */
  trigger?: "comment_annotation.add" | "comment.add" | "comment.update" | "comment.delete" | "comment_annotation.status_change" | "comment_annotation.assign" | "comment_annotation.priority_change" | "comment.reaction_add" | "comment.reaction_delete" | undefined;
  /** Id of the organization. */
  organizationId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** The endpoint: `raw` or `processed`. */
  target?: "raw" | "processed" | undefined;
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

export interface WebhooksListDeliveriesItem {
  /** The `webhook-id` header of every attempt. */
  webhookId: string;
  /** The endpoint: `raw` or `processed`. */
  target: "raw" | "processed";
  /** Name of the event. */
  trigger: string;
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

export interface WebhooksListDeliveriesItemAttempt {
  /** When it started, in milliseconds since the epoch. */
  startedAt: number;
  /** How long the attempt took, in milliseconds. */
  durationMs: number;
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** Null for a success; else `http_status`, `gone`, `redirect`, `timeout`, `connect_timeout`, `connection`, `dns`, `tls`, `blocked_address` or `configuration`; a test event also has `paused`: nothing was sent, because the endpoint has failed too often and is paused. */
  errorClass: string | null;
  /** What went wrong, in a sentence. */
  error: string | null;
  /** The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries. */
  responseExcerpt: string;
}

export interface WebhooksRetryDeliveriesRequest {
  /** Ids of deliveries. */
  webhookIds: readonly string[];
}

export interface WebhooksRecoverDeliveriesRequest {
  /** The earliest time, in milliseconds since the epoch. */
  since: number;
  /** The end of the time, not included, in milliseconds since the epoch. */
  until?: number | undefined;
}

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
}

export interface WebhooksGetRecoveryRequest {
  /** Id of the recovery. */
  recoveryId: string;
}

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
}

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

export interface WebhooksCreatePortalAnswer {
  /** Below the address of this interface, with the secret in its fragment. */
  path: string;
  /** The link: open it, or put it into an `iframe`. Keep it from others, its fragment is the secret. */
  url: string | null;
  /** When it stops being valid, in milliseconds since the epoch; null when it does not expire. */
  expiresAt: number;
}

export interface WebhooksRevokePortalsRequest {

}

export interface AiAskRequest {
  /** Name of the model; its prefix selects the provider. */
  model: string;
  /** The instruction. */
  prompt: string;
  /** What the instruction is about. */
  text: string;
}

export interface AiAskAnswer1 {
  /** Whether it worked. */
  success: true;
  /** What the model answered. */
  text: string;
}

export interface AiAskAnswer2 {
  /** Whether it worked. */
  success: false;
  /** A sentence that names the provider. */
  error: string;
}

export interface AiStreamRequest {
  /** Name of the model; its prefix selects the provider. */
  model: string;
  /** The instruction. */
  prompt: string;
  /** What the instruction is about. */
  text: string;
}

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

export interface WebhookContactNotify {
  /** Whether the user wants to see it in the inbox. */
  inbox: boolean;
  /** Whether the user wants an e-mail. */
  email: boolean;
}
