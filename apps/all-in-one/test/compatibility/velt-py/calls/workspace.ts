import { expect } from "vitest";
import type { VeltCall } from "../velt-py.ts";
import { success } from "./given.ts";

const workspace = (method: string, model: string, fields: VeltCall["fields"] = {}, reads: object = success): VeltCall => {
  return { service: "workspace", method, model, fields, reads };
};
const answering = (data: unknown) => ({ ...success, data });
const refusals = (call: VeltCall, fields: object): VeltCall[] =>
  Object.entries(fields).map(([name, value]) => ({
    ...call,
    fields: { ...call.fields, [name]: value },
    refused: new RegExp(`${name} is refused`),
  }));

const emailServiceConfig = { type: "default", fromEmail: "a@acme.example", fromCompany: "Acme" };
const webhookServiceConfig = { rawNotificationUrl: "https://hooks.example/raw", triggers: { "comment.add": true } };
const key = { ownerEmail: "b@acme.example", type: "testing" };
const createApiKey = workspace(
  "createApiKey",
  "CreateApiKeyRequest",
  {
    ...key,
    createAuthToken: true,
    apiKeyName: "Second",
    planInfo: { type: "free" },
    customPlanInfo: true,
    customPlanInfoData: { seats: 3 },
    allowedDomains: ["https://second.example"],
    addLocalHostToAllowedDomains: true,
    useEmailService: false,
    useWebhookService: false,
    emailServiceConfig,
    webhookServiceConfig,
  },
  answering({ apiKey: expect.any(String), authToken: expect.any(String) }),
);

const keyCalls: readonly VeltCall[] = [
  {
    ...workspace("createWorkspace", "CreateWorkspaceRequest", {
      ownerEmail: "a@acme.example",
      name: "Ann",
      workspaceName: "Acme",
      avatar: "",
      expiresInMs: 60_000,
    }),
    // Only the operator of the installation creates workspaces.
    refused: /\w/,
    status: "UNAUTHENTICATED",
  },
  workspace("getWorkspace", "GetWorkspaceRequest", {}, answering({ id: expect.any(String), name: "Acme", apiKeyList: expect.any(Object) })),
  createApiKey,
  ...refusals(workspace("createApiKey", "CreateApiKeyRequest", key), {
    persistenceDBRegion: "europe-west1",
    realtimeDBRegion: "europe-west1",
    workspaceId: "ws",
    isSuperWorkspace: false,
    platform: "web",
    useNotificationService: true,
    setDefaultNotificationTriggers: true,
    setDefaultEmailTriggers: true,
    requireAutoOrgUser: false,
    enablePrivateComments: false,
  }),
  workspace("updateApiKey", "UpdateApiKeyRequest", { apiKey: "$apiKey", apiKeyName: "Renamed" }),
  workspace(
    "getApiKeys",
    "GetApiKeysRequest",
    { pageSize: 10, pageToken: "" },
    { ...answering([{ id: expect.any(String), apiKeyName: "Renamed" }, { apiKeyName: "Second" }]), nextPageToken: null },
  ),
  workspace(
    "getApiKeys",
    "GetApiKeysRequest",
    { apiKeys: ["$apiKey", "none"] },
    answering([{ id: expect.any(String), apiKeyName: "Renamed" }]),
  ),
  workspace("getApiKeyMetadata", "GetApiKeyMetadataRequest", {}, answering({ activityLogImmutable: false })),
  ...refusals(workspace("updateApiKeyMetadata", "UpdateApiKeyMetadataRequest"), {
    enablePrivateComments: false,
    requireJwtToken: true,
    requireAutoOrgUser: true,
    aiModelApiKey: [{ provider: "openai", customerApiKey: "sk" }],
  }),
  workspace("updateApiKeyMetadata", "UpdateApiKeyMetadataRequest", { defaultDocumentAccessType: "organizationPrivate" }),
  workspace(
    "getAuthTokens",
    "GetAuthTokensRequest",
    { apiKey: "$apiKey" },
    answering({ apiKey: expect.any(String), authTokens: [{ token: expect.any(String), name: expect.any(String) }] }),
  ),
];

const settingCalls: readonly VeltCall[] = [
  workspace("addDomains", "AddDomainsRequest", { domains: ["https://new.example"] }, answering({ domainsAdded: ["new.example"] })),
  workspace("getDomains", "GetDomainsRequest", {}, answering({ allowedDomains: ["new.example"] })),
  workspace("deleteDomains", "DeleteDomainsRequest", { domains: ["new.example"] }, answering({ domainsRemoved: ["new.example"] })),
  workspace("updateEmailConfig", "UpdateEmailConfigRequest", { useEmailService: false, emailServiceConfig }),
  workspace("getEmailConfig", "GetEmailConfigRequest", {}, answering({ useEmailService: false, emailServiceConfig })),
  workspace("updateWebhookConfig", "UpdateWebhookConfigRequest", { useWebhookService: true, webhookServiceConfig }),
  workspace("getWebhookConfig", "GetWebhookConfigRequest", {}, answering({ useWebhookService: true, webhookServiceConfig })),
  workspace(
    "updateActivityConfig",
    "UpdateActivityConfigRequest",
    { activityServiceConfig: { isEnabled: true, immutable: false, triggers: { comment: { "comment.add": true } } } },
    answering({ activityServiceConfig: { isEnabled: true, immutable: false } }),
  ),
  workspace(
    "updateNotificationConfig",
    "UpdateWorkspaceNotificationConfigRequest",
    {
      useNotificationService: true,
      notificationServiceConfig: {
        triggers: { comment: { "comment.add": true, "comment.delete": false }, huddle: { "huddle.create": false } },
        delayConfig: { isEnabled: false },
        batchConfig: { document: { isEnabled: false }, user: { isEnabled: false } },
      },
    },
    answering({ useNotificationService: true, notificationServiceConfig: { triggers: { comment: { "comment.add": true } } } }),
  ),
  {
    ...workspace("updateNotificationConfig", "UpdateWorkspaceNotificationConfigRequest", {
      notificationServiceConfig: { delayConfig: { isEnabled: true } },
    }),
    refused: /notificationServiceConfig\.delayConfig\.isEnabled must be false/,
  },
  workspace("getNotificationConfig", "GetWorkspaceNotificationConfigRequest", {}, answering({ useNotificationService: true })),
  workspace("getActivityConfig", "GetActivityConfigRequest", {}, answering({ activityServiceConfig: { isEnabled: true } })),
  workspace(
    "updateAdvancedWebhookConfig",
    "UpdateAdvancedWebhookConfigRequest",
    { isEnabled: true, encryptData: false, encodeData: true, publicKey: "", enableDataProtection: false },
    answering({ isEnabled: true, encryptData: false, encodeData: true, publicKey: "", enableDataProtection: false }),
  ),
  workspace("getAdvancedWebhookConfig", "GetAdvancedWebhookConfigRequest", {}, answering({ isEnabled: true, encodeData: true })),
];

