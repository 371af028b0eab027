import { expect, test } from "vitest";
import type { Customer } from "../support/customer.ts";
import { useWorkspace } from "../support/use-workspace.ts";

// Tokens restricted to organizations; `token-rights.test.ts` goes through all operations.

const { workspace } = useWorkspace();

async function withToken(rights: object): Promise<Customer> {
  const { owner, apiKey, customer } = workspace;
  const { token } = await owner.data("/v2/workspace/authtokens/create", { apiKey, ...rights });
  return customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": token });
}

test.each([
  ["/v2/organizations/get", { organizationIds: ["acme", "initech"] }, "The token is not for the organization initech."],
  ["/v2/organizations/get", {}, "The token is bound to organizations: organizationIds must name at least one of them."],
  [
    "/v2/organizations/add",
    { organizations: [{ organizationId: "acme" }, { organizationId: "initech" }] },
    "The token is not for the organization initech.",
  ],
  [
    "/v2/organizations/get",
    { organizationIds: [] },
    "The token is bound to organizations: organizationIds must name at least one of them.",
  ],
  ["/v2/changes/get", {}, "The token is bound to organizations: organizationId must name at least one of them."],
  [
    "/v2/users/update",
    { organizationId: "acme", users: [{ userId: "somebody" }], options: { all: true } },
    "The token is bound to organizations: it cannot change users with options.all.",
  ],
  [
    "/v2/users/update",
    { users: [{ userId: "somebody" }], options: { all: true } },
    "The token is bound to organizations: organizationId must name at least one of them.",
  ],
  ["/v2/workspace/domains/get", {}, "The token is bound to organizations, and this operation is not limited to any."],
])("a request of %s that names one organization outside the token's rights is refused as a whole", async (path, data, message) => {
  const caller = await withToken({ organizationIds: ["acme"] });

  const { status, body } = await caller.post(path, data);

  expect([status, body.error.status, body.error.message]).toEqual([403, "PERMISSION_DENIED", message]);
});

test("a token restricted to organizations takes over no webhook endpoint by naming its own for it", async () => {
  const bound = await withToken({ organizationIds: ["acme"] });
  const endpoints = "/v2/workspace/advancedwebhook/endpoints";
  const { endpointId } = await workspace.customer.data(`${endpoints}/create`, { url: "https://x.example/", organizationIds: ["initech"] });

  const { status } = await bound.post(`${endpoints}/update`, { endpointId, url: "https://y.example/", organizationIds: ["acme"] });

  expect(status).toBe(403);
});

test("a token restricted to organizations does not learn which others a user is in", async () => {
  const { customer } = workspace;
  const organizationIds = ["acme", "initech"];
  await customer.data("/v2/organizations/add", { organizations: organizationIds.map((organizationId) => ({ organizationId })) });
  for (const organizationId of organizationIds) await customer.data("/v2/users/add", { organizationId, users: [{ userId: "both" }] });
  const bound = await withToken({ organizationIds: ["acme"] });
  const organizations = async (caller: Customer) =>
    (await caller.post("/v2/users/data/get", { organizationId: "acme", userId: "both" })).body.result.userProfile.organizations;

  expect(await organizations(bound)).toEqual(["acme"]);
  expect(await organizations(customer)).toEqual(organizationIds);
});

test("an act beyond a token's rights is refused before its idempotency key is used, and never returns another caller's response", async () => {
  const bound = await withToken({ organizationIds: ["acme"] });
  const request = ["/v2/organizations/add", { organizations: [{ organizationId: "initech" }] }, { "idempotency-key": "k-1" }] as const;

  const refused = await bound.post(...request);
  const done = await workspace.customer.post(...request);
  const again = await bound.post(...request);

  expect([refused.status, done.status, again.status]).toEqual([403, 200, 403]);
  expect([done.headers["idempotent-replayed"], again.headers["idempotent-replayed"]]).toEqual([undefined, undefined]);
});
