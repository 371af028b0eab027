import type { ServiceImpl } from "@connectrpc/connect";
import type {
  AuditService,
  ConfigsService,
  CredentialsService,
  IdempotencyService,
  SecretsService,
  UsageService,
  WorkspaceService,
} from "@parley/contracts/workspace";
import { getProviderKey } from "./ai-models/get-provider-key.ts";
import { getAiModelsConfig } from "./ai-models/open-ai-models-config.ts";
import { updateAiModelsConfig } from "./ai-models/update-ai-models-config.ts";
import { getApiKeyConfig, updateApiKeyConfig } from "./api-keys/api-key-config.ts";
import { createApiKey } from "./api-keys/create-api-key.ts";
import { deleteApiKey } from "./api-keys/delete-api-key.ts";
import { listApiKeys } from "./api-keys/list-api-keys.ts";
import { listKeyRetentions, listSearchKeys } from "./api-keys/list-keys.ts";
import { setApiKeyDisabled, updateApiKey } from "./api-keys/update-api-key.ts";
import { beginAuditRecord } from "./audit/begin-audit-record.ts";
import { finishAuditRecord } from "./audit/finish-audit-record.ts";
import { getAuditCheckpoint, getAuditKeys } from "./audit/get-audit-checkpoint.ts";
import { listAuditRecords } from "./audit/list-audit-records.ts";
import type { Context } from "./context.ts";
import { listAuthTokens, revokeAuthToken, updateAuthToken } from "./credentials/auth-tokens.ts";
import { authenticate } from "./credentials/authenticate.ts";
import { beginConsoleSession } from "./credentials/begin-console-session.ts";
import { createAuthToken } from "./credentials/create-auth-token.ts";
import { getApiKeyAccess } from "./credentials/get-api-key-access.ts";
import { resetAuthTokens } from "./credentials/reset-auth-tokens.ts";
import { rotateAuthToken } from "./credentials/rotate-auth-token.ts";
import { rotateWorkspaceToken } from "./credentials/rotate-workspace-token.ts";
import { createWorkspaceToken, listWorkspaceTokens, revokeWorkspaceToken, updateWorkspaceToken } from "./credentials/workspace-tokens.ts";
import { addDomains, deleteDomains, listDomains } from "./domains/allowed-domains.ts";
import { getEmailConfig } from "./emails/get-email-config.ts";
import { updateEmailConfig } from "./emails/update-email-config.ts";
import { countRemoval, listOpenErasures } from "./erasure/removals.ts";
import { beginIdempotentRequest } from "./idempotency/begin-idempotent-request.ts";
import { abandonIdempotentRequest, finishIdempotentRequest } from "./idempotency/end-idempotent-request.ts";
import { listMinutes } from "./minutes/list-minutes.ts";
import { recordMinutes } from "./minutes/record-minutes.ts";
import { getRemovalCertificate } from "./removals/keep-certificates.ts";
import { recordRemoval } from "./removals/record-removal.ts";
import { listUsage } from "./usage/list-usage.ts";
import { recordUsage } from "./usage/record-usage.ts";
import { getUserAccess } from "./user-tokens/get-user-access.ts";
import { endUserTokens, getTokenTime, revokeUserTokens } from "./user-tokens/revoke-user-tokens.ts";
import { createWebhookEndpoint } from "./webhooks/create-webhook-endpoint.ts";
import { createWebhookPortal, revokeWebhookPortals } from "./webhooks/create-webhook-portal.ts";
import { getDeliveryEndpoints } from "./webhooks/get-delivery-endpoints.ts";
import { getWebhookConfig } from "./webhooks/get-webhook-config.ts";
import { updateWebhookConfig } from "./webhooks/update-webhook-config.ts";
import {
  getWebhookEndpointSecret,
  getWebhookSecret,
  rotateWebhookEndpointSecret,
  rotateWebhookSecret,
} from "./webhooks/webhook-endpoint-secrets.ts";
import { deleteWebhookEndpoint, listWebhookEndpoints, updateWebhookEndpoint } from "./webhooks/webhook-endpoints.ts";
import { createWorkspace } from "./workspaces/create-workspace.ts";
import { getWorkspace } from "./workspaces/get-workspace.ts";