const endpoint = { description: "CRM", filterTypes: ["comment.add"], channels: ["sales"], rateLimit: 5, metadata: { team: "sales" } };
const url = "https://hooks.example/crm";

const endpointCalls: readonly VeltCall[] = [
  workspace(
    "createAdvancedWebhookEndpoint",
    "CreateAdvancedWebhookEndpointRequest",
    { ...endpoint, url, disabled: false, uid: "crm" },
    answering({ id: expect.any(String), uid: "crm", url, ...endpoint }),
  ),
  workspace(
    "getAdvancedWebhookEndpoints",
    "GetAdvancedWebhookEndpointsRequest",
    { limit: 10, iterator: "" },
    answering({ endpoints: expect.arrayContaining([expect.objectContaining({ uid: "crm" })]), iterator: null, done: true }),
  ),
  workspace(
    "updateAdvancedWebhookEndpoint",
    "UpdateAdvancedWebhookEndpointRequest",
    { ...endpoint, endpointId: "crm", url, disabled: true },
    answering({ uid: "crm", disabled: true }),
  ),
  workspace(
    "getAdvancedWebhookEndpointSecret",
    "GetAdvancedWebhookEndpointSecretRequest",
    { endpointId: "crm" },
    answering({ secret: expect.stringMatching(/^whsec_/) }),
  ),
  workspace("deleteAdvancedWebhookEndpoint", "DeleteAdvancedWebhookEndpointRequest", { endpointId: "crm" }),
];

const accessControl = (method: string, model: string, fields: NonNullable<VeltCall["fields"]>, reads: object): VeltCall => {
  return { service: "accessControl", method, model, fields, reads };
};

/** Tokens of users, whose role is that with which they were added. */
export const tokenCalls: readonly VeltCall[] = [
  accessControl(
    "generateToken",
    "GenerateTokenRequest",
    {
      userId: "ada",
      userProperties: { name: "Ada", email: "ada@acme.example", isAdmin: false },
      permissions: { resources: [{ type: "document", id: "plan", organizationId: "acme" }] },
    },
    answering({ token: expect.any(String) }),
  ),
];

const absent = (service: string, method: string, model: string, sentence: RegExp): VeltCall => ({
  service,
  method,
  model,
  fields: {},
  absent: sentence,
});

const absentCalls: readonly VeltCall[] = [
  absent("workspace", "getEmailStatus", "GetEmailStatusRequest", /Parley has no confirmation of e-mail addresses/),
  absent("workspace", "sendLoginLink", "SendLoginLinkRequest", /Parley has no login links/),
  absent("workspace", "getRequestedDomains", "GetRequestedDomainsRequest", /Parley has no requests of domains/),
  absent("workspace", "createDomainRequest", "CreateDomainRequest", /Parley has no requests of domains/),
  absent("workspace", "acceptRejectAdditionalUrlRequest", "AcceptRejectAdditionalUrlRequest", /Parley has no requests of domains/),
  absent("workspace", "copyApiKey", "CopyApiKeyRequest", /Parley has no copies of API keys/),
  absent("workspace", "ensureWorkspaceAuthToken", "EnsureWorkspaceAuthTokenRequest", /Parley has no workspace tokens without/),
  absent("workspace", "getPermissionProviderConfig", "GetPermissionProviderConfigRequest", /Parley has no permission provider/),
  absent("workspace", "updatePermissionProviderConfig", "UpdatePermissionProviderConfigRequest", /Parley has no permission provider/),
  absent("accessControl", "generateSignature", "GenerateSignatureRequest", /Parley has no permission provider/),
  absent("accessControl", "addPermissions", "AddPermissionsRequest", /no operation/),
  absent("accessControl", "getPermissions", "GetPermissionsRequest", /no operation/),
  absent("accessControl", "removePermissions", "RemovePermissionsRequest", /no operation/),
];

/** The workspace, its API keys and their settings. */
export const workspaceCalls: readonly VeltCall[] = [...keyCalls, ...settingCalls, ...endpointCalls, ...absentCalls];

/** The last call, after which the client's own token has ended. */
export const resetCalls: readonly VeltCall[] = [
  workspace(
    "resetAuthToken",
    "ResetAuthTokenRequest",
    { apiKey: "$apiKey" },
    answering({ apiKey: expect.any(String), newAuthToken: { token: expect.any(String), name: expect.any(String), domains: [] } }),
  ),
];
