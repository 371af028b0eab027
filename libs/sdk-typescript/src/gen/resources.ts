// Made by `npm run generate` from the list of operations.

import type { AskAiStream } from "../ai/ask-ai-stream.ts";
import type { Batch } from "../calls/batch.ts";
import type { CallOptions, Client, Done } from "../calls/client.ts";
import type { Pages } from "../calls/pages.ts";
import * as calls from "./calls.ts";
import type * as types from "./types.ts";

/** The owner of API keys and the AI models configuration. */
export class Workspaces {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Create a workspace with an API key. */
  create(data: types.WorkspacesCreateRequest, options?: CallOptions): Promise<types.WorkspacesCreateAnswer> {
    return this.#client.value(calls.workspacesCreate, data, options);
  }

  /** Get the workspace with its API keys. */
  get(data: types.WorkspacesGetRequest = {}, options?: CallOptions): Promise<types.WorkspacesGetAnswer> {
    return this.#client.value(calls.workspacesGet, data, options);
  }
}

/** Each API key is a separate environment with its own data, tokens and webhooks. */
export class ApiKeys {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Create an API key. */
  create(data: types.ApiKeysCreateRequest, options?: CallOptions): Promise<types.ApiKeysCreateAnswer> {
    return this.#client.value(calls.apiKeysCreate, data, options);
  }

  /** List the API keys of the workspace. */
  list(data: types.ApiKeysListRequest = {}, options?: CallOptions): Pages<readonly types.ApiKeysListItem[], types.ApiKeysListItem> {
    return this.#client.pages(calls.apiKeysList, data, options);
  }

  /** Rename or limit an API key. */
  update(data: types.ApiKeysUpdateRequest, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.apiKeysUpdate, data, options);
  }

  /** Disable or enable an API key. */
  setDisabled(data: types.ApiKeysSetDisabledRequest, options?: CallOptions): Promise<types.ApiKeysSetDisabledAnswer> {
    return this.#client.value(calls.apiKeysSetDisabled, data, options);
  }

  /** Delete an API key with its data. */
  delete(data: types.ApiKeysDeleteRequest, options?: CallOptions): Promise<types.ApiKeysDeleteAnswer> {
    return this.#client.value(calls.apiKeysDelete, data, options);
  }

  /** Delete an API key with its data. */
  deleteDryRun(data: Omit<types.ApiKeysDeleteRequest, "dryRun">, options?: CallOptions): Promise<types.RemovalCounts> {
    return this.#client.value(calls.apiKeysDeleteDryRun, { ...data, ...{"dryRun":true} }, options);
  }

  /** Change the options of an API key. */
  updateConfig(data: types.ApiKeysUpdateConfigRequest = {}, options?: CallOptions): Promise<types.ApiKeysUpdateConfigAnswer> {
    return this.#client.value(calls.apiKeysUpdateConfig, data, options);
  }

  /** Get the options of an API key. */
  getConfig(data: types.ApiKeysGetConfigRequest = {}, options?: CallOptions): Promise<types.ApiKeysGetConfigAnswer> {
    return this.#client.value(calls.apiKeysGetConfig, data, options);
  }

  /** Get requests, errors, latency and backlogs. */
  getOverview(data: types.ApiKeysGetOverviewRequest = {}, options?: CallOptions): Promise<types.ApiKeysGetOverviewAnswer> {
    return this.#client.value(calls.apiKeysGetOverview, data, options);
  }

  /** Get usage by day and API key. */
  listUsage(data: types.ApiKeysListUsageRequest, options?: CallOptions): Pages<readonly types.ApiKeysListUsageItem[], types.ApiKeysListUsageItem> {
    return this.#client.pages(calls.apiKeysListUsage, data, options);
  }
}

/** The secrets of an API key. Several may be valid at a time, so that one can be replaced without an outage. */
export class AuthTokens {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Create an auth token for an API key. */
  create(data: types.AuthTokensCreateRequest, options?: CallOptions): Promise<types.AuthTokensCreateAnswer> {
    return this.#client.value(calls.authTokensCreate, data, options);
  }

  /** List the auth tokens of an API key. */
  list(data: types.AuthTokensListRequest, options?: CallOptions): Pages<types.AuthTokensListAnswer, types.AuthTokensListAnswer> {
    return this.#client.pages(calls.authTokensList, data, options);
  }

  /** Rename or restrict an auth token. */
  update(data: types.AuthTokensUpdateRequest, options?: CallOptions): Promise<types.AuthTokensUpdateAnswer> {
    return this.#client.value(calls.authTokensUpdate, data, options);
  }

