import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService({ PARLEY_MAX_REQUESTS_PER_SECOND_PER_KEY: "100" });
});

afterAll(() => service.process.stop());

test("a workspace limits a key up to what the operator lets it, and takes the limit away", async () => {
  const { workspaceId, apiKeyId, apiKeyAuthToken } = await service.workspace();
  const update = (requestsPerSecond: number, byOperator = false) =>
    service.client.updateApiKey({ workspaceId, apiKeyId, requestsPerSecond, byOperator });
  const limits = async () => {
    const { requestsPerSecond, maxRequestsPerSecond } = (await service.asApiKey(apiKeyId, apiKeyAuthToken)).limits ?? {};
    return [requestsPerSecond, maxRequestsPerSecond];
  };

  await update(100);
  expect(await limits()).toEqual([100, 0]);
  expect(await failureOf(update(101))).toMatchObject({
    kind: "invalid_argument",
    message: "limits.requestsPerSecond must be at most 100: only the operator of this installation lets an API key send more.",
  });
  await update(500, true);
  await update(400);
  expect(await limits()).toEqual([400, 500]);
  await update(0);
  await service.client.updateApiKey({ workspaceId, apiKeyId, apiKeyName: "Renamed" });
  expect(await limits()).toEqual([0, 500]);
  expect((await service.client.listApiKeys({ workspaceId })).apiKeys[0]).toMatchObject({
    apiKeyName: "Renamed",
    limits: { requestsPerSecond: 0, maxRequestsPerSecond: 500 },
  });
});

test("another workspace limits no key", async () => {
  const { apiKeyId, apiKeyAuthToken } = await service.workspace();
  const other = await service.workspace();

  const failure = await failureOf(service.client.updateApiKey({ workspaceId: other.workspaceId, apiKeyId, requestsPerSecond: 1 }));

  expect(failure.kind).toBe("not_found");
  expect((await service.asApiKey(apiKeyId, apiKeyAuthToken)).limits).toMatchObject({ requestsPerSecond: 0, maxRequestsPerSecond: 0 });
});
