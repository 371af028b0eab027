import { newAuthToken } from "@parley/kernel";
import { readConfigs } from "@parley/runtime";
import { expect, test } from "vitest";
import { gatewayModule } from "../module.ts";
import { CredentialCache } from "./credential-cache.ts";
import { type Checked, CredentialCheck, headerNames } from "./credential-check.ts";
import { noLimits } from "./key-limits.ts";
import { RefusedCredentials } from "./refused-credentials.ts";
import { everywhere } from "./rights.ts";

const right = newAuthToken();
const adminToken = "a".repeat(32);
const users = { check: () => Promise.reject(new Error("Nobody asked for a user.")), known: () => undefined };

/** A check with a stubbed workspace service; `asked` counts its calls. */
function start() {
  const asked: string[] = [];
  const cache = new CredentialCache(async (_level, apiKeyId, token) => {
    asked.push(token);
    const disabled = apiKeyId === "pk_off";
    const rights = everywhere("token", "administrate");
    return token === right
      ? {
          credential: {
            level: "apiKey",
            workspaceId: "ws_1",
            apiKeyId,
            tokenId: "t_1",
            advancedQueriesEnabled: true,
            disabled,
            rights,
            limits: noLimits,
          },
        }
      : undefined;
  });
  const refused = new RefusedCredentials({ perSecond: 1 });
  const check = new CredentialCheck({ names: headerNames("x-svc-"), cache, refused, users, adminToken });
  const show = (apiKey: string, token: string) =>
    check.check({ auth: "apiKey", role: "read" }, { "x-svc-api-key": apiKey, "x-svc-auth-token": token }, "10.0.0.1");
  return { asked, check, show };
}

test("too many guesses are no longer looked up and get no verdict; known credentials still work", async () => {
  const { asked, show } = start();
  await show("pk_1", right);

  const refusals = await Promise.all(Array.from({ length: 200 }, () => show("pk_1", newAuthToken()).catch((error) => error)));

  const [wrong, unchecked] = ["unauthenticated", "unavailable"].map((status) => refusals.filter((refusal) => refusal.kind === status));
  expect(wrong?.length).toBe(asked.length - 1);
  expect(asked.length).toBeLessThanOrEqual(1 + 15);
  expect(unchecked?.length).toBe(refusals.length - (asked.length - 1));
  for (const refusal of wrong ?? []) expect(refusal).toMatchObject({ message: "The credentials are missing or invalid.", violations: [] });
  for (const refusal of unchecked ?? []) expect(refusal).toMatchObject({ headers: { "retry-after": "1" } });
  expect(await show("pk_1", right)).toMatchObject({ apiKeyId: "pk_1" });
});

test("by the head alone only a guess is refused, not valid credentials and not those that a check would reject otherwise", async () => {
  const { check, show } = start();
  await show("pk_1", right);
  const shown = (headers: Record<string, string>, operation: Partial<Checked> = {}) =>
    check.refusal({ auth: "apiKey", role: "read", ...operation }, headers, () => "10.0.0.1");
  const guessed = () => ({ "x-svc-api-key": "pk_1", "x-svc-auth-token": newAuthToken() });
  expect(shown(guessed())).toBeUndefined();
  await Promise.allSettled(Array.from({ length: 30 }, () => show("pk_1", newAuthToken())));

  expect(shown(guessed())).toMatchObject({ kind: "unavailable", headers: { "retry-after": "1" } });
  const others: Record<string, string>[] = [
    { "x-svc-api-key": "pk_1", "x-svc-auth-token": right },
    { ...guessed(), "x-svc-auth-token": "sk_short" },
    { "x-svc-auth-token": newAuthToken() },
    {},
  ];
  for (const headers of others) expect(shown(headers)).toBeUndefined();
  expect(shown(guessed(), { auth: "admin" })).toBeUndefined();
  expect(shown({ ...guessed(), "x-svc-admin-token": adminToken }, { orAdmin: true })).toBeUndefined();
});