  /** Rotate an auth token of an API key. */
  rotate(data: types.AuthTokensRotateRequest, options?: CallOptions): Promise<types.AuthTokensRotateAnswer> {
    return this.#client.value(calls.authTokensRotate, data, options);
  }

  /** Revoke an auth token of an API key. */
  revoke(data: types.AuthTokensRevokeRequest, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.authTokensRevoke, data, options);
  }

  /** Replace all auth tokens of an API key. */
  reset(data: types.AuthTokensResetRequest, options?: CallOptions): Promise<types.AuthTokensResetAnswer> {
    return this.#client.value(calls.authTokensReset, data, options);
  }
}

/** The secrets of a workspace, which give access to its API keys. Several may be valid at a time, so that one can be replaced without an outage. */
export class WorkspaceTokens {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Create a workspace token. */
  create(data: types.WorkspaceTokensCreateRequest = {}, options?: CallOptions): Promise<types.WorkspaceTokensCreateAnswer> {
    return this.#client.value(calls.workspaceTokensCreate, data, options);
  }

  /** List the tokens of the workspace. */
  list(data: types.WorkspaceTokensListRequest = {}, options?: CallOptions): Promise<types.WorkspaceTokensListAnswer> {
    return this.#client.value(calls.workspaceTokensList, data, options);
  }

  /** Rename or restrict a workspace token. */
  update(data: types.WorkspaceTokensUpdateRequest, options?: CallOptions): Promise<types.WorkspaceTokensUpdateAnswer> {
    return this.#client.value(calls.workspaceTokensUpdate, data, options);
  }

  /** Rotate a token of the workspace. */
  rotate(data: types.WorkspaceTokensRotateRequest, options?: CallOptions): Promise<types.WorkspaceTokensRotateAnswer> {
    return this.#client.value(calls.workspaceTokensRotate, data, options);
  }

  /** Revoke a token of the workspace. */
  revoke(data: types.WorkspaceTokensRevokeRequest = {}, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.workspaceTokensRevoke, data, options);
  }
}

/** Sends a text and an instruction to a model of OpenAI, Anthropic or Gemini, with the key of your workspace. */
export class Ai {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Change the AI models configuration. */
  updateModels(data: types.AiUpdateModelsRequest, options?: CallOptions): Promise<types.AiUpdateModelsAnswer> {
    return this.#client.value(calls.aiUpdateModels, data, options);
  }

  /** Get the AI models configuration. */
  getModels(data: types.AiGetModelsRequest = {}, options?: CallOptions): Promise<types.AiGetModelsAnswer> {
    return this.#client.value(calls.aiGetModels, data, options);
  }

  /** Send a text to an AI model. */
  ask(data: types.AiAskRequest, options?: CallOptions): Promise<types.AiAskAnswer1 | types.AiAskAnswer2> {
    return this.#client.value(calls.aiAsk, data, options);
  }

  /** Stream an AI model's answer. */
  stream(data: types.AiStreamRequest, options?: CallOptions): Promise<AskAiStream> {
    return this.#client.stream(calls.aiStream, data, options);
  }

  /** Get AI usage by day and model. */
  listUsage(data: types.AiListUsageRequest = {}, options?: CallOptions): Pages<readonly types.AiListUsageItem[], types.AiListUsageItem> {
    return this.#client.pages(calls.aiListUsage, data, options);
  }
}

/** The domains on which an API key may be used. */
export class Domains {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Add allowed domains. */
  add(data: types.DomainsAddRequest, options?: CallOptions): Promise<types.DomainsAddAnswer> {
    return this.#client.value(calls.domainsAdd, data, options);
  }

  /** List the allowed domains. */
  list(data: types.DomainsListRequest = {}, options?: CallOptions): Promise<types.DomainsListAnswer> {
    return this.#client.value(calls.domainsList, data, options);
  }

  /** Remove allowed domains. */
  delete(data: types.DomainsDeleteRequest, options?: CallOptions): Promise<types.DomainsDeleteAnswer> {
    return this.#client.value(calls.domainsDelete, data, options);
  }
}

