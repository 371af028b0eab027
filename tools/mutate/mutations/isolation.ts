import type { Mutation } from "../mutation.ts";

/** Nothing of another API key or workspace is read or changed, and no credential outlives its end. */
export const isolation: readonly Mutation[] = [
  {
    name: "api-key-left-out-of-a-condition",
    file: "apps/notifications/src/notifications/rows/notifications.store.ts",
    text: `from \${notifications}
   where \${notifications.apiKeyId} = $apiKeyId`,
    replacement: `from \${notifications}
   where $apiKeyId::text <> ''`,
    noticedBy: ["apps/notifications/test/isolation.test.ts"],
  },
  {
    name: "endpoint-of-another-key-is-found",
    file: "apps/workspace/src/webhooks/endpoints.store.ts",
    text: `from \${webhookEndpoints} where \${webhookEndpoints.apiKeyId} = $apiKeyId and \${more}`,
    replacement: `from \${webhookEndpoints} where $apiKeyId <> '' and \${more}`,
    noticedBy: ["apps/workspace/test/webhook-endpoints.test.ts"],
    tests: "an endpoint of another API key",
  },
  {
    name: "portal-links-revoked-of-another-workspace",
    file: "apps/workspace/src/webhooks/portal-links.store.ts",
    text: `\${apiKeys.workspaceId} = $workspaceId returning`,
    replacement: "$workspaceId::text <> '' returning",
    noticedBy: ["apps/workspace/test/isolation.test.ts"],
    tests: "another workspace's API key",
  },
  {
    name: "portal-link-made-by-the-token-of-another-workspace",
    file: "apps/workspace/src/webhooks/portal-links.store.ts",
    text: `workspace_token.\${workspaceTokens.workspaceId} = $workspaceId
     and `,
    replacement: "",
    noticedBy: ["apps/workspace/test/webhook-portal.test.ts"],
  },
  {
    name: "certificate-of-another-workspace",
    file: "apps/workspace/src/removals/removal-certificates.store.ts",
    text: `where \${removalCertificates.workspaceId} = $workspaceId and \${removalCertificates.jobId} = $jobId`,
    replacement: `where ($workspaceId <> '') and \${removalCertificates.jobId} = $jobId`,
    noticedBy: ["apps/all-in-one/test/audit/certificates.test.ts"],
    tests: "the certificate of an API key is available",
  },
  {
    name: "the-usage-of-others-is-read-by-their-key",
    file: "apps/workspace/src/usage/usage-days.store.ts",
    text: `and \${usageDays.workspaceId} = $workspaceId and \${usageDays.dayMs} between $fromMs and $toMs
     and \${usageDays.dayMs} > $afterMs`,
    replacement: `and $workspaceId <> '' and \${usageDays.dayMs} between $fromMs and $toMs
     and \${usageDays.dayMs} > $afterMs`,
    noticedBy: ["apps/workspace/test/usage.test.ts"],
    tests: "usage is listed by day and key",
  },
  {
    name: "endpoints-outlive-their-api-key",
    file: "apps/workspace/src/api-keys/api-keys.store.ts",
    text: `delete from \${webhookEndpoints} where \${webhookEndpoints.apiKeyId} = $apiKeyId and exists (select from gone)`,
    replacement: `delete from \${webhookEndpoints} where \${webhookEndpoints.apiKeyId} = $apiKeyId and not exists (select from gone)`,
    noticedBy: ["apps/workspace/test/webhook-endpoints.test.ts"],
    tests: "the endpoints of an API key are deleted",
  },
  {
    name: "secrets-of-an-api-key-outlive-it",
    file: "apps/workspace/src/api-keys/api-keys.store.ts",
    text: `\${emailConfigs.apiKeyId} = $apiKeyId and exists (select from gone)`,
    replacement: `\${emailConfigs.apiKeyId} = $apiKeyId and not exists (select from gone)`,
    noticedBy: ["apps/workspace/test/workspace-tokens.test.ts"],
    tests: "the secrets of an API key",
  },
  {
    name: "secrets-of-an-api-key-go-with-any-deletion",
    file: "apps/workspace/src/api-keys/api-keys.store.ts",
    text: `\${webhookSecrets.apiKeyId} = $apiKeyId and exists (select from gone)`,
    replacement: `\${webhookSecrets.apiKeyId} = $apiKeyId`,
    noticedBy: ["apps/workspace/test/workspace-tokens.test.ts"],
    tests: "the secrets of an API key",
  },
  {
    name: "signing-out-revokes-the-token-that-was-signed-in-with",
    file: "apps/workspace/src/credentials/workspace-tokens.store.ts",
    text: `or \${workspaceTokens.parentTokenId} = $tokenId) returning`,
    replacement:
      "or token_id = (select parent_token_id from workspace.workspace_tokens where workspace_id = $workspaceId and token_id = $tokenId)) returning",
    noticedBy: ["apps/all-in-one/test/sign-in/sessions.test.ts"],
    tests: "signing out of a session that began with",
  },
  {
    name: "session-outlives-the-revoked-token-that-it-began-with",
    file: "apps/workspace/src/credentials/workspace-tokens.store.ts",
    text: ` or \${workspaceTokens.parentTokenId} = $tokenId)`,
    replacement: ")",
    noticedBy: ["apps/workspace/test/workspace-sessions.test.ts"],
    tests: "a session begun with a token ends with",
  },
  {
    name: "a-rotated-token-outlives-the-overlap",
    file: "apps/workspace/src/credentials/changed-auth-tokens.store.ts",
    text: "+ $overlapMs)",
    replacement: "+ $overlapMs + 86400000)",
    noticedBy: ["apps/workspace/test/token-rights.test.ts"],
  },
  {
    name: "a-session-outlives-the-rotated-token-that-it-began-with",
    file: "apps/workspace/src/credentials/changed-workspace-tokens.store.ts",
    text: `parentTokenId} = $tokenId)
     returning`,
    replacement: `parentTokenId} = $tokenId and false)
     returning`,
    noticedBy: ["apps/workspace/test/token-rights.test.ts"],
  },
  {
    name: "a-link-outlives-the-end-of-a-rotated-token",
    file: "apps/workspace/src/webhooks/portal-links.store.ts",
    text: "expiresAtMs}) <= ",
    replacement: "expiresAtMs}) <= 0 * ",
    noticedBy: ["apps/workspace/test/token-rights.test.ts"],
  },
];
