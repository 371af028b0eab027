import type { Mutation } from "../mutation.ts";

const gatewayModule = "apps/gateway/src/module.ts";
const sessionCredentials = "apps/gateway/src/console/session-credentials.ts";
const portalTest = ["apps/all-in-one/test/webhook-portal.test.ts"];
const portalServiceTest = ["apps/workspace/test/webhook-portal.test.ts"];
const createWebhookPortal = "apps/workspace/src/webhooks/create-webhook-portal.ts";
const getApiKeyAccess = "apps/workspace/src/credentials/get-api-key-access.ts";
const portalLinks = "apps/workspace/src/webhooks/portal-links.store.ts";

/** The access by links to the webhook pages, and its duration. */
export const portalLinkMutations: readonly Mutation[] = [
  {
    name: "portal-link-outlives-the-token-that-made-it",
    file: getApiKeyAccess,
    text: 'portalLink.tokenId !== "" && !hasToken',
    replacement: 'portalLink.tokenId === "" && !hasToken && portalEpoch < 0',
    noticedBy: portalServiceTest,
  },
  {
    name: "portal-link-forgets-the-token-that-made-it",
    file: createWebhookPortal,
    text: "readOnly, tokenId, epoch:",
    replacement: "readOnly, epoch:",
    noticedBy: portalTest,
    tests: "a link ends within 5 seconds after the",
  },
  {
    name: "portal-link-of-a-session-names-no-token",
    file: sessionCredentials,
    text: "apiKeyId, tokenId, ...access, rights }",
    replacement: "apiKeyId, tokenId: tokenId.slice(0, 0), ...access, rights }",
    noticedBy: portalTest,
    tests: "a link created in the console ends within",
  },
  {
    name: "portal-link-outlives-the-expiry-of-its-token",
    file: createWebhookPortal,
    text: "origin.tokenExpiresAtMs ?? Number.POSITIVE_INFINITY",
    replacement: "Number.POSITIVE_INFINITY",
    noticedBy: portalServiceTest,
  },
  {
    name: "portal-link-lasts-sixty-times-as-long",
    file: createWebhookPortal,
    text: "Date.now() + lifetimeMs",
    replacement: "Date.now() + lifetimeMs * 60",
    noticedBy: portalServiceTest,
  },
  {
    name: "portal-link-asked-for-in-minutes-lasts-hours",
    file: "apps/gateway/src/operations/webhooks/create-webhook-portal.ts",
    text: "const minuteMs = 60_000;",
    replacement: "const minuteMs = 3_600_000;",
    noticedBy: portalTest,
    tests: "a link expires after the requested number of",
  },
  {
    name: "portal-link-made-with-a-revoked-token",
    file: createWebhookPortal,
    text: 'tokenId !== "" && !origin.hasToken',
    replacement: 'tokenId === "" && origin.hasToken',
    noticedBy: portalServiceTest,
  },
  {
    name: "portal-link-outlives-the-revocation-of-all",
    file: getApiKeyAccess,
    text: "portalEpoch !== portalLink.epoch",
    replacement: "portalEpoch < portalLink.epoch",
    noticedBy: portalServiceTest,
  },
  {
    name: "portal-links-revoked-of-another-workspace",
    file: portalLinks,
    text: `\${apiKeys.workspaceId} = $workspaceId returning`,
    replacement: "$workspaceId::text <> '' returning",
    noticedBy: ["apps/workspace/test/isolation.test.ts"],
    tests: "another workspace's API key",
  },
  {
    name: "portal-link-made-by-the-token-of-another-workspace",
    file: portalLinks,
    text: `workspace_token.\${workspaceTokens.workspaceId} = $workspaceId\n     and `,
    replacement: "",
    noticedBy: portalServiceTest,
  },
  {
    name: "portal-link-is-believed-for-a-minute",
    file: "apps/gateway/src/console/key-access.ts",
    text: "maxAgeMs: 4_500, revalidateAfterMs: 2_000",
    replacement: "maxAgeMs: 60_000, revalidateAfterMs: 50_000",
    noticedBy: ["apps/gateway/src/console/key-access.test.ts"],
  },
  {
    name: "portal-link-is-known-by-its-key-alone",
    file: "apps/gateway/src/console/key-access.ts",
    text: "[link.tokenId, link.epoch]",
    replacement: "[]",
    noticedBy: ["apps/gateway/src/console/key-access.test.ts"],
  },
  {
    name: "ended-portal-link-still-shows-its-pages",
    file: "apps/gateway/src/console/portal-credentials.ts",
    text: "const { rights } = await this.#credentialFor(opened);",
    replacement: 'const rights = { role: "read" } as const;',
    noticedBy: portalTest,
    tests: "a link ends within 5 seconds after the",
  },
  {
    name: "link-that-only-shows-offers-everything",
    file: "apps/gateway/src/console/portal-credentials.ts",
    text: 'readOnly ? "read" : "administrate"',
    replacement: 'readOnly ? "administrate" : "administrate"',
    noticedBy: portalTest,
    tests: "a read-only link changes nothing and does not",
  },
  {
    name: "portal-link-ends-when-master-keys-are-rotated",
    file: "libs/kernel/src/webhook-portal.ts",
    text: "keys.map((key) => this.#opened(key, bytes))",
    replacement: "keys.slice(0, 1).map((key) => this.#opened(key, bytes))",
    noticedBy: ["libs/kernel/src/webhook-portal.test.ts"],
  },
  {
    name: "news-of-an-api-key-does-not-reach-sessions-and-links",
    file: gatewayModule,
    text: "      console?.invalidate(apiKeyId);\n",
    replacement: "",
    noticedBy: ["apps/all-in-one/test/cache-news.test.ts"],
    tests: "the revocation of all links to the webhook",
  },
];
