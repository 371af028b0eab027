import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../customer.ts";
import { type Parley, startParley } from "../parley.ts";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one", { PARLEY_MAX_REQUESTS_PER_SECOND_PER_KEY: "1000" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
});

afterAll(() => parley?.stop());

const update = "/v2/workspace/apikey/update";
const read = "/v2/organizations/get";

/** The policy that responses to the key name. */
async function policy(): Promise<unknown> {
  return (await workspace.customer.post(read, {})).headers["ratelimit-policy"];
}

test("a workspace limits its key, within 5 seconds, and requests beyond the limit say when to come again", async () => {
  await workspace.owner.data(update, { apiKey: workspace.apiKey, limits: { requestsPerSecond: 2 } });
  await expect.poll(policy, { timeout: 5_000 }).toBe('"key";q=2;w=1');

  const answers = await Promise.all(Array.from({ length: 20 }, () => workspace.customer.post(read, {})));

  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(headers).toMatchObject({ "retry-after": "1", ratelimit: '"key";r=0;t=1' });
  await workspace.owner.data(update, { apiKey: workspace.apiKey, limits: { requestsPerSecond: null } });
  await expect.poll(policy, { timeout: 5_000 }).toBe('"key";q=1000;w=1');
});

test("only the admin token lets a key send more than the installation lets every key", async () => {
  const { workspaceId, apiKey, owner, customer } = workspace;
  const operator = customer.as({ "x-svc-workspace-id": workspaceId, "x-svc-admin-token": parley.adminToken });
  const more = { apiKey, limits: { requestsPerSecond: 2_000 } };

  const refused = await owner.post(update, more);
  await operator.data(update, more);

  expect([refused.status, refused.body.error.status]).toEqual([400, "INVALID_ARGUMENT"]);
  await expect.poll(policy, { timeout: 5_000 }).toBe('"key";q=2000;w=1');
  const [listed] = await owner.data("/v2/workspace/apikeys/get", {});
  expect(listed.limits).toEqual({ requestsPerSecond: null, maxRequestsPerSecond: 2_000 });
  expect((await owner.post(update, { apiKey })).body.error.message).toBe("data needs apiKeyName or limits.");
});
