import { type KeyLimitName, keyLimitNames, mostName } from "@parley/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

let service: Harness;

/** The installation's limits of every key. */
const ceilings: Readonly<Record<Exclude<KeyLimitName, "webhookEndpoints">, { readonly variable: string; readonly most: number }>> = {
  requestsPerSecond: { variable: "PARLEY_MAX_REQUESTS_PER_SECOND_PER_KEY", most: 100 },
  documents: { variable: "PARLEY_ORGANIZATION_DIRECTORY_MAX_DOCUMENTS_PER_KEY", most: 200 },
  users: { variable: "PARLEY_USERS_MAX_USERS_PER_KEY", most: 300 },
  annotations: { variable: "PARLEY_ACTIVITY_MAX_ANNOTATIONS_PER_KEY", most: 400 },
  comments: { variable: "PARLEY_ACTIVITY_MAX_COMMENTS_PER_KEY", most: 500 },
  streams: { variable: "PARLEY_MAX_STREAMS_PER_KEY", most: 60 },
};

beforeAll(async () => {
  service = await startWorkspaceService(Object.fromEntries(Object.values(ceilings).map(({ variable, most }) => [variable, String(most)])));
});

afterAll(() => service.process.stop());

/** A key, with functions to limit and read it. */
async function limitedKey() {
  const { workspaceId, apiKeyId, apiKeyAuthToken } = await service.workspace();
  const update = (limits: Partial<Record<KeyLimitName, number>>, byOperator = false) =>
    service.client.updateApiKey({ workspaceId, apiKeyId, ...limits, byOperator });
  const read = async (name: KeyLimitName) => {
    const { limits } = await service.asApiKey(apiKeyId, apiKeyAuthToken);
    return [limits?.[name], limits?.[mostName(name)]];
  };
  return { workspaceId, apiKeyId, apiKeyAuthToken, update, read };
}

test.each(Object.entries(ceilings) as [keyof typeof ceilings, { most: number }][])(
  "a workspace limits the %s of a key up to what the installation or its operator lets it, and takes the limit away",
  async (name, { most }) => {
    const { workspaceId, update, read } = await limitedKey();

    await update({ [name]: most });
    expect(await read(name)).toEqual([most, 0]);
    expect(await failureOf(update({ [name]: most + 1 }))).toMatchObject({
      kind: "invalid_argument",
      message: `limits.${name} must be at most ${most}: only the operator of this installation lets an API key have more.`,
    });
    await update({ [name]: 5 * most }, true);
    await update({ [name]: 4 * most });
    expect(await read(name)).toEqual([4 * most, 5 * most]);
    expect((await failureOf(update({ [name]: 6 * most }))).kind).toBe("invalid_argument");
    await update({ [name]: 0 });
    expect(await read(name)).toEqual([0, 5 * most]);
    await update({ [name]: 0 }, true);

    expect(await read(name)).toEqual([0, 0]);
    const [listed] = (await service.client.listApiKeys({ workspaceId })).apiKeys;
    expect([listed?.limits?.[name], listed?.limits?.[mostName(name)]]).toEqual([0, 0]);
  },
);

test("unnamed limits stay unchanged, and so do another key's", async () => {
  const { workspaceId, apiKeyId, update, read } = await limitedKey();
  const other = await service.apiKey(workspaceId);
  await update(Object.fromEntries(keyLimitNames.map((name, index) => [name, index + 1])));

  await service.client.updateApiKey({ workspaceId, apiKeyId, apiKeyName: "Renamed" });
  await update({ comments: 50 });

  const set = await Promise.all(keyLimitNames.map(async (name) => [name, (await read(name))[0]]));
  expect(Object.fromEntries(set)).toEqual({ ...Object.fromEntries(keyLimitNames.map((name, index) => [name, index + 1])), comments: 50 });
  const listed = (await service.client.listApiKeys({ workspaceId })).apiKeys;
  expect(listed.map(({ apiKeyName, limits }) => [apiKeyName, limits?.comments])).toEqual([
    ["Renamed", 50],
    [expect.any(String), 0],
  ]);
  expect((await service.client.getApiKeyAccess({ workspaceId, apiKeyId: other })).limits).toMatchObject({ requestsPerSecond: 0, users: 0 });
});

test("a session of the console and a link of the webhook pages receive the limits of the key", async () => {
  const { workspaceId, apiKeyId, update } = await limitedKey();
  await update({ documents: 7 });
  await update({ streams: 9 }, true);

  const access = await service.client.getApiKeyAccess({ workspaceId, apiKeyId });
  const linked = await service.client.getApiKeyAccess({ workspaceId, apiKeyId, portalLink: { tokenId: "", epoch: 0 } });

  for (const { limits } of [access, linked]) expect(limits).toMatchObject({ documents: 7, maxStreams: 9, users: 0 });
});

test("a workspace cannot limit another workspace's key", async () => {
  const { apiKeyId, read } = await limitedKey();
  const other = await service.workspace();

  const failure = await failureOf(
    service.client.updateApiKey({ workspaceId: other.workspaceId, apiKeyId, requestsPerSecond: 1, users: 1 }),
  );

  expect(failure.kind).toBe("not_found");
  expect([await read("requestsPerSecond"), await read("users")]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test("a key has at most as many webhook endpoints as its limit; existing ones stay when it is lowered, and other keys are not affected", async () => {
  const { workspaceId, apiKeyId, update } = await limitedKey();
  const other = await service.apiKey(workspaceId);
  const create = (of = apiKeyId) => service.client.createWebhookEndpoint({ apiKeyId: of, endpoint: { url: "https://example.com/hook" } });
  const count = async () => (await service.client.listWebhookEndpoints({ apiKeyId })).endpoints.length;
  await update({ webhookEndpoints: 2 });
  await create();
  await create();

  expect(await failureOf(create())).toMatchObject({
    kind: "resource_exhausted",
    reason: "too_many_endpoints",
    message: `The API key ${apiKeyId} has 2 webhook endpoints and may have 2; delete one first.`,
  });
  await update({ webhookEndpoints: 1 });
  expect([(await failureOf(create())).reason, await count()]).toEqual(["too_many_endpoints", 2]);
  await create(other);
  await update({ webhookEndpoints: 0 });
  await create();

  await update({ webhookEndpoints: 3 }, true);
  expect((await failureOf(create())).message).toContain("has 3 webhook endpoints and may have 3");
  expect((await failureOf(update({ webhookEndpoints: 4 }))).kind).toBe("invalid_argument");
  expect(await count()).toBe(3);
});

test("no key has more than 50 webhook endpoints, whoever sets the limit", async () => {
  const { update } = await limitedKey();

  expect((await failureOf(update({ webhookEndpoints: 51 }))).kind).toBe("invalid_argument");
  expect((await failureOf(update({ webhookEndpoints: 51 }, true))).kind).toBe("invalid_argument");
});