/** The endpoints of events, the log of deliveries, and sending deliveries again. */
export class WebhooksOperations {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Change the webhook configuration. */
  updateConfig(data: types.WebhooksUpdateConfigRequest = {}, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.webhooksUpdateConfig, data, options);
  }

  /** Get the webhook configuration. */
  getConfig(data: types.WebhooksGetConfigRequest = {}, options?: CallOptions): Promise<types.WebhooksGetConfigAnswer> {
    return this.#client.value(calls.webhooksGetConfig, data, options);
  }

  /** Change the form of webhook bodies. */
  updateForm(data: types.WebhooksUpdateFormRequest = {}, options?: CallOptions): Promise<types.WebhooksUpdateFormAnswer> {
    return this.#client.value(calls.webhooksUpdateForm, data, options);
  }

  /** Get the form of webhook bodies. */
  getForm(data: types.WebhooksGetFormRequest = {}, options?: CallOptions): Promise<types.WebhooksGetFormAnswer> {
    return this.#client.value(calls.webhooksGetForm, data, options);
  }

  /** Get the webhook signing secret. */
  getSecret(data: types.WebhooksGetSecretRequest = {}, options?: CallOptions): Promise<types.WebhooksGetSecretAnswer> {
    return this.#client.value(calls.webhooksGetSecret, data, options);
  }

  /** Rotate the webhook signing secret. */
  rotateSecret(data: types.WebhooksRotateSecretRequest = {}, options?: CallOptions): Promise<types.WebhooksRotateSecretAnswer> {
    return this.#client.value(calls.webhooksRotateSecret, data, options);
  }

  /** Send a test webhook event. */
  test(data: types.WebhooksTestRequest, options?: CallOptions): Promise<readonly types.WebhooksTestItem[]> {
    return this.#client.value(calls.webhooksTest, data, options);
  }

  /** List webhook deliveries and their attempts. */
  listDeliveries(data: types.WebhooksListDeliveriesRequest = {}, options?: CallOptions): Pages<readonly types.WebhooksListDeliveriesItem[], types.WebhooksListDeliveriesItem> {
    return this.#client.pages(calls.webhooksListDeliveries, data, options);
  }

  /** Send webhook deliveries again. */
  retryDeliveries(data: types.WebhooksRetryDeliveriesRequest, options?: CallOptions): Promise<Batch<types.BatchEntry>> {
    return this.#client.batch(calls.webhooksRetryDeliveries, data, options);
  }

  /** Resend failed and held webhook deliveries. */
  recoverDeliveries(data: types.WebhooksRecoverDeliveriesRequest, options?: CallOptions): Promise<types.WebhooksRecoverDeliveriesAnswer> {
    return this.#client.value(calls.webhooksRecoverDeliveries, data, options);
  }

  /** Get the progress of a recovery. */
  getRecovery(data: types.WebhooksGetRecoveryRequest, options?: CallOptions): Promise<types.WebhooksGetRecoveryAnswer> {
    return this.#client.value(calls.webhooksGetRecovery, data, options);
  }

  /** Create a webhook endpoint. */
  createEndpoint(data: types.WebhooksCreateEndpointRequest, options?: CallOptions): Promise<types.WebhookEndpoint> {
    return this.#client.value(calls.webhooksCreateEndpoint, data, options);
  }

  /** List webhook endpoints and their state. */
  listEndpoints(data: types.WebhooksListEndpointsRequest = {}, options?: CallOptions): Promise<types.WebhookEndpoints> {
    return this.#client.value(calls.webhooksListEndpoints, data, options);
  }

  /** Get a webhook endpoint's signing secret. */
  getEndpointSecret(data: types.WebhooksGetEndpointSecretRequest, options?: CallOptions): Promise<types.WebhooksGetEndpointSecretAnswer> {
    return this.#client.value(calls.webhooksGetEndpointSecret, data, options);
  }

  /** Rotate a webhook endpoint's signing secret. */
  rotateEndpointSecret(data: types.WebhooksRotateEndpointSecretRequest, options?: CallOptions): Promise<types.WebhooksRotateEndpointSecretAnswer> {
    return this.#client.value(calls.webhooksRotateEndpointSecret, data, options);
  }

  /** Change a webhook endpoint. */
  updateEndpoint(data: types.WebhooksUpdateEndpointRequest, options?: CallOptions): Promise<types.WebhookEndpoint> {
    return this.#client.value(calls.webhooksUpdateEndpoint, data, options);
  }

  /** Delete a webhook endpoint with its secrets. */
  deleteEndpoint(data: types.WebhooksDeleteEndpointRequest, options?: CallOptions): Promise<types.WebhooksDeleteEndpointAnswer> {
    return this.#client.value(calls.webhooksDeleteEndpoint, data, options);
  }

  /** Create a webhook portal link. */
  createPortal(data: types.WebhooksCreatePortalRequest = {}, options?: CallOptions): Promise<types.WebhooksCreatePortalAnswer> {
    return this.#client.value(calls.webhooksCreatePortal, data, options);
  }

  /** Revoke all webhook portal links. */
  revokePortals(data: types.WebhooksRevokePortalsRequest = {}, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.webhooksRevokePortals, data, options);
  }
}

