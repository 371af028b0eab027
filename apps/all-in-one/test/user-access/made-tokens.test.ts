import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { addPlaces, inDocument, userToken, visitor } from "./visitor.ts";

let parley: Parley;
let workspace: Workspace;
const place = { organizationId: "acme", documentId: "welcome" };

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await addPlaces(workspace);
});

afterAll(() => parley?.stop());

test("a gateway with a clock ahead of the others makes tokens that an earlier revocation leaves valid and a later one ends", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  const before = await userToken(workspace, "rita", [inDocument("welcome", "viewer")]);
  const statusOf = async (token: string) => (await visitor(workspace, token).post("/v2/me/threads/get", place)).status;
  expect(await statusOf(before)).toBe(200);

  await workspace.customer.data("/v2/auth/revoke_tokens", { userId: "rita" });
  const after = await userToken(workspace, "rita", [inDocument("welcome", "viewer")]);

  await until(async () => (await statusOf(before)) === 401);
  expect(await statusOf(after)).toBe(200);
});

test("every page may read that a token is invalid, so that it gets a new one; the response reveals nothing about an API key", async () => {
  const origin = "https://nowhere.example";
  const key = await workspace.owner.data("/v2/workspace/apikey/create", { ownerEmail: "owner@example.com", createAuthToken: true });
  const credentials = { "x-svc-api-key": key.apiKey, "x-svc-auth-token": key.authToken };
  const doomed = { ...workspace, customer: workspace.customer.as(credentials) };
  await addPlaces(doomed);
  const orphaned = await userToken(doomed, "vera", [inDocument("welcome", "viewer")]);
  const good = await userToken(workspace, "vera", [inDocument("welcome", "viewer")]);
  await workspace.owner.data("/v2/workspace/apikey/delete", { apiKey: key.apiKey });
  await until(async () => (await visitor(workspace, orphaned).post("/v2/me/threads/get", place)).status === 401);

  const answers = [];
  for (const token of ["x.y.z", `${good.slice(0, -4)}AAAA`, orphaned, ""]) {
    const { status, body, headers } = await visitor(workspace, token, { origin }).post("/v2/me/threads/get", place);
    answers.push([status, body.error.message, headers["access-control-allow-origin"], headers.vary]);
  }

  expect(answers).toEqual(answers.map(() => [401, "The user's token is missing or not valid.", "*", "origin"]));
});

test("no token is stored as the response for an idempotency key", async () => {
  const request = { userId: "vera", permissions: { resources: [inDocument("welcome", "viewer")] } };
  const ask = () => workspace.customer.post("/v2/auth/generate_token", request, { "idempotency-key": "token-once" });

  expect((await ask()).status).toBe(200);
  const again = await ask();

  expect([again.status, again.body.error.status]).toEqual([409, "ABORTED"]);
});