/** The RPCs of all seven services; a missing handler does not compile. */
export function workspaceHandlers(context: Context): ServiceImpl<typeof WorkspaceService> {
  return {
    createWorkspace: createWorkspace(context),
    getWorkspace: getWorkspace(context),
    createApiKey: createApiKey(context),
    listApiKeys: listApiKeys(context),
    updateApiKey: updateApiKey(context),
    setApiKeyDisabled: setApiKeyDisabled(context),
    deleteApiKey: deleteApiKey(context),
    countRemoval: countRemoval(context),
    listOpenErasures: listOpenErasures(context),
  };
}

export function credentialsHandlers(context: Context): ServiceImpl<typeof CredentialsService> {
  return {
    listWorkspaceTokens: listWorkspaceTokens(context),
    createWorkspaceToken: createWorkspaceToken(context),
    updateWorkspaceToken: updateWorkspaceToken(context),
    rotateWorkspaceToken: rotateWorkspaceToken(context),
    revokeWorkspaceToken: revokeWorkspaceToken(context),
    beginConsoleSession: beginConsoleSession(context),
    listAuthTokens: listAuthTokens(context),
    createAuthToken: createAuthToken(context),
    updateAuthToken: updateAuthToken(context),
    resetAuthTokens: resetAuthTokens(context),
    rotateAuthToken: rotateAuthToken(context),
    revokeAuthToken: revokeAuthToken(context),
    authenticate: authenticate(context),
    revokeUserTokens: revokeUserTokens(context),
    endUserTokens: endUserTokens(context),
    getTokenTime: getTokenTime(context),
    getUserAccess: getUserAccess(context),
    getApiKeyAccess: getApiKeyAccess(context),
  };
}

export function configsHandlers(context: Context): ServiceImpl<typeof ConfigsService> {
  return {
    getApiKeyConfig: getApiKeyConfig(context),
    updateApiKeyConfig: updateApiKeyConfig(context),
    listKeyRetentions: listKeyRetentions(context),
    listSearchKeys: listSearchKeys(context),
    getAiModelsConfig: getAiModelsConfig(context),
    updateAiModelsConfig: updateAiModelsConfig(context),
    addDomains: addDomains(context),
    listDomains: listDomains(context),
    deleteDomains: deleteDomains(context),
    getEmailConfig: getEmailConfig(context),
    updateEmailConfig: updateEmailConfig(context),
    getWebhookConfig: getWebhookConfig(context),
    updateWebhookConfig: updateWebhookConfig(context),
    getWebhookSecret: getWebhookSecret(context),
    rotateWebhookSecret: rotateWebhookSecret(context),
    createWebhookEndpoint: createWebhookEndpoint(context),
    listWebhookEndpoints: listWebhookEndpoints(context),
    updateWebhookEndpoint: updateWebhookEndpoint(context),
    deleteWebhookEndpoint: deleteWebhookEndpoint(context),
    getWebhookEndpointSecret: getWebhookEndpointSecret(context),
    rotateWebhookEndpointSecret: rotateWebhookEndpointSecret(context),
    createWebhookPortal: createWebhookPortal(context),
    revokeWebhookPortals: revokeWebhookPortals(context),
  };
}

export function secretsHandlers(context: Context): ServiceImpl<typeof SecretsService> {
  return {
    getProviderKey: getProviderKey(context),
    getDeliveryEndpoints: getDeliveryEndpoints(context),
  };
}

export function auditHandlers(context: Context): ServiceImpl<typeof AuditService> {
  return {
    beginAuditRecord: beginAuditRecord(context),
    finishAuditRecord: finishAuditRecord(context),
    listAuditRecords: listAuditRecords(context),
    getAuditCheckpoint: getAuditCheckpoint(context),
    getAuditKeys: getAuditKeys(context),
    recordRemoval: recordRemoval(context),
    getRemovalCertificate: getRemovalCertificate(context),
  };
}

export function usageHandlers(context: Context): ServiceImpl<typeof UsageService> {
  return {
    recordUsage: recordUsage(context),
    listUsage: listUsage(context),
    recordMinutes: recordMinutes(context),
    listMinutes: listMinutes(context),
  };
}

export function idempotencyHandlers(context: Context): ServiceImpl<typeof IdempotencyService> {
  return {
    beginIdempotentRequest: beginIdempotentRequest(context),
    finishIdempotentRequest: finishIdempotentRequest(context),
    abandonIdempotentRequest: abandonIdempotentRequest(context),
  };
}
