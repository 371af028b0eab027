import { generateKeyPairSync } from "node:crypto";
import { CredentialLevel, EmailServiceType, IdempotencyState } from "@parley/contracts/workspace";
import { runCommandLine, withConstants } from "@parley/runtime";
import { freshDatabase, querySql, startProcess } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workspaceModule } from "../src/module.ts";
import { bugOf, type Harness, startWorkspaceService, type Workspace } from "./harness.ts";

const masterKey = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`;
const providerKey = "sk-provider-marked-secret-0123456789";
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService({ PARLEY_MASTER_KEYS: masterKey("k1", 1) });
});

afterAll(() => service.process.stop());

test("no table of the database contains a secret in plain text", async () => {
  const { workspaceId, authToken, apiKeyId, apiKeyAuthToken } = await service.workspace();
  const secrets = { email: "SG.email-marked-secret-0123456789", webhook: "webhook-marked-secret-0123456789" };
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const second = await service.apiKey(workspaceId, {
    createAuthToken: true,
    emailServiceConfig: { type: EmailServiceType.SENDGRID, apiKey: secrets.email },
    webhookServiceConfig: { authToken: secrets.webhook, publicKey: publicKey.export({ type: "spki", format: "pem" }).toString() },
  });
  await service.client.updateAiModelsConfig({
    workspaceId,
    openai: providerKey,
    anthropic: `${providerKey}-a`,
    gemini: `${providerKey}-g`,
  });
  const created = await service.client.createAuthToken({ workspaceId, apiKeyId });
  const { leaseId } = await service.client.beginIdempotentRequest({ scopeId: workspaceId, key: "key", requestHash: Buffer.alloc(32) });
  await service.client.finishIdempotentRequest({
    scopeId: workspaceId,
    key: "key",
    leaseId,
    status: 200,
    body: `{"token":"${apiKeyAuthToken}"}`,
  });
  const tokens = (await service.client.listAuthTokens({ workspaceId, apiKeyId: second })).authTokens.map(({ token }) => token);

  const stored = await everythingStored();

  expect(stored).toContain("idempotency_records");
  expect(stored).toContain(second);
  for (const secret of [authToken, apiKeyAuthToken, created.authToken?.token ?? "", ...tokens, providerKey, ...Object.values(secrets)]) {
    expect(secret.length).toBeGreaterThan(20);
    for (const part of [secret, secret.slice(3, 23), Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")]) {
      expect(stored.includes(part), `a secret, or a part of one, in ${part.length} characters`).toBe(false);
    }
  }
});

test("sealed text that was changed, or moved to another token, key or workspace, is refused", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  await service.client.createAuthToken({ workspaceId, apiKeyId });
  const list = () => service.client.listAuthTokens({ workspaceId, apiKeyId });
  const original = await sealedTokens(apiKeyId);
  const other = await sealedTokens((await service.workspace()).apiKeyId);

  const before = await list();
  for (const sealed of [
    original[1],
    other[0],
    `${original[0]}A`,
    original[0]?.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
    "plain text",
    "",
  ]) {
    await setFirstToken(apiKeyId, sealed ?? "");
    expect(await bugOf(list())).not.toContain("sk_");
  }
  await setFirstToken(apiKeyId, original[0] ?? "");

  expect(await list()).toEqual(before);
});

test("a provider key that was moved to another provider or field is refused", async () => {
  const { workspaceId } = await service.workspace();
  await service.client.updateAiModelsConfig({ workspaceId, openai: providerKey, gemini: `${providerKey}-g` });

  await sql("update workspace.provider_keys set provider = 'anthropic' where provider = 'openai' and workspace_id = $1", [workspaceId]);

  await bugOf(service.client.getAiModelsConfig({ workspaceId }));
});

test("the data key of another workspace opens nothing", async () => {
  const mine = await service.workspace();
  const other = await service.workspace();
  const original = await sql<{ wrapped: string }>("select wrapped from workspace.data_keys where workspace_id = $1", [mine.workspaceId]);
  const setWrapped =
    "update workspace.data_keys set wrapped = coalesce($2, (select wrapped from workspace.data_keys where workspace_id = $3)) where workspace_id = $1";

  await sql(setWrapped, [mine.workspaceId, null, other.workspaceId]);
  await bugOf(service.client.listAuthTokens(mine));
  await sql(setWrapped, [mine.workspaceId, original[0]?.wrapped, ""]);

  expect((await service.client.listAuthTokens(mine)).authTokens[0]?.token).toBe(mine.apiKeyAuthToken);
});

test("a service with a wrong or missing master key does not start, and names the key", async () => {
  const url = service.process.databaseUrl;

  await expect(startWith(url, masterKey("k2", 2))).rejects.toThrow("PARLEY_MASTER_KEYS does not contain the key k1");
  await expect(startWith(url, masterKey("k1", 9))).rejects.toThrow("under the master key k1 does not open");
  await expect(startWith(url, `${masterKey("k1", 1)},${masterKey("k1", 1)}`)).rejects.toThrow("two keys with the id k1");
});

test("rewrap wraps every data key under the newest master key while a service that has both reads and writes, and may be repeated", async () => {
  const url = await freshDatabase();
  const before = await startWorkspaceService({ PARLEY_DATABASE_URL: url, PARLEY_MASTER_KEYS: masterKey("k1", 1) });
  const workspaces = await Promise.all(Array.from({ length: 30 }, () => before.workspace()));
  await before.process.stop();
  const both = `${masterKey("k2", 2)},${masterKey("k1", 1)}`;
  // Few data keys are cached, so that reads go to the database.
  const during = await startWorkspaceService({ PARLEY_DATABASE_URL: url, PARLEY_MASTER_KEYS: both, ...withConstants({ dataKeysKept: 1 }) });
  const rewrapping = Promise.all([run("rewrap", url, both), run("rewrap", url, both)]);
  const state = { done: false };
  const ended = rewrapping.finally(() => {
    state.done = true;
  });

  do {
    expect(await readsAll(during, workspaces)).toBe(true);
    workspaces.push(await during.workspace());
  } while (!state.done);
  const [first, second] = await ended;
  const third = await run("rewrap", url, both);

  expect(wrappedBy(first) + wrappedBy(second)).toBe(30);
  expect(wrappedBy(third)).toBe(0);
  expect(await querySql(url, "select distinct master_key_id from workspace.data_keys")).toEqual([{ master_key_id: "k2" }]);
  await during.process.stop();
  const after = await startWorkspaceService({ PARLEY_DATABASE_URL: url, PARLEY_MASTER_KEYS: masterKey("k2", 2) });
  expect(await readsAll(after, workspaces)).toBe(true);
  await after.process.stop();
});

test("a rotation gives every workspace a new data key; old secrets still open, new ones are sealed under it", async () => {
  const url = await freshDatabase();
  const keys = masterKey("k1", 1);
  const harness = await startWorkspaceService({ PARLEY_DATABASE_URL: url, PARLEY_MASTER_KEYS: keys });
  const { workspaceId, apiKeyId, apiKeyAuthToken } = await harness.workspace();
  await harness.workspace();

  expect(await run("rotate-data-keys", url, keys)).toBe("Made 2 new data keys.");
  const created = await harness.client.createAuthToken({ workspaceId, apiKeyId });

  const { authTokens } = await harness.client.listAuthTokens({ workspaceId, apiKeyId });
  expect(authTokens.map(({ token }) => token)).toEqual([apiKeyAuthToken, created.authToken?.token]);
  const sealed = await querySql<{ sealed_token: string }>(
    url,
    "select sealed_token from workspace.api_key_tokens where api_key_id = $1 order by created_at_ms",
    [apiKeyId],
  );
  expect(sealed.map(({ sealed_token }) => sealed_token.slice(0, 5))).toEqual(["s1.1.", "s1.2."]);
  await harness.process.stop();
});

test("a stored response opens while its master key is listed, and only for its own key", async () => {
  const scopeId = "pk_test_1";
  for (const key of ["one", "two"]) {
    const { leaseId } = await service.client.beginIdempotentRequest({ scopeId, key, requestHash: Buffer.alloc(32) });
    await service.client.finishIdempotentRequest({ scopeId, key, leaseId, status: 200, body: key });
  }
  await sql(
    "update workspace.idempotency_records set sealed_body = (select sealed_body from workspace.idempotency_records where idempotency_key = 'two') where idempotency_key = 'one'",
  );

  await bugOf(service.client.beginIdempotentRequest({ scopeId, key: "one", requestHash: Buffer.alloc(32) }));
  const two = await service.client.beginIdempotentRequest({ scopeId, key: "two", requestHash: Buffer.alloc(32) });
  expect(two).toMatchObject({ state: IdempotencyState.FINISHED, body: "two" });
});

test("a response whose master key was removed is no longer available: its request is known to have been done, and is not executed again", async () => {
  const scopeId = "pk_test_rewrapped";
  const begin = () => service.client.beginIdempotentRequest({ scopeId, key: "key", requestHash: Buffer.alloc(32) });
  const { leaseId } = await begin();
  await service.client.finishIdempotentRequest({ scopeId, key: "key", leaseId, status: 200, body: "answer" });

  await sql("update workspace.idempotency_records set sealed_body = replace(sealed_body, 'm1.k1.', 'm1.k0.') where scope_id = $1", [
    scopeId,
  ]);

  expect(await begin()).toMatchObject({ state: IdempotencyState.FORGOTTEN, body: "" });
});

test("credentials are checked without opening any secret", async () => {
  const { apiKeyId, apiKeyAuthToken } = await service.workspace();
  await setFirstToken(apiKeyId, "broken");

  const answer = await service.client.authenticate({ level: CredentialLevel.API_KEY, principalId: apiKeyId, authToken: apiKeyAuthToken });

  expect(answer.apiKeyId).toBe(apiKeyId);
});

function sql<Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return querySql<Row>(service.process.databaseUrl, text, values);
}

async function everythingStored(): Promise<string> {
  const tables = await sql<{ name: string }>("select table_name as name from information_schema.tables where table_schema = 'workspace'");
  const rows = await Promise.all(
    tables.map(({ name }) => sql<{ text: string }>(`select '${name}' || t::text as text from workspace.${name} t`)),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .join("\n");
}

async function sealedTokens(apiKeyId: string): Promise<string[]> {
  const rows = await sql<{ sealed: string }>(
    "select sealed_token as sealed from workspace.api_key_tokens where api_key_id = $1 order by created_at_ms, token_id",
    [apiKeyId],
  );
  return rows.map(({ sealed }) => sealed);
}

async function setFirstToken(apiKeyId: string, sealed: string): Promise<void> {
  await sql(
    `update workspace.api_key_tokens set sealed_token = $2 where api_key_id = $1 and token_id =
     (select token_id from workspace.api_key_tokens where api_key_id = $1 order by created_at_ms, token_id limit 1)`,
    [apiKeyId, sealed],
  );
}

function startWith(url: string, keys: string) {
  return startProcess([workspaceModule], { PARLEY_DATABASE_URL: url, PARLEY_MASTER_KEYS: keys });
}

async function readsAll({ client }: Harness, workspaces: readonly Workspace[]): Promise<boolean> {
  const answers = await Promise.all(workspaces.map(({ workspaceId, apiKeyId }) => client.listAuthTokens({ workspaceId, apiKeyId })));
  return answers.every(({ authTokens }, index) => authTokens[0]?.token === workspaces[index]?.apiKeyAuthToken);
}

async function run(command: "rewrap" | "rotate-data-keys", url: string, keys: string): Promise<string> {
  const environment = { ...service.process.environment, PARLEY_DATABASE_URL: url, PARLEY_MASTER_KEYS: keys };
  return runCommandLine([workspaceModule], [command], environment);
}

function wrappedBy(sentence: string): number {
  return Number(/^Wrapped (\d+) data keys under the master key k2\.$/.exec(sentence)?.[1]);
}
