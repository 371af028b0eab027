import { ConsoleRole } from "@parley/contracts/workspace";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const { READ, ACT, ADMINISTRATE } = ConsoleRole;
const hourMs = 3_600_000n;
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService({ PARLEY_WORKSPACE_MAX_AUTH_TOKENS: "3" });
});

afterAll(() => service.process.stop());

/** A token of a new API key with these rights. */
async function tokenWith(rights: { role?: ConsoleRole; organizationIds?: string[]; resources?: string[] }) {
  const { workspaceId, apiKeyId } = await service.workspace();
  const { authToken } = await service.client.createAuthToken({ workspaceId, apiKeyId, name: "job", rights });
  return { workspaceId, apiKeyId, tokenId: authToken?.tokenId ?? "", token: authToken?.token ?? "" };
}

const rightsOf = async (apiKeyId: string, token: string) => (await service.asApiKey(apiKeyId, token)).rights;

test("a token is authenticated with the rights that it was created with, and one without restrictions with all", async () => {
  const { workspaceId, apiKeyId, apiKeyAuthToken, authToken } = await service.workspace();
  const rights = { role: ACT, organizationIds: ["acme", "initech"], resources: ["threads"] };
  const { authToken: made } = await service.client.createAuthToken({ workspaceId, apiKeyId, rights });
  const { token: reader } = await service.client.createWorkspaceToken({ workspaceId, role: READ });

  expect(await rightsOf(apiKeyId, made?.token ?? "")).toMatchObject(rights);
  expect(await rightsOf(apiKeyId, apiKeyAuthToken)).toMatchObject({ role: ADMINISTRATE, organizationIds: [], resources: [] });
  expect((await service.asWorkspace(workspaceId, reader)).rights).toMatchObject({ role: READ });
  expect((await service.asWorkspace(workspaceId, authToken)).rights).toMatchObject({ role: ADMINISTRATE });
});

test("rights are taken from a token, and unnamed ones stay unchanged", async () => {
  const { token, ...named } = await tokenWith({ role: ADMINISTRATE, organizationIds: ["acme", "initech"] });

  await service.client.updateAuthToken({ ...named, role: ACT, organizationIds: ["acme"] });
  const { authToken } = await service.client.updateAuthToken({ ...named, name: "nightly", resources: ["users", "users"] });

  const rights = { role: ACT, organizationIds: ["acme"], resources: ["users"] };
  expect(authToken).toMatchObject({ name: "nightly", token: "", rights });
  expect(await rightsOf(named.apiKeyId, token)).toMatchObject(rights);
});

test.each([
  ["a role", { role: ADMINISTRATE }],
  ["an organization", { organizationIds: ["acme", "initech"] }],
  ["a resource", { resources: ["threads", "users"] }],
])("a token never gains %s", async (_, gain) => {
  const rights = { role: ACT, organizationIds: ["acme"], resources: ["threads"] };
  const { token, ...named } = await tokenWith(rights);

  const failure = await failureOf(service.client.updateAuthToken({ ...named, ...gain }));

  expect(failure).toMatchObject({ kind: "failed_precondition", reason: "rights_only_fall" });
  expect(await rightsOf(named.apiKeyId, token)).toMatchObject(rights);
});

test("a rotated token expires after the overlap, and its successor has its name, rights and expiry", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const rights = { role: ACT, organizationIds: ["acme"], resources: ["threads"] };
  const expiresAtMs = BigInt(Date.now()) + 2n * hourMs;
  const made = await service.client.createAuthToken({ workspaceId, apiKeyId, name: "job", rights, expiresAtMs });
  const { tokenId = "", token = "" } = made.authToken ?? {};

  const before = BigInt(Date.now());
  const rotated = await service.client.rotateAuthToken({ workspaceId, apiKeyId, tokenId, overlapMs: hourMs });

  expect(rotated.authToken).toMatchObject({ name: "job", expiresAtMs, replacedBy: "", rights });
  expect(Number(rotated.previousExpiresAtMs - before - hourMs)).toBeLessThan(60_000);
  const { authTokens } = await service.client.listAuthTokens({ workspaceId, apiKeyId });
  const old = authTokens.find((each) => each.tokenId === tokenId);
  expect(old).toMatchObject({ replacedBy: rotated.authToken?.tokenId, expiresAtMs: rotated.previousExpiresAtMs });
  expect(await rightsOf(apiKeyId, token)).toMatchObject(rights);
  expect(await rightsOf(apiKeyId, rotated.authToken?.token ?? "")).toMatchObject(rights);
});

test("an overlap does not prolong a token that would have expired earlier", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const expiresAtMs = BigInt(Date.now()) + hourMs;
  const { authToken } = await service.client.createAuthToken({ workspaceId, apiKeyId, expiresAtMs });

  const { previousExpiresAtMs } = await service.client.rotateAuthToken({
    workspaceId,
    apiKeyId,
    tokenId: authToken?.tokenId ?? "",
    overlapMs: 24n * hourMs,
  });

  expect(previousExpiresAtMs).toBe(expiresAtMs);
});