/** The e-mail settings of an API key, the log of e-mails, and suppressed addresses. */
export class Emails {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Change the e-mail configuration. */
  updateConfig(data: types.EmailsUpdateConfigRequest = {}, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.emailsUpdateConfig, data, options);
  }

  /** Get the e-mail configuration. */
  getConfig(data: types.EmailsGetConfigRequest = {}, options?: CallOptions): Promise<types.EmailsGetConfigAnswer> {
    return this.#client.value(calls.emailsGetConfig, data, options);
  }

  /** Send a test e-mail. */
  test(data: types.EmailsTestRequest, options?: CallOptions): Promise<types.EmailsTestAnswer> {
    return this.#client.value(calls.emailsTest, data, options);
  }

  /** List sent and pending e-mails. */
  list(data: types.EmailsListRequest = {}, options?: CallOptions): Pages<readonly types.EmailsListItem[], types.EmailsListItem> {
    return this.#client.pages(calls.emailsList, data, options);
  }

  /** Send failed e-mails again. */
  retry(data: types.EmailsRetryRequest, options?: CallOptions): Promise<Batch<types.BatchEntry>> {
    return this.#client.batch(calls.emailsRetry, data, options);
  }

  /** List suppressed e-mail addresses. */
  listSuppressions(data: types.EmailsListSuppressionsRequest = {}, options?: CallOptions): Pages<readonly types.EmailsListSuppressionsItem[], types.EmailsListSuppressionsItem> {
    return this.#client.pages(calls.emailsListSuppressions, data, options);
  }

  /** Allow e-mails to suppressed addresses again. */
  deleteSuppressions(data: types.EmailsDeleteSuppressionsRequest, options?: CallOptions): Promise<Batch<types.BatchEntry>> {
    return this.#client.batch(calls.emailsDeleteSuppressions, data, options);
  }
}

/** The activity log: the events of a document, and records of your own. */
export class Activities {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Change the settings of the activity log. */
  updateConfig(data: types.ActivitiesUpdateConfigRequest, options?: CallOptions): Promise<types.ActivitiesUpdateConfigAnswer> {
    return this.#client.value(calls.activitiesUpdateConfig, data, options);
  }

  /** Get the settings of the activity log. */
  getConfig(data: types.ActivitiesGetConfigRequest = {}, options?: CallOptions): Promise<types.ActivitiesGetConfigAnswer> {
    return this.#client.value(calls.activitiesGetConfig, data, options);
  }

  /** Add records to the activity log. */
  add(data: types.ActivitiesAddRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.activitiesAdd, data, options);
  }

  /** List records of the activity log. */
  list(data: types.ActivitiesListRequest, options?: CallOptions): Pages<readonly types.ActivitiesListItem[], types.ActivitiesListItem> {
    return this.#client.pages(calls.activitiesList, data, options);
  }

  /** Change records of the activity log. */
  update(data: types.ActivitiesUpdateRequest, options?: CallOptions): Promise<Batch<types.BatchEntry>> {
    return this.#client.batch(calls.activitiesUpdate, data, options);
  }

  /** Delete records of the activity log. */
  delete(data: types.ActivitiesDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.activitiesDelete, data, options);
  }
}

/** The inboxes of users, and their notification settings. */
export class Notifications {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Get the settings of inbox entries of comments. */
  getOptions(data: types.NotificationsGetOptionsRequest = {}, options?: CallOptions): Promise<types.NotificationsGetOptionsAnswer> {
    return this.#client.value(calls.notificationsGetOptions, data, options);
  }

  /** Change the settings of inbox entries of comments. */
  updateOptions(data: types.NotificationsUpdateOptionsRequest = {}, options?: CallOptions): Promise<types.NotificationsUpdateOptionsAnswer> {
    return this.#client.value(calls.notificationsUpdateOptions, data, options);
  }

  /** Notify users. */
  add(data: types.NotificationsAddRequest, options?: CallOptions): Promise<types.NotificationsAddAnswer> {
    return this.#client.value(calls.notificationsAdd, data, options);
  }

  /** List notifications of a user or document. */
  list(data: types.NotificationsListRequest, options?: CallOptions): Pages<readonly types.NotificationsListItem[], types.NotificationsListItem> {
    return this.#client.pages(calls.notificationsList, data, options);
  }

  /** Change notifications, or mark them read. */
  update(data: types.NotificationsUpdateRequest, options?: CallOptions): Promise<Batch<types.BatchEntry>> {
    return this.#client.batch(calls.notificationsUpdate, data, options);
  }

