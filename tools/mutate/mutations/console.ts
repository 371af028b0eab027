import type { Mutation } from "../mutation.ts";

const sessionsTest = ["apps/all-in-one/test/console-sessions.test.ts"];
const tokensTest = ["apps/workspace/test/workspace-tokens.test.ts"];
const sessionCredentials = "apps/gateway/src/console/session-credentials.ts";
const signIn = "apps/gateway/src/console/sign-in.ts";
const tokensStore = "apps/workspace/src/credentials/workspace-tokens.store.ts";
const beginConsoleSession = "apps/workspace/src/credentials/begin-console-session.ts";

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
    noticedBy: ["apps/all-in-one/test/console-openid.test.ts"],
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
];
