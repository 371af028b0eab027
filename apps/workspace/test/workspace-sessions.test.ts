import { ConsoleRole } from "@parley/contracts/workspace";
import { withConstants } from "@parley/runtime";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const hourMs = 3_600_000;
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService({ PARLEY_WORKSPACE_MAX_AUTH_TOKENS: "3", ...withConstants({ tokenUsesMs: 10 }) });
});

afterAll(() => service.process.stop());

test("a session of the console has a token with its role, which expires with it and is not one of the workspace's own", async () => {
  const { workspaceId, authToken } = await service.workspace();
  const begin = (person: string) =>
    service.client.beginConsoleSession({ workspaceId, person, role: ConsoleRole.ACT, lifetimeMs: BigInt(hourMs) });

  const first = await begin("alice");
  const second = await begin("bob");

  expect(await service.asWorkspace(workspaceId, first.token)).toMatchObject({ workspaceId, sessionRole: ConsoleRole.ACT });
  expect((await service.asWorkspace(workspaceId, first.token)).expiresInMs).toBeGreaterThan(0n);
  // The limit is three tokens, and the tokens of sessions do not count.
  for (const name of ["a", "b"]) await service.client.createWorkspaceToken({ workspaceId, name });
  const { workspaceTokens } = await service.client.listWorkspaceTokens({ workspaceId });
  // Some tokens may have been created in the same millisecond, so the order is not compared.
  expect(new Map(workspaceTokens.map(({ name, sessionRole }) => [name, sessionRole]))).toEqual(
    new Map([
      ["First token", ConsoleRole.UNSPECIFIED],
      ["alice", ConsoleRole.ACT],
      ["bob", ConsoleRole.ACT],
      ["a", ConsoleRole.UNSPECIFIED],
      ["b", ConsoleRole.UNSPECIFIED],
    ]),
  );
  for (const name of ["a", "b"]) {
    const tokenId = workspaceTokens.find((each) => each.name === name)?.tokenId ?? "";
    await service.client.revokeWorkspaceToken({ workspaceId, tokenId });
  }
  expect((await failureOf(service.client.revokeWorkspaceToken({ workspaceId, token: authToken }))).reason).toBe("last_token");
  await service.client.revokeWorkspaceToken({ workspaceId, token: second.token });
  expect((await failureOf(service.asWorkspace(workspaceId, second.token))).kind).toBe("unauthenticated");
});

test("a session begun with a token ends with it, is named after it, and does not affect other sessions", async () => {
  const { workspaceId } = await service.workspace();
  const begin = (tokenId: string, options = {}) =>
    service.client.beginConsoleSession({
      workspaceId,
      role: ConsoleRole.READ,
      lifetimeMs: BigInt(hourMs),
      parentTokenId: tokenId,
      ...options,
    });
  const expiresAtMs = BigInt(Date.now() + hourMs / 2);
  const named = await service.client.createWorkspaceToken({ workspaceId, name: "CI", expiresAtMs });
  const nameless = await service.client.createWorkspaceToken({ workspaceId });
  const namedId = (await service.asWorkspace(workspaceId, named.token)).tokenId;

  const short = await begin(namedId);
  const other = await begin(nameless.workspaceToken?.tokenId ?? "", { lifetimeMs: 60_000n });

  expect(namedId).toBe(named.workspaceToken?.tokenId);
  expect(short.expiresAtMs).toBe(expiresAtMs);
  expect(other.expiresAtMs).toBeLessThanOrEqual(BigInt(Date.now() + 60_000));
  const { workspaceTokens } = await service.client.listWorkspaceTokens({ workspaceId });
  const ends = new Map(workspaceTokens.map(({ name, expiresAtMs: until }) => [name, until]));
  expect(ends.get('token "CI"')).toBe(expiresAtMs);
  expect(ends.get(`token "${nameless.workspaceToken?.maskedToken}"`)).toBe(other.expiresAtMs);
  await service.client.revokeWorkspaceToken({ workspaceId, tokenId: namedId });
  expect((await failureOf(service.asWorkspace(workspaceId, short.token))).kind).toBe("unauthenticated");
  expect((await service.asWorkspace(workspaceId, other.token)).sessionRole).toBe(ConsoleRole.READ);
  expect((await service.asWorkspace(workspaceId, nameless.token)).tokenId).toBe(nameless.workspaceToken?.tokenId);
});

test("no session can be begun with a token that is revoked, expired, a session's, or another workspace's", async () => {
  const { workspaceId } = await service.workspace();
  const other = await service.workspace();
  const begin = (parentTokenId?: string) =>
    service.client.beginConsoleSession({
      workspaceId,
      role: ConsoleRole.READ,
      lifetimeMs: BigInt(hourMs),
      ...(parentTokenId && { parentTokenId }),
    });
  const idOf = async (token: string, of = workspaceId) => (await service.asWorkspace(of, token)).tokenId;
  const make = async () => (await service.client.createWorkspaceToken({ workspaceId })).token;
  const revoked = await idOf(await make());
  const expired = await idOf(await make());
  const session = await idOf((await begin()).token);
  await service.client.revokeWorkspaceToken({ workspaceId, tokenId: revoked });
  const expire = "update workspace.workspace_tokens set expires_at_ms = 0 where workspace_id = $1 and token_id = $2";
  await querySql(service.process.databaseUrl, expire, [workspaceId, expired]);

  const parents = [revoked, expired, session, await idOf(other.authToken, other.workspaceId)];
  const failures = await Promise.all(parents.map((parent) => failureOf(begin(parent))));

  expect(failures.map(({ kind }) => kind)).toEqual(["not_found", "not_found", "not_found", "not_found"]);
  expect((await service.client.listWorkspaceTokens({ workspaceId })).workspaceTokens.filter(({ sessionRole }) => sessionRole)).toHaveLength(
    1,
  );
});

test("a workspace has at most a thousand sessions, and ended ones make room", async () => {
  const { workspaceId } = await service.workspace();
  const begin = (role = ConsoleRole.READ) => service.client.beginConsoleSession({ workspaceId, role, lifetimeMs: BigInt(hourMs) });
  const fill = (expiresAtMs: number) =>
    querySql(
      service.process.databaseUrl,
      `insert into workspace.workspace_tokens (workspace_id, token_id, token_hash, session_role, expires_at_ms)
       select $1, 'session_' || $2 || '_' || each, sha256('x'), 'read', $2::bigint from generate_series(1, 1000) each`,
      [workspaceId, expiresAtMs],
    );
  await fill(1);
  await begin();
  expect((await service.client.listWorkspaceTokens({ workspaceId })).workspaceTokens).toHaveLength(2);

  await fill(Date.now() + hourMs);

  expect(await failureOf(begin())).toMatchObject({ kind: "resource_exhausted", reason: "too_many_sessions" });
  expect((await failureOf(begin(ConsoleRole.UNSPECIFIED))).kind).toBe("invalid_argument");
  const unknown = service.client.beginConsoleSession({ workspaceId: "ws_unknown", role: ConsoleRole.READ, lifetimeMs: 1n });
  expect((await failureOf(unknown)).kind).toBe("not_found");
});