  /** Delete notifications, or take them from an inbox. */
  delete(data: types.NotificationsDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntry>> {
    return this.#client.batch(calls.notificationsDelete, data, options);
  }

  /** Set users' notification settings. */
  setConfig(data: types.NotificationsSetConfigRequest, options?: CallOptions): Promise<Batch<types.NotificationsSetConfigAnswerEntry>> {
    return this.#client.batch(calls.notificationsSetConfig, data, options);
  }

  /** Get a user's notification settings. */
  getConfig(data: types.NotificationsGetConfigRequest, options?: CallOptions): Promise<readonly types.NotificationsGetConfigItem[]> {
    return this.#client.value(calls.notificationsGetConfig, data, options);
  }
}

/** Administrative acts with actor, origin and outcome, in a hash chain that reveals any later change. */
export class Audit {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** List the audit log. */
  list(data: types.AuditListRequest = {}, options?: CallOptions): Pages<readonly types.AuditListItem[], types.AuditListItem> {
    return this.#client.pages(calls.auditList, data, options);
  }

  /** Get a signed audit log checkpoint. */
  getCheckpoint(data: types.AuditGetCheckpointRequest = {}, options?: CallOptions): Promise<types.AuditGetCheckpointAnswer> {
    return this.#client.value(calls.auditGetCheckpoint, data, options);
  }
}

/** The customers of your application. All content belongs to one; disabling an organization closes it to its users. */
export class Organizations {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Create or change organizations. */
  add(data: types.OrganizationsAddRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.organizationsAdd, data, options);
  }

  /** Add one organization; fails with BATCH_FAILED when it could not be added. */
  create(data: types.OrganizationsCreateRequest, options?: CallOptions): Promise<types.BatchEntryWithId> {
    return this.#client.entry(calls.organizationsCreate, data, options);
  }

  /** List organizations. */
  list(data: types.OrganizationsListRequest = {}, options?: CallOptions): Pages<readonly types.OrganizationsListItem[], types.OrganizationsListItem> {
    return this.#client.pages(calls.organizationsList, data, options);
  }

  /** Read one by its organizationId; fails with NOT_FOUND when it does not exist. */
  retrieve(data: types.OrganizationsRetrieveRequest, options?: CallOptions): Promise<types.OrganizationsListItem> {
    return this.#client.single(calls.organizationsRetrieve, data, options);
  }

  /** Change names and metadata of organizations. */
  update(data: types.OrganizationsUpdateRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.organizationsUpdate, data, options);
  }

  /** Disable or enable organizations. */
  setDisabled(data: types.OrganizationsSetDisabledRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.organizationsSetDisabled, data, options);
  }

  /** Delete organizations with their contents. */
  delete(data: types.OrganizationsDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.organizationsDelete, data, options);
  }

  /** Delete organizations with their contents. */
  deleteDryRun(data: Omit<types.OrganizationsDeleteRequest, "dryRun">, options?: CallOptions): Promise<types.RemovalCounts> {
    return this.#client.value(calls.organizationsDeleteDryRun, { ...data, ...{"dryRun":true} }, options);
  }
}

/** A tree that orders the documents of an organization. */
export class Folders {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Create or change folders. */
  add(data: types.FoldersAddRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.foldersAdd, data, options);
  }

  /** Add one folder; fails with BATCH_FAILED when it could not be added. */
  create(data: types.FoldersCreateRequest, options?: CallOptions): Promise<types.BatchEntryWithId> {
    return this.#client.entry(calls.foldersCreate, data, options);
  }

  /** List folders of an organization. */
  list(data: types.FoldersListRequest, options?: CallOptions): Pages<readonly types.Folder[], types.Folder> {
    return this.#client.pages(calls.foldersList, data, options);
  }

  /** Read one by its folderId; fails with NOT_FOUND when it does not exist. */
  retrieve(data: types.FoldersRetrieveRequest, options?: CallOptions): Promise<types.Folder> {
    return this.#client.single(calls.foldersRetrieve, data, options);
  }

  /** Rename, change or move folders. */
  update(data: types.FoldersUpdateRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.foldersUpdate, data, options);
  }

  /** Set which users may enter folders' documents. */
  setAccessType(data: types.FoldersSetAccessTypeRequest, options?: CallOptions): Promise<Batch<types.FoldersSetAccessTypeAnswerEntry>> {
    return this.#client.batch(calls.foldersSetAccessType, data, options);
  }

  /** Delete a folder with its contents. */
  delete(data: types.FoldersDeleteRequest, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.foldersDelete, data, options);
  }

  /** Delete a folder with its contents. */
  deleteDryRun(data: Omit<types.FoldersDeleteRequest, "dryRun">, options?: CallOptions): Promise<types.RemovalCounts> {
    return this.#client.value(calls.foldersDeleteDryRun, { ...data, ...{"dryRun":true} }, options);
  }
}

