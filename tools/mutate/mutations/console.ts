import type { Mutation } from "../mutation.ts";

const sessionsTest = ["apps/all-in-one/test/console-sessions.test.ts"];
const tokensTest = ["apps/workspace/test/workspace-sessions.test.ts"];
const sessionCredentials = "apps/gateway/src/console/session-credentials.ts";
const signIn = "apps/gateway/src/console/sign-in.ts";
const tokensStore = "apps/workspace/src/credentials/workspace-tokens.store.ts";
const beginConsoleSession = "apps/workspace/src/credentials/begin-console-session.ts";
const portalTest = ["apps/all-in-one/test/webhook-portal.test.ts"];
const portalServiceTest = ["apps/workspace/test/webhook-portal.test.ts"];
const grants = "apps/gateway/src/console/oidc/grants.ts";
const createWebhookPortal = "apps/workspace/src/webhooks/create-webhook-portal.ts";
const getApiKeyAccess = "apps/workspace/src/credentials/get-api-key-access.ts";
const portalLinks = "apps/workspace/src/webhooks/portal-links.store.ts";

/** What keeps the console to whoever is signed in, and links to those who have them. */
export const consoleMutations: readonly Mutation[] = [
  {
    name: "session-holds-the-token-of-the-workspace",
    file: sessionCredentials,
    text: "credential !== undefined && isOfSession(credential)",
    replacement: 'credential !== undefined && credential.level === "workspace"',
    noticedBy: ["apps/gateway/src/console/session-credentials.test.ts"],
  },
  {
    name: "signing-out-leaves-copies-of-the-cookie-valid",
    file: sessionCredentials,
    text: "await this.#options.workspace.revokeWorkspaceToken({ workspaceId, token });",
    replacement: "await Promise.resolve({ workspaceId, token });",
    noticedBy: sessionsTest,
    tests: "whoever signs out",
  },
  {
    name: "signing-out-revokes-the-token-that-was-signed-in-with",
    file: tokensStore,
    text: "or parent_token_id = $tokenId) returning",
    replacement:
      "or token_id = (select parent_token_id from workspace_tokens where workspace_id = $workspaceId and token_id = $tokenId)) returning",
    noticedBy: sessionsTest,
    tests: "whoever signs out",
  },
  {
    name: "session-outlives-the-revoked-token-that-it-began-with",
    file: tokensStore,
    text: "(token_id = $tokenId or parent_token_id = $tokenId)",
    replacement: "token_id = $tokenId",
    noticedBy: tokensTest,
    tests: "a session that was begun with a token",
  },
  {
    name: "session-begins-without-the-token-that-was-presented",
    file: signIn,
    text: 'person: "", parentTokenId });',
    replacement: 'person: "", parentTokenId: parentTokenId.slice(0, 0) });',
    noticedBy: sessionsTest,
    tests: "a token that is revoked",
  },
  {
    name: "session-outlives-the-expired-token-that-it-began-with",
    file: beginConsoleSession,
    text: "parent?.expiresAtMs ?? Number.POSITIVE_INFINITY",
    replacement: "Number.POSITIVE_INFINITY",
    noticedBy: tokensTest,
    tests: "a session that was begun with a token",
  },
  {
    name: "cookie-says-that-its-session-lasts-longer",
    file: "apps/gateway/src/console/session/cookie-seal.ts",
    text: "Math.min(Date.now() + lifetimeMs, endsAtMs)",
    replacement: "(Date.now() + lifetimeMs)",
    noticedBy: sessionsTest,
    tests: "a session ends no later",
  },
  {
    name: "signing-out-with-a-token-leads-to-the-provider",
    file: signIn,
    text: ' || ended.person === "" ||',
    replacement: " ||",
    noticedBy: ["apps/all-in-one/test/console-openid-sessions.test.ts"],
    tests: "whoever signed in with a token",
  },
  {
    name: "session-begins-with-the-token-of-a-session",
    file: beginConsoleSession,
    text: "tokenId === parentTokenId && sessionRole === null && !expired",
    replacement: "sessionRole !== undefined && tokenId === parentTokenId && !expired",
    noticedBy: tokensTest,
    tests: "no session is begun with a token",
  },
  {
    name: "session-begins-with-an-expired-token",
    file: beginConsoleSession,
    text: "sessionRole === null && !expired",
    replacement: "sessionRole === null && expired !== undefined",
    noticedBy: tokensTest,
    tests: "no session is begun with a token",
  },
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
    tests: "a link ends within 5 seconds when the token",
  },
  {
    name: "portal-link-of-a-session-names-no-token",
    file: sessionCredentials,
    text: "apiKeyId, tokenId, ...access }",
    replacement: "apiKeyId, tokenId: tokenId.slice(0, 0), ...access }",
    noticedBy: portalTest,
    tests: "a link that was made in the console",
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
    tests: "a link expires after as many minutes",
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
    text: "set portal_epoch = portal_epoch + 1\n     where api_key_id = $apiKeyId and workspace_id = $workspaceId returning",
    replacement: "set portal_epoch = portal_epoch + 1\n     where api_key_id = $apiKeyId and $workspaceId::text <> '' returning",
    noticedBy: ["apps/workspace/test/isolation.test.ts"],
    tests: "another workspace's API key",
  },
  {
    name: "portal-link-made-by-the-token-of-another-workspace",
    file: portalLinks,
    text: "workspace_token.workspace_id = $workspaceId and workspace_token.token_id = $tokenId",
    replacement: "workspace_token.token_id = $tokenId",
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
    text: "    await this.#credentialFor(opened);\n    const { apiKeyId",
    replacement: "    const { apiKeyId",
    noticedBy: portalTest,
    tests: "a link ends within 5 seconds when the token",
  },
  {
    name: "planted-cookie-counts-below-an-https-address",
    file: "apps/gateway/src/console/session/session-cookie.ts",
    text: "this.#isHttps || speaksTls(headers)",
    replacement: "speaksTls(headers)",
    noticedBy: sessionsTest,
    tests: "an installation with an https address",
  },
  {
    name: "planted-cookie-counts-behind-a-proxy-that-ends-tls",
    file: "apps/gateway/src/console/session/session-cookie.ts",
    text: 'scheme.trim().toLowerCase() === "https"',
    replacement: 'scheme === "wss"',
    noticedBy: sessionsTest,
    tests: "a planted cookie is not shown either",
  },
  {
    name: "planted-cookie-counts-for-a-page-that-came-by-tls",
    file: "apps/gateway/src/console/session/session-cookie.ts",
    text: 'String(headers.origin).startsWith("https:")',
    replacement: 'String(headers.origin).startsWith("wss:")',
    noticedBy: sessionsTest,
    tests: "over TLS",
  },
  {
    name: "signing-in-where-the-cookie-is-lost",
    file: "apps/gateway/src/console/session/session-cookie.ts",
    text: "return isKept ? undefined : this.#publicUrl;",
    replacement: "return isKept ? undefined : undefined;",
    noticedBy: sessionsTest,
    tests: "an installation with an https address",
  },
  {
    name: "no-signing-in-on-the-gateways-own-machine",
    file: "apps/gateway/src/console/session/session-cookie.ts",
    text: "|| thisMachine.test(String(headers.host))",
    replacement: "",
    noticedBy: sessionsTest,
    tests: "an installation with an https address",
  },
  {
    name: "unverified-address-names-a-person",
    file: grants,
    text: "isVerified === true && isSomeText(email)",
    replacement: "isVerified !== false && isSomeText(email)",
    noticedBy: ["apps/gateway/src/console/oidc/grants.test.ts"],
  },
  {
    name: "chosen-name-looks-like-a-verified-address",
    file: grants,
    text: "unverified: ",
    replacement: "",
    noticedBy: ["apps/gateway/src/console/oidc/grants.test.ts"],
  },
];
