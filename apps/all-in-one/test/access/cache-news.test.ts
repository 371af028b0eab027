import { CollaborationService } from "@parley/contracts/activity";
import { createRpcClient, createRpcTransport } from "@parley/rpc";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { Customer } from "../support/customer.ts";
import { useWorkspace } from "../support/use-workspace.ts";

// Without an announcement, a process uses a cached value for at least 2 s, so that a change seen within this time was announced. The expiry
// within 5 s is tested elsewhere, with separate processes without a broker.
const soonMs = 1_500;

const { parley, workspace } = useWorkspace();

test("the revocation of a token reaches the gateway before its cache expires", async () => {
  const { owner, apiKey, customer } = workspace;
  const { token: authToken } = await owner.data("/v2/workspace/authtokens/create", { apiKey, name: "short-lived" });
  const visitor = customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": authToken });
  expect((await visitor.post("/v2/organizations/get", {})).status).toBe(200);

  await owner.data("/v2/workspace/authtokens/revoke", { apiKey, token: authToken });

  await until(async () => (await visitor.post("/v2/organizations/get", {})).status === 401, soonMs);
});

test("the revocation of a workspace token reaches the gateway before its cache expires", async () => {
  const { owner, workspaceId } = workspace;
  const { token } = await owner.data("/v2/workspace/tokens/create", { name: "short-lived" });
  const visitor = owner.as({ "x-svc-workspace-id": workspaceId, "x-svc-auth-token": token });
  expect((await visitor.post("/v2/workspace/get", {})).status).toBe(200);

  await owner.data("/v2/workspace/tokens/revoke", { token });

  await until(async () => (await visitor.post("/v2/workspace/get", {})).status === 401, soonMs);
});

test("disabling, enabling and deleting an API key reaches the gateway before its cache expires", async () => {
  const { owner, customer } = workspace;
  const { apiKey } = await owner.data("/v2/workspace/apikey/create", { ownerEmail: "owner@example.com", createAuthToken: true });
  const [{ token }] = (await owner.data("/v2/workspace/authtokens/get", { apiKey })).authTokens;
  const visitor = customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": token });
  const status = async () => (await visitor.post("/v2/organizations/get", {})).status;
  expect(await status()).toBe(200);

  await owner.data("/v2/workspace/apikey/disable", { apiKey, disabled: true });
  await until(async () => (await status()) === 403, soonMs);
  expect((await visitor.post("/v2/organizations/get", {})).body.error).toMatchObject({ status: "PERMISSION_DENIED" });
  await owner.data("/v2/workspace/apikey/disable", { apiKey, disabled: false });
  await until(async () => (await status()) === 200, soonMs);
  await owner.data("/v2/workspace/apikey/delete", { apiKey });
  await until(async () => (await status()) === 401, soonMs);
});

test("the revocation of all links to the webhook pages reaches the gateway before its cache expires", async () => {
  const { customer } = workspace;
  const { path } = await customer.data("/v2/webhooks/portal/create", {});
  const headers = { origin: parley.url, "sec-fetch-site": "same-origin", "x-portal-token": path.slice(path.indexOf("#") + 1) };
  const status = async () => (await new Customer(parley.url).post("/v2/webhooks/deliveries/get", {}, headers)).status;
  expect(await status()).toBe(200);

  await customer.data("/v2/webhooks/portal/revoke", {});

  await until(async () => (await status()) === 401, soonMs);
});

test("the operator can create a token for a workspace that has lost its own, and do nothing else in its name", async () => {
  const { owner, workspaceId } = workspace;
  const operator = owner.as({ "x-svc-workspace-id": workspaceId, "x-svc-admin-token": parley.adminToken });
  const guesser = owner.as({ "x-svc-workspace-id": workspaceId, "x-svc-admin-token": "g".repeat(40) });

  const { token } = await operator.data("/v2/workspace/tokens/create", { name: "from the operator" });

  const again = owner.as({ "x-svc-workspace-id": workspaceId, "x-svc-auth-token": token });
  expect((await again.post("/v2/workspace/get", {})).status).toBe(200);
  expect((await operator.post("/v2/workspace/tokens/get", {})).status).toBe(401);
  expect((await guesser.post("/v2/workspace/tokens/create", {})).status).toBe(401);
  expect((await operator.as({ "x-svc-admin-token": parley.adminToken }).post("/v2/workspace/tokens/create", {})).status).toBe(401);
});

test("disabling a document or an organization reaches services that act for users before their cache expires", async () => {
  const { customer, apiKey } = workspace;
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "welcome" }] });
  const transport = createRpcTransport({ baseUrl: `http://127.0.0.1:${parley.rpcPorts.get("activity")}`, tokens: [parley.serviceToken] });
  const users = createRpcClient(CollaborationService, transport, { defaultTimeoutMs: 5_000 });
  const read = () =>
    users.getCommentAnnotations({ apiKeyId: apiKey, organizationId: "acme", documentId: "welcome", actingUser: { userId: "u" } }).then(
      () => "open",
      ({ failure }) => failure?.reason,
    );
  expect(await read()).toBe("open");

  await customer.data("/v2/organizations/documents/access/disablestate/update", {
    organizationId: "acme",
    documentIds: ["welcome"],
    disabled: true,
  });
  await until(async () => (await read()) === "access_disabled", soonMs);
  await customer.data("/v2/organizations/documents/access/disablestate/update", {
    organizationId: "acme",
    documentIds: ["welcome"],
    disabled: false,
  });
  await until(async () => (await read()) === "open", soonMs);
  await customer.data("/v1/organizations/access/disablestate/update", { organizationIds: ["acme"], disabled: true });
  await until(async () => (await read()) === "access_disabled", soonMs);
  await transport.close();
});