/** What your users comment on: a page, a file, a dashboard. */
export class Documents {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Create or change documents. */
  add(data: types.DocumentsAddRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.documentsAdd, data, options);
  }

  /** Add one document; fails with BATCH_FAILED when it could not be added. */
  create(data: types.DocumentsCreateRequest, options?: CallOptions): Promise<types.BatchEntryWithId> {
    return this.#client.entry(calls.documentsCreate, data, options);
  }

  /** List documents of an organization. */
  list(data: types.DocumentsListRequest, options?: CallOptions): Pages<readonly types.DocumentsListItem[], types.DocumentsListItem> {
    return this.#client.pages(calls.documentsList, data, options);
  }

  /** Read one by its documentId; fails with NOT_FOUND when it does not exist. */
  retrieve(data: types.DocumentsRetrieveRequest, options?: CallOptions): Promise<types.DocumentsListItem> {
    return this.#client.single(calls.documentsRetrieve, data, options);
  }

  /** Count documents of an organization. */
  count(data: types.DocumentsCountRequest, options?: CallOptions): Promise<types.DocumentsCountAnswer> {
    return this.#client.value(calls.documentsCount, data, options);
  }

  /** Rename, change or move documents. */
  update(data: types.DocumentsUpdateRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.documentsUpdate, data, options);
  }

  /** Move documents into a folder. */
  move(data: types.DocumentsMoveRequest, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.documentsMove, data, options);
  }

  /** Set which users may enter documents. */
  setAccessType(data: types.DocumentsSetAccessTypeRequest, options?: CallOptions): Promise<Batch<types.DocumentsSetAccessTypeAnswerEntry>> {
    return this.#client.batch(calls.documentsSetAccessType, data, options);
  }

  /** Disable or enable documents. */
  setDisabled(data: types.DocumentsSetDisabledRequest, options?: CallOptions): Promise<Batch<types.DocumentsSetDisabledAnswerEntry>> {
    return this.#client.batch(calls.documentsSetDisabled, data, options);
  }

  /** Delete documents. */
  delete(data: types.DocumentsDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.documentsDelete, data, options);
  }

  /** Delete documents. */
  deleteDryRun(data: Omit<types.DocumentsDeleteRequest, "dryRun">, options?: CallOptions): Promise<types.RemovalCounts> {
    return this.#client.value(calls.documentsDeleteDryRun, { ...data, ...{"dryRun":true} }, options);
  }
}

/** Places within a document that threads, recordings and notifications refer to. */
export class Locations {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Create or change locations of a document. */
  add(data: types.LocationsAddRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.locationsAdd, data, options);
  }

  /** List locations of a document. */
  list(data: types.LocationsListRequest, options?: CallOptions): Pages<readonly types.LocationsListItem[], types.LocationsListItem> {
    return this.#client.pages(calls.locationsList, data, options);
  }

  /** Change locations of a document. */
  update(data: types.LocationsUpdateRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.locationsUpdate, data, options);
  }

  /** Delete all feature data of a location. */
  deleteData(data: Omit<types.LocationsDeleteDataRequest, "apiKey" | "authToken">, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.locationsDeleteData, data, options);
  }

  /** Delete all feature data of a location. */
  deleteDataDryRun(data: Omit<types.LocationsDeleteDataRequest, "dryRun" | "apiKey" | "authToken">, options?: CallOptions): Promise<types.RemovalCounts> {
    return this.#client.value(calls.locationsDeleteDataDryRun, { ...data, ...{"dryRun":true} }, options);
  }

  /** Delete locations of a document. */
  delete(data: types.LocationsDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.locationsDelete, data, options);
  }

  /** Delete locations of a document. */
  deleteDryRun(data: Omit<types.LocationsDeleteRequest, "dryRun">, options?: CallOptions): Promise<types.RemovalCounts> {
    return this.#client.value(calls.locationsDeleteDryRun, { ...data, ...{"dryRun":true} }, options);
  }
}

