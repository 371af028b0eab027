import { type Client, Code, ConnectError } from "@connectrpc/connect";
import type { CredentialsService } from "@parley/contracts/workspace";
import { RemoteFailure } from "@parley/rpc";
import { beforeEach, expect, test } from "vitest";
import { CredentialCache } from "../credentials/credential-cache.ts";
import { headerNames } from "../credentials/credential-check.ts";
import { everywhere } from "../credentials/rights.ts";
import { KeyAccess } from "./key-access.ts";
import { sessionSeal } from "./session/session.ts";
import { SessionCookie } from "./session/session-cookie.ts";
import { SessionCredentials } from "./session-credentials.ts";

const seal = sessionSeal([Buffer.alloc(32, 1)], 60_000);
const sessionToken = "made-for-the-session";
const revoked: string[] = [];
let failure: Code | undefined;

beforeEach(() => {
  revoked.length = 0;
  failure = undefined;
});

const tokens = {
  revokeWorkspaceToken: async ({ token }: { token: string }) => {
    if (failure !== undefined) throw new RemoteFailure("CredentialsService", "RevokeWorkspaceToken", new ConnectError("No.", failure));
    revoked.push(token);
  },
} as unknown as Client<typeof CredentialsService>;
const cache = new CredentialCache(async (_level, workspaceId, token) => ({
  credential: {
    level: "workspace",
    workspaceId,
    tokenId: "t_1",
    rights: everywhere("session", "administrate"),
    isForSession: token === sessionToken,
  },
}));
const sessions = new SessionCredentials({
  names: headerNames("x-svc-"),
  seal,
  cache,
  cookie: new SessionCookie(undefined),
  access: new KeyAccess(tokens),
  tokens,
});

async function cookieWith(token: string) {
  const { sealed } = await seal.seal({ workspaceId: "ws_1", token, role: "read", person: "" });
  return { cookie: `parley-console=${sealed}` };
}

test("a cookie with a token of the workspace itself is not a session, and signing out with it revokes nothing", async () => {
  const planted = await cookieWith("the-workspace's-own");

  expect(await sessions.sessionOf(planted)).toBeUndefined();
  expect(await sessions.end(planted)).toBeUndefined();
  expect(revoked).toEqual([]);
  expect(await sessions.sessionOf(await cookieWith(sessionToken))).toMatchObject({ workspaceId: "ws_1", tokenId: "t_1" });
});

test("a session that another request ended at the same moment counts as ended", async () => {
  failure = Code.NotFound;

  expect(await sessions.end(await cookieWith(sessionToken))).toMatchObject({ workspaceId: "ws_1" });
});

test("a session that could not be ended is not reported as ended", async () => {
  failure = Code.Unavailable;

  await expect(sessions.end(await cookieWith(sessionToken))).rejects.toThrow("RevokeWorkspaceToken failed");
});