test("a token is rotated once, an expired one not at all, and none beyond the limit", async () => {
  const { workspaceId, apiKeyId, tokenId } = await tokenWith({});
  const rotate = (id: string) => service.client.rotateAuthToken({ workspaceId, apiKeyId, tokenId: id, overlapMs: hourMs });
  const { authToken } = await rotate(tokenId);

  expect(await failureOf(rotate(tokenId))).toMatchObject({ kind: "failed_precondition", reason: "rotated_already" });
  // Three tokens count: the key's first token, the rotated one and its successor.
  expect(await failureOf(rotate(authToken?.tokenId ?? ""))).toMatchObject({ reason: "too_many_auth_tokens" });
  await querySql(service.process.databaseUrl, "update workspace.api_key_tokens set expires_at_ms = 0 where token_id = $1", [tokenId]);
  expect((await failureOf(rotate(tokenId))).kind).toBe("not_found");
  // Rotated tokens that have expired do not count.
  expect((await rotate(authToken?.tokenId ?? "")).authToken?.name).toBe("job");
});

test("a workspace keeps a token with the role administrate, however its tokens are lowered and revoked", async () => {
  const { workspaceId, authToken } = await service.workspace();
  const { workspaceTokens } = await service.client.listWorkspaceTokens({ workspaceId });
  const firstId = workspaceTokens[0]?.tokenId ?? "";
  const { workspaceToken } = await service.client.createWorkspaceToken({ workspaceId, role: READ });
  const lastToken = { kind: "failed_precondition", reason: "last_token" };

  expect(await failureOf(service.client.updateWorkspaceToken({ workspaceId, tokenId: firstId, role: ACT }))).toMatchObject(lastToken);
  expect(await failureOf(service.client.revokeWorkspaceToken({ workspaceId, token: authToken }))).toMatchObject(lastToken);
  await service.client.revokeWorkspaceToken({ workspaceId, tokenId: workspaceToken?.tokenId ?? "" });
  expect((await service.asWorkspace(workspaceId, authToken)).rights?.role).toBe(ADMINISTRATE);
});

test("a session has no higher role than its token, loses what the token loses, and ends with it when it is rotated", async () => {
  const { workspaceId } = await service.workspace();
  const made = await service.client.createWorkspaceToken({ workspaceId, role: ACT });
  const parentTokenId = made.workspaceToken?.tokenId ?? "";
  const begin = (role: ConsoleRole) => service.client.beginConsoleSession({ workspaceId, role, parentTokenId, lifetimeMs: 100n * hourMs });
  const failure = await failureOf(begin(ADMINISTRATE));
  const { token } = await begin(ACT);

  await service.client.updateWorkspaceToken({ workspaceId, tokenId: parentTokenId, role: READ });
  const rotated = await service.client.rotateWorkspaceToken({ workspaceId, tokenId: parentTokenId, overlapMs: hourMs });

  expect(failure.kind).toBe("permission_denied");
  const { sessionRole, expiresInMs = 0n, rights } = await service.asWorkspace(workspaceId, token);
  expect([sessionRole, rights?.role]).toEqual([READ, READ]);
  expect(expiresInMs <= hourMs).toBe(true);
  expect((await service.asWorkspace(workspaceId, rotated.token)).rights?.role).toBe(READ);
});

test("the token of a session can be neither changed nor rotated", async () => {
  const { workspaceId } = await service.workspace();
  await service.client.beginConsoleSession({ workspaceId, role: ACT, lifetimeMs: hourMs });
  const { workspaceTokens } = await service.client.listWorkspaceTokens({ workspaceId });
  const tokenId = workspaceTokens.find(({ sessionRole }) => sessionRole === ACT)?.tokenId ?? "";
  const attempts = [
    service.client.updateWorkspaceToken({ workspaceId, tokenId, role: READ }),
    service.client.rotateWorkspaceToken({ workspaceId, tokenId, overlapMs: 0n }),
  ];

  const failures = await Promise.all(attempts.map(failureOf));

  expect(failures.map(({ reason }) => reason)).toEqual(["session_token", "session_token"]);
});

test("a link to the webhook pages has the current rights of its token, and ends with the token", async () => {
  const { workspaceId, apiKeyId, tokenId } = await tokenWith({ resources: ["webhooks", "emails"] });
  const portalLink = { tokenId, epoch: 0 };
  const access = () => service.client.getApiKeyAccess({ workspaceId, apiKeyId, portalLink });
  expect((await access()).rights).toMatchObject({ role: ADMINISTRATE, resources: ["webhooks", "emails"] });

  await service.client.updateAuthToken({ workspaceId, apiKeyId, tokenId, role: READ, resources: ["webhooks"] });
  expect((await access()).rights).toMatchObject({ role: READ, resources: ["webhooks"] });

  await service.client.rotateAuthToken({ workspaceId, apiKeyId, tokenId, overlapMs: 0n });
  expect((await failureOf(access())).kind).toBe("not_found");
});

test("tokens are listed page by page, each once", async () => {
  const { workspaceId, apiKeyId } = await tokenWith({});
  await service.client.createAuthToken({ workspaceId, apiKeyId });
  const whole = await service.client.listAuthTokens({ workspaceId, apiKeyId });

  const paged = [];
  for (let pageToken = "", more = true; more; more = pageToken !== "") {
    const page = await service.client.listAuthTokens({ workspaceId, apiKeyId, pageSize: 1, pageToken });
    paged.push(...page.authTokens);
    pageToken = page.nextPageToken;
  }

  expect(paged).toEqual(whole.authTokens);
  expect(paged).toHaveLength(3);
});