/** The people of an organization, document or folder: adding, finding, exporting and erasing them. */
export class Users {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Add users to an organization. */
  add(data: types.UsersAddRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.usersAdd, data, options);
  }

  /** Add one user; fails with BATCH_FAILED when it could not be added. */
  create(data: types.UsersCreateRequest, options?: CallOptions): Promise<types.BatchEntryWithId> {
    return this.#client.entry(calls.usersCreate, data, options);
  }

  /** Change the profiles of users. */
  update(data: types.UsersUpdateRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.usersUpdate, data, options);
  }

  /** List or search users of an organization. */
  list(data: types.UsersListRequest, options?: CallOptions): Pages<readonly types.User[], types.User> {
    return this.#client.pages(calls.usersList, data, options);
  }

  /** List or search users of an organization. */
  listByDocument(data: Omit<types.UsersListRequest, "allDocuments" | "groupByDocumentId">, options?: CallOptions): Pages<{ readonly [key: string]: readonly types.User[] }, { readonly [key: string]: readonly types.User[] }> {
    return this.#client.pages(calls.usersListByDocument, { ...data, ...{"allDocuments":true,"groupByDocumentId":true} }, options);
  }

  /** Read one by its userId; fails with NOT_FOUND when it does not exist. */
  retrieve(data: types.UsersRetrieveRequest, options?: CallOptions): Promise<types.User> {
    return this.#client.single(calls.usersRetrieve, data, options);
  }

  /** List users of any document. */
  listOfDocuments(data: types.UsersListOfDocumentsRequest, options?: CallOptions): Pages<readonly types.User[], types.User> {
    return this.#client.pages(calls.usersListOfDocuments, data, options);
  }

  /** Count users of an organization. */
  count(data: types.UsersCountRequest, options?: CallOptions): Promise<types.UsersCountAnswer> {
    return this.#client.value(calls.usersCount, data, options);
  }

  /** Get all data of a user. */
  getData(data: types.UsersGetDataRequest, options?: CallOptions): Pages<types.UsersGetDataAnswer, types.UsersGetDataAnswer> {
    return this.#client.pages(calls.usersGetData, data, options);
  }

  /** Remove users from an organization. */
  delete(data: types.UsersDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.usersDelete, data, options);
  }

  /** Delete everything that identifies users. */
  deleteData(data: types.UsersDeleteDataRequest, options?: CallOptions): Promise<types.UsersDeleteDataAnswer> {
    return this.#client.value(calls.usersDeleteData, data, options);
  }

  /** Delete everything that identifies users. */
  deleteDataDryRun(data: Omit<types.UsersDeleteDataRequest, "dryRun">, options?: CallOptions): Promise<types.RemovalCounts> {
    return this.#client.value(calls.usersDeleteDataDryRun, { ...data, ...{"dryRun":true} }, options);
  }

  /** Get the progress of a user data deletion. */
  getDataDeletion(data: types.UsersGetDataDeletionRequest, options?: CallOptions): Promise<types.UsersGetDataDeletionAnswer> {
    return this.#client.value(calls.usersGetDataDeletion, data, options);
  }
}

/** Users of an organization under one name. */
export class Groups {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Create or rename user groups. */
  add(data: types.GroupsAddRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.groupsAdd, data, options);
  }

  /** List user groups of an organization. */
  list(data: types.GroupsListRequest, options?: CallOptions): Pages<readonly types.GroupsListItem[], types.GroupsListItem> {
    return this.#client.pages(calls.groupsList, data, options);
  }

  /** Add users to a user group. */
  addUsers(data: types.GroupsAddUsersRequest, options?: CallOptions): Promise<Batch<types.GroupMemberResult>> {
    return this.#client.batch(calls.groupsAddUsers, data, options);
  }

  /** Remove users from a user group. */
  deleteUsers(data: types.GroupsDeleteUsersRequest, options?: CallOptions): Promise<Batch<types.GroupMemberResult>> {
    return this.#client.batch(calls.groupsDeleteUsers, data, options);
  }

  /** Delete user groups. */
  delete(data: types.GroupsDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.groupsDelete, data, options);
  }
}

/** What lets the browsers of users call `/v2/me/…` themselves, in their own name and in the places that a token names. */
export class UserTokens {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Generate a token for a user's browser. */
  generate(data: types.UserTokensGenerateRequest, options?: CallOptions): Promise<types.UserTokensGenerateAnswer> {
    return this.#client.value(calls.userTokensGenerate, data, options);
  }

  /** Revoke all tokens of a user. */
  revoke(data: types.UserTokensRevokeRequest, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.userTokensRevoke, data, options);
  }
}

/** The jobs behind deletions: how far each is, and pausing it. */
export class Removals {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** List removals. */
  list(data: types.RemovalsListRequest = {}, options?: CallOptions): Pages<readonly types.RemovalsListItem[], types.RemovalsListItem> {
    return this.#client.pages(calls.removalsList, data, options);
  }

  /** Pause a removal. */
  pause(data: types.RemovalsPauseRequest, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.removalsPause, data, options);
  }

  /** Resume a paused removal. */
  resume(data: types.RemovalsResumeRequest, options?: CallOptions): Promise<Done> {
    return this.#client.done(calls.removalsResume, data, options);
  }

  /** Get the signed certificate of a removal. */
  getCertificate(data: types.RemovalsGetCertificateRequest, options?: CallOptions): Promise<types.RemovalsGetCertificateAnswer> {
    return this.#client.value(calls.removalsGetCertificate, data, options);
  }
}

