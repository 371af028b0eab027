import type { Operation } from "../operation.ts";
import { addDomains } from "./add-domains.ts";
import { createApiKey } from "./create-api-key.ts";
import { createAuthToken } from "./create-auth-token.ts";
import { createWorkspace } from "./create-workspace.ts";
import { createWorkspaceToken } from "./create-workspace-token.ts";
import { deleteApiKey } from "./delete-api-key.ts";
import { deleteDomains } from "./delete-domains.ts";
import { disableApiKey } from "./disable-api-key.ts";
import { getActivityConfig } from "./get-activity-config.ts";
import { getAdvancedWebhookConfig } from "./get-advanced-webhook-config.ts";
import { getAiModelsConfig } from "./get-ai-models-config.ts";
import { getApiKeyConfig } from "./get-api-key-config.ts";
import { getApiKeys } from "./get-api-keys.ts";
import { getAuditCheckpoint } from "./get-audit-checkpoint.ts";
import { getAuditRecords } from "./get-audit-records.ts";
import { getAuthTokens } from "./get-auth-tokens.ts";
import { getDomains } from "./get-domains.ts";
import { getEmailConfig } from "./get-email-config.ts";
import { getNotificationOptions } from "./get-notification-options.ts";
import { getOverview } from "./get-overview.ts";
import { getWebhookConfig } from "./get-webhook-config.ts";
import { getWebhookSecret } from "./get-webhook-secret.ts";
import { getWorkspace } from "./get-workspace.ts";
import { getWorkspaceTokens } from "./get-workspace-tokens.ts";
import { getWorkspaceUsage } from "./get-workspace-usage.ts";
import { resetAuthTokens } from "./reset-auth-tokens.ts";
import { revokeAuthToken } from "./revoke-auth-token.ts";
import { revokeWorkspaceToken } from "./revoke-workspace-token.ts";
import { rotateAuthToken } from "./rotate-auth-token.ts";
import { rotateWebhookSecret } from "./rotate-webhook-secret.ts";
import { rotateWorkspaceToken } from "./rotate-workspace-token.ts";
import { updateActivityConfig } from "./update-activity-config.ts";
import { updateAdvancedWebhookConfig } from "./update-advanced-webhook-config.ts";
import { updateAiModelsConfig } from "./update-ai-models-config.ts";
import { updateApiKey } from "./update-api-key.ts";
import { updateApiKeyConfig } from "./update-api-key-config.ts";
import { updateAuthToken } from "./update-auth-token.ts";
import { updateEmailConfig } from "./update-email-config.ts";
import { updateNotificationOptions } from "./update-notification-options.ts";
import { updateWebhookConfig } from "./update-webhook-config.ts";
import { updateWorkspaceToken } from "./update-workspace-token.ts";

export const workspaceOperations: readonly Operation[] = [
  createWorkspace,
  getWorkspace,
  createApiKey,
  getApiKeys,
  updateApiKey,
  createAuthToken,
  getAuthTokens,
  updateAuthToken,
  rotateAuthToken,
  revokeAuthToken,
  resetAuthTokens,
  disableApiKey,
  deleteApiKey,
  createWorkspaceToken,
  getWorkspaceTokens,
  updateWorkspaceToken,
  rotateWorkspaceToken,
  revokeWorkspaceToken,
  updateAiModelsConfig,
  getAiModelsConfig,
  addDomains,
  getDomains,
  deleteDomains,
  updateWebhookConfig,
  getWebhookConfig,
  updateAdvancedWebhookConfig,
  getAdvancedWebhookConfig,
  getWebhookSecret,
  rotateWebhookSecret,
  updateEmailConfig,
  getEmailConfig,
  updateApiKeyConfig,
  getApiKeyConfig,
  updateActivityConfig,
  getNotificationOptions,
  updateNotificationOptions,
  getActivityConfig,
  getOverview,
  getAuditRecords,
  getAuditCheckpoint,
  getWorkspaceUsage,
];