test("without a look-up only credentials checked within the last seconds are known", async () => {
  const { asked, check, show } = start();
  const known = (headers: Record<string, string>, operation: Partial<Checked> = {}) =>
    check.known({ auth: "apiKey", role: "read", ...operation }, headers);
  const shown = (apiKey: string, token = right) => ({ "x-svc-api-key": apiKey, "x-svc-auth-token": token });
  expect(known(shown("pk_1"))).toBeUndefined();
  await show("pk_1", right);
  asked.length = 0;

  expect(known(shown("pk_1"))).toMatchObject({ apiKeyId: "pk_1" });
  const others: Record<string, string>[] = [
    shown("pk_1", newAuthToken()),
    shown("pk_2"),
    { "x-svc-workspace-id": "pk_1", "x-svc-auth-token": right },
    { "x-svc-api-key": "pk_1" },
    { cookie: "session" },
  ];
  for (const headers of others) expect(known(headers)).toBeUndefined();
  expect(known({ ...shown("pk_1"), "x-svc-workspace-id": "pk_1" }, { auth: "workspace" })).toBeUndefined();
  expect(known({ ...shown("pk_1"), "x-svc-admin-token": adminToken }, { orAdmin: true })).toBeUndefined();
  expect(known(shown("pk_1"), { auth: "admin" })).toBeUndefined();
  expect(asked).toEqual([]);
});

test("a wrong admin token is refused after a delay, and the right one is accepted without", async () => {
  const { check } = start();
  const as = (token: string) => check.check({ auth: "admin", role: "administrate" }, { "x-svc-admin-token": token }, "10.0.0.1");
  const startedMs = performance.now();
  const wrong = as("b".repeat(32)).catch((error: unknown) => ({ error, afterMs: performance.now() - startedMs }));

  expect(await Promise.race([wrong, as(adminToken)])).toEqual({ level: "admin" });
  expect(await wrong).toMatchObject({ error: { kind: "unauthenticated" } });
  expect(performance.now() - startedMs).toBeGreaterThan(900);
});

test("the token of a session of the console opens nothing by itself", async () => {
  const cache = new CredentialCache(async () => ({
    credential: { level: "workspace", workspaceId: "ws_1", tokenId: "t_1", rights: everywhere("session", "read"), isForSession: true },
  }));
  const refused = new RefusedCredentials({ perSecond: 1 });
  const check = new CredentialCheck({ names: headerNames("x-svc-"), cache, refused, users, adminToken });

  const shown = { "x-svc-workspace-id": "ws_1", "x-svc-auth-token": right };

  const answer = check.check({ auth: "workspace", role: "read" }, shown, "10.0.0.1");
  await expect(answer).rejects.toMatchObject({ kind: "unauthenticated", message: "The credentials are missing or invalid." });
});

test("credentials of the wrong kind are answered with the kind that the operation needs", async () => {
  const { check } = start();
  const headers = { "x-svc-api-key": "pk_1", "x-svc-auth-token": right };

  await expect(check.check({ auth: "workspace", role: "read" }, headers, "10.0.0.1")).rejects.toMatchObject({
    violations: [{ message: "The header x-svc-workspace-id is required: this operation is the workspace's, not an API key's." }],
  });
});

test("an admin token of fewer than 32 characters fails the start", () => {
  const environment = { PARLEY_ADMIN_TOKEN: "a".repeat(31), PARLEY_MASTER_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}` };

  expect(() => readConfigs([gatewayModule], environment)).toThrow(/PARLEY_ADMIN_TOKEN must have at least 32 characters/);
});

test("only a head with recently valid credentials counts as a customer's; one with its public name and another token is a stranger's", async () => {
  const { check, show } = start();
  await show("pk_1", right);
  const wrong = newAuthToken();
  await expect(show("pk_2", wrong)).rejects.toMatchObject({ kind: "unauthenticated" });

  expect(check.knownCaller({ "x-svc-api-key": "pk_1", "x-svc-auth-token": right })).toBe("pk_1");
  expect(check.knownCaller({ "x-svc-api-key": "pk_1", "x-svc-auth-token": wrong })).toBe("");
  expect(check.knownCaller({ "x-svc-api-key": "pk_1" })).toBe("");
  expect(check.knownCaller({ "x-svc-api-key": "pk_2", "x-svc-auth-token": wrong })).toBe("");
  expect(check.knownCaller({})).toBe("");
});
