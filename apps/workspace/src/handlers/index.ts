import type { ServiceImpl } from "@connectrpc/connect";
import type { WorkspaceService } from "@parley/contracts/workspace";
import type { Context } from "../context.ts";
import { abandonIdempotentRequest } from "./abandon-idempotent-request.ts";
import { addDomains } from "./add-domains.ts";
import { authenticate } from "./authenticate.ts";
import { beginIdempotentRequest } from "./begin-idempotent-request.ts";
import { createApiKey } from "./create-api-key.ts";
import { createAuthToken } from "./create-auth-token.ts";
import { createWorkspace } from "./create-workspace.ts";
import { deleteDomains } from "./delete-domains.ts";
import { finishIdempotentRequest } from "./finish-idempotent-request.ts";
import { forgetAnswers } from "./forget-answers.ts";
import { getAiModelsConfig } from "./get-ai-models-config.ts";
import { getApiKeyConfig } from "./get-api-key-config.ts";
import { getProviderKey } from "./get-provider-key.ts";
import { getWebhookConfig } from "./get-webhook-config.ts";
import { getWebhookSecret } from "./get-webhook-secret.ts";
import { getWorkspace } from "./get-workspace.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { listAuthTokens } from "./list-auth-tokens.ts";
import { listDomains } from "./list-domains.ts";
import { revokeAuthToken } from "./revoke-auth-token.ts";
import { rotateWebhookSecret } from "./rotate-webhook-secret.ts";
import { updateAiModelsConfig } from "./update-ai-models-config.ts";
import { updateApiKey } from "./update-api-key.ts";
import { updateApiKeyConfig } from "./update-api-key-config.ts";
import { updateWebhookConfig } from "./update-webhook-config.ts";

/** The whole service: an RPC without a handler does not compile. */
export const handlers = (context: Context): ServiceImpl<typeof WorkspaceService> => ({
  createWorkspace: createWorkspace(context),
  getWorkspace: getWorkspace(context),
  createApiKey: createApiKey(context),
  listApiKeys: listApiKeys(context),
  updateApiKey: updateApiKey(context),
  listAuthTokens: listAuthTokens(context),
  createAuthToken: createAuthToken(context),
  revokeAuthToken: revokeAuthToken(context),
  getAiModelsConfig: getAiModelsConfig(context),
  updateAiModelsConfig: updateAiModelsConfig(context),
  getProviderKey: getProviderKey(context),
  addDomains: addDomains(context),
  listDomains: listDomains(context),
  deleteDomains: deleteDomains(context),
  getWebhookConfig: getWebhookConfig(context),
  updateWebhookConfig: updateWebhookConfig(context),
  getWebhookSecret: getWebhookSecret(context),
  rotateWebhookSecret: rotateWebhookSecret(context),
  getApiKeyConfig: getApiKeyConfig(context),
  updateApiKeyConfig: updateApiKeyConfig(context),
  authenticate: authenticate(context),
  beginIdempotentRequest: beginIdempotentRequest(context),
  finishIdempotentRequest: finishIdempotentRequest(context),
  abandonIdempotentRequest: abandonIdempotentRequest(context),
  forgetAnswers: forgetAnswers(context),
});
