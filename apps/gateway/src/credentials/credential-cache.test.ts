import { expect, test } from "vitest";
import type { Credential } from "./credential.ts";
import { CredentialCache } from "./credential-cache.ts";
import { everywhere } from "./rights.ts";

const good: Credential = { level: "workspace", workspaceId: "ws", tokenId: "t_1", rights: everywhere("token", "administrate") };

test("a refused credential is looked up again after a second", async () => {
  const state = { nowMs: 1_000, calls: 0 };
  const cache = new CredentialCache(
    async () => (++state.calls === 1 ? undefined : { credential: good }),
    () => state.nowMs,
  );

  expect(await cache.get("workspace", "ws", "token")).toBeUndefined();
  expect(await cache.get("workspace", "ws", "token")).toBeUndefined();
  expect(state.calls).toBe(1);
  state.nowMs += 1_001;
  expect(await cache.get("workspace", "ws", "token")).toBe(good);
});

test("levels, principals and tokens do not stand in for each other", async () => {
  const cache = new CredentialCache(async (level, principal, token) =>
    [level, principal, token].join(" ") === "workspace ws t" ? { credential: good } : undefined,
  );

  expect(await cache.get("workspace", "ws", "t")).toBe(good);
  expect(await cache.get("apiKey", "ws", "t")).toBeUndefined();
  expect(await cache.get("workspace", "w", "st")).toBeUndefined();
});

test("a token that expires is refused from that moment, however fresh the cached credential is", async () => {
  const state = { nowMs: 1_000, calls: 0 };
  const cache = new CredentialCache(
    async () => (++state.calls === 1 ? { credential: good, expiresInMs: 1_500 } : undefined),
    () => state.nowMs,
  );

  expect(await cache.get("workspace", "ws", "token")).toBe(good);
  state.nowMs += 1_499;
  expect(await cache.get("workspace", "ws", "token")).toBe(good);
  state.nowMs += 1;
  expect(await cache.get("workspace", "ws", "token")).toBeUndefined();
  expect(state.calls).toBe(1);
});

test("a revoked token is refused within 5 s even without an invalidation", async () => {
  const state = { nowMs: 1_000, revoked: false };
  const cache = new CredentialCache(
    async () => (state.revoked ? undefined : { credential: good }),
    () => state.nowMs,
  );
  expect(await cache.get("workspace", "ws", "token")).toBe(good);

  state.revoked = true;
  state.nowMs += 5_000;

  expect(await cache.get("workspace", "ws", "token")).toBeUndefined();
});