/** Comment annotations: a place in a document with a status, a priority, an assignee and comments. */
export class Threads {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Create or change comment annotations. */
  add(data: types.ThreadsAddRequest, options?: CallOptions): Promise<Batch<types.ThreadsAddAnswerEntry>> {
    return this.#client.batch(calls.threadsAdd, data, options);
  }

  /** Add one thread; fails with BATCH_FAILED when it could not be added. */
  create(data: types.ThreadsCreateRequest, options?: CallOptions): Promise<types.ThreadsAddAnswerEntry> {
    return this.#client.entry(calls.threadsCreate, data, options);
  }

  /** List comment annotations. */
  list(data: types.ThreadsListRequest, options?: CallOptions): Pages<readonly types.CommentAnnotation[], types.CommentAnnotation> {
    return this.#client.pages(calls.threadsList, data, options);
  }

  /** List comment annotations. */
  listByDocument(data: Omit<types.ThreadsListRequest, "groupByDocumentId">, options?: CallOptions): Pages<{ readonly [key: string]: readonly types.CommentAnnotation[] }, { readonly [key: string]: readonly types.CommentAnnotation[] }> {
    return this.#client.pages(calls.threadsListByDocument, { ...data, ...{"groupByDocumentId":true} }, options);
  }

  /** Read one by its annotationId; fails with NOT_FOUND when it does not exist. */
  retrieve(data: types.ThreadsRetrieveRequest, options?: CallOptions): Promise<types.CommentAnnotation> {
    return this.#client.single(calls.threadsRetrieve, data, options);
  }

  /** Count the comment annotations of documents. */
  count(data: types.ThreadsCountRequest, options?: CallOptions): Promise<{ readonly [key: string]: types.DocumentCounts }> {
    return this.#client.value(calls.threadsCount, data, options);
  }

  /** Search comment annotations by words. */
  search(data: types.ThreadsSearchRequest, options?: CallOptions): Pages<readonly types.FoundThread[], types.FoundThread> {
    return this.#client.pages(calls.threadsSearch, data, options);
  }

  /** Update comment annotations. */
  update(data: types.ThreadsUpdateRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.threadsUpdate, data, options);
  }

  /** Delete comment annotations. */
  delete(data: types.ThreadsDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.threadsDelete, data, options);
  }
}

/** The comments of a thread. */
export class Comments {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Add or change comments of an annotation. */
  add(data: types.CommentsAddRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.commentsAdd, data, options);
  }

  /** Add one comment; fails with BATCH_FAILED when it could not be added. */
  create(data: types.CommentsCreateRequest, options?: CallOptions): Promise<types.BatchEntryWithId> {
    return this.#client.entry(calls.commentsCreate, data, options);
  }

  /** List comments of an annotation. */
  list(data: types.CommentsListRequest, options?: CallOptions): Pages<readonly types.ThreadComment[], types.ThreadComment> {
    return this.#client.pages(calls.commentsList, data, options);
  }

  /** Update comments of an annotation. */
  update(data: types.CommentsUpdateRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.commentsUpdate, data, options);
  }

  /** Delete comments of an annotation. */
  delete(data: types.CommentsDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.commentsDelete, data, options);
  }
}

/** Users' responses to a comment with an emoji or a word. */
export class Reactions {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Add a user's reactions to a comment. */
  add(data: types.ReactionsAddRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.reactionsAdd, data, options);
  }

  /** Remove a user's reactions to a comment. */
  delete(data: types.ReactionsDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.reactionsDelete, data, options);
  }
}

/** Descriptions of audio, video and screen recordings, whose files are stored elsewhere. */
export class Recordings {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Add or change recordings. */
  add(data: types.RecordingsAddRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.recordingsAdd, data, options);
  }

  /** Get recordings. */
  list(data: types.RecordingsListRequest, options?: CallOptions): Pages<readonly types.RecordingsListItem[], types.RecordingsListItem> {
    return this.#client.pages(calls.recordingsList, data, options);
  }

  /** Delete recordings. */
  delete(data: types.RecordingsDeleteRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.recordingsDelete, data, options);
  }
}

/** The changes in all documents, in order, from a cursor: to keep a copy, or to follow live. */
export class ChangesOperations {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Get changes in order, from a cursor. */
  get(data: types.ChangesGetRequest = {}, options?: CallOptions): Promise<types.ChangesPage> {
    return this.#client.feed(calls.changesGet, data, options);
  }
}
