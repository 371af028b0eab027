import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const hourMs = 3_600_000;
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

/** A new workspace, with functions that create and check links to its API key. */
async function start() {
  const { workspaceId, apiKeyId, apiKeyAuthToken, authToken } = await service.workspace();
  const key = { workspaceId, apiKeyId };
  return {
    workspaceId,
    tokenId: (await service.asApiKey(apiKeyId, apiKeyAuthToken)).tokenId,
    workspaceTokenId: (await service.asWorkspace(workspaceId, authToken)).tokenId,
    create: (tokenId?: string) => service.client.createWebhookPortal({ ...key, lifetimeMs: hourMs, ...(tokenId && { tokenId }) }),
    access: (portalLink: { tokenId?: string; epoch?: number }) => service.client.getApiKeyAccess({ ...key, portalLink }),
    revokeAll: () => service.client.revokeWebhookPortals(key),
    makeToken: async (expiresAtMs?: bigint) => {
      const made = await service.client.createAuthToken({ ...key, ...(expiresAtMs && { expiresAtMs }) });
      return made.authToken?.tokenId ?? "";
    },
    revoke: (tokenId: string) => service.client.revokeAuthToken({ ...key, tokenId }),
  };
}

test("a link opens an API key as long as the key or its workspace has the token that made it", async () => {
  const mine = await start();
  const other = await start();
  const second = await mine.makeToken();

  expect(await mine.access({ tokenId: second })).toMatchObject({ advancedQueriesEnabled: true, disabled: false });
  expect(await mine.access({ tokenId: mine.workspaceTokenId })).toMatchObject({ disabled: false });
  expect(await mine.access({})).toMatchObject({ disabled: false });
  await mine.revoke(second);

  const strange = [second, other.tokenId, other.workspaceTokenId, "unknown"];
  const failures = await Promise.all(strange.map((tokenId) => failureOf(mine.access({ tokenId }))));
  expect(failures.map(({ kind }) => kind)).toEqual(["not_found", "not_found", "not_found", "not_found"]);
  expect(await mine.access({ tokenId: mine.tokenId })).toMatchObject({ disabled: false });
});

test("no link is made with a revoked token, or with another principal's", async () => {
  const mine = await start();
  const other = await start();
  const revoked = await mine.makeToken();
  await mine.revoke(revoked);

  const failures = await Promise.all([revoked, other.tokenId, other.workspaceTokenId].map((tokenId) => failureOf(mine.create(tokenId))));

  expect(failures.map(({ kind, reason }) => [kind, reason])).toEqual(
    Array.from({ length: 3 }, () => ["failed_precondition", "token_revoked"]),
  );
});

test("a link expires after its lifetime, and no later than the token that made it", async () => {
  const mine = await start();
  const endsAtMs = BigInt(Date.now() + hourMs / 2);
  const short = await mine.makeToken(endsAtMs);
  const startedMs = Date.now();

  const usual = await mine.create(mine.tokenId);
  const ofShort = await mine.create(short);
  const ofNone = await mine.create();

  expect(ofShort.expiresAtMs).toBe(endsAtMs);
  for (const { expiresAtMs } of [usual, ofNone]) {
    expect(Number(expiresAtMs)).toBeGreaterThanOrEqual(startedMs + hourMs);
    expect(Number(expiresAtMs)).toBeLessThanOrEqual(Date.now() + hourMs);
  }
});

test("all existing links of an API key are revoked together, and another key's stay", async () => {
  const mine = await start();
  const other = await start();

  await mine.revokeAll();

  expect((await failureOf(mine.access({ tokenId: mine.tokenId, epoch: 0 }))).kind).toBe("not_found");
  expect((await failureOf(mine.access({ epoch: 0 }))).kind).toBe("not_found");
  expect(await mine.access({ tokenId: mine.tokenId, epoch: 1 })).toMatchObject({ disabled: false });
  expect(await other.access({ tokenId: other.tokenId, epoch: 0 })).toMatchObject({ disabled: false });
});
