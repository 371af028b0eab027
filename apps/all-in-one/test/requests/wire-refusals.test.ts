import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { expectError } from "../support/wire-answers.ts";

// What every operation refuses. The other rules of the wire format are in wire.test.ts.
const path = "/v2/organizations/get";
const json = { "content-type": "application/json" };

let parley: Parley;
let workspace: Workspace;
let customer: Customer;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  customer = workspace.customer;
});

afterAll(() => parley?.stop());

describe("errors", () => {
  test("every violation is listed, not only the first", async () => {
    const { body } = await customer.post("/v2/organizations/add", {
      organizations: [{}, { organizationId: "" }, { organizationId: 5 }],
      wrong: 1,
    });

    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      "organizations[0].organizationId",
      "organizations[1].organizationId",
      "organizations[2].organizationId",
      "wrong",
    ]);
    for (const { field, message } of body.error.details) expect(message).toMatch(new RegExp(`^${field.replace(/[[\].]/g, "\\$&")} .*\\.$`));
  });

  test.each([
    [
      "/v2/organizations/usergroups/users/delete",
      { organizationId: "o", organizationUserGroupId: "g" },
      "userIds or deleteAll: true is required",
    ],
    ["/v2/webhooks/deliveries/recover", { since: 10, until: 5 }, "until must be later than since"],
    ["/v2/webhooks/deliveries/get", { webhookIds: ["w"], state: "failed" }, "webhookIds excludes the other filters"],
  ])("%s reports a rule across fields in the names of the wire format", async (operation, data, message) => {
    const answer = await customer.post(operation, data);

    expectError(answer, 400, "INVALID_ARGUMENT");
    expect(answer.body.error.details).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  test("the request id is the customer's if valid, and generated otherwise", async () => {
    const given = await customer.post(path, {}, { "x-request-id": "my-id_1.2" });
    const insane = await customer.post(path, {}, { "x-request-id": "no spaces allowed" });
    const failed = await customer.post(path, { unknown: 1 }, { "x-request-id": "failing" });

    expect(given.headers["x-request-id"]).toBe("my-id_1.2");
    expect(insane.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(failed.body.error.requestId).toBe("failing");
  });

  test("path and size are checked before credentials, credentials before the envelope", async () => {
    const stranger = customer.as({});

    expect((await stranger.send("/v2/nothing", "{", { headers: json })).status).toBe(404);
    expect((await stranger.send(path, "x".repeat(1024 * 1024 + 1), { headers: json })).status).toBe(413);
    expect((await stranger.send(path, "{", { headers: json })).status).toBe(401);
  });
});

describe("credentials", () => {
  test("all invalid credentials get the same response", async () => {
    const { apiKey, authToken, workspaceId, owner } = workspace;
    const other = await createWorkspace(parley.url, parley.adminToken);
    const wrongs = [
      { "x-svc-api-key": apiKey, "x-svc-auth-token": other.authToken },
      { "x-svc-api-key": "pk_test_unknown", "x-svc-auth-token": authToken },
      { "x-svc-api-key": apiKey, "x-svc-auth-token": `${authToken}x` },
      { "x-svc-api-key": apiKey, "x-svc-auth-token": authToken.toUpperCase() },
      { "x-svc-api-key": workspaceId, "x-svc-auth-token": owner.credentials["x-svc-auth-token"] ?? "" },
      { "x-svc-api-key": apiKey, "x-svc-auth-token": owner.credentials["x-svc-auth-token"] ?? "" },
      { "x-svc-api-key": "é".repeat(300), "x-svc-auth-token": "é" },
    ];

    const answers = await Promise.all(
      wrongs.map((credentials) => customer.as(credentials).send(path, '{"data":{}}', { headers: { ...json, ...encoded(credentials) } })),
    );

    for (const answer of answers) {
      expectError(answer, 401, "UNAUTHENTICATED");
      expect({ ...answer.body.error, requestId: "" }).toEqual({ ...answers[0]?.body.error, requestId: "" });
    }
  });

  test("a missing header is named", async () => {
    const answer = await customer.send(path, '{"data":{}}', { headers: json });

    expectError(answer, 401, "UNAUTHENTICATED");
    expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(["x-svc-api-key", "x-svc-auth-token"]);
  });

  test("a token of the workspace is not accepted for operations of an API key, and vice versa", async () => {
    expectError(await workspace.owner.post(path, {}), 401, "UNAUTHENTICATED");
    expectError(await workspace.customer.post("/v2/workspace/get", {}), 401, "UNAUTHENTICATED");
  });
});

// Header values are bytes: characters outside Latin-1 have to be encoded for the client.
function encoded(credentials: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, Buffer.from(value, "utf8").toString("latin1")]));
}
