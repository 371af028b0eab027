import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let workspace: Workspace;
let customer: Customer;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  customer = workspace.customer;
});

afterAll(() => parley?.stop());

const sendText = (path: string, body: string) =>
  customer.send(path, body, { headers: { "content-type": "application/json", ...customer.credentials } });

test("a number that JSON parsers would change is refused by name, and stored data is unchanged", async () => {
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "num", quota: 7 }] });

  const { status, body } = await sendText(
    "/v1/organizations/update",
    '{"data":{"organizations":[{"organizationId":"num","quota":1e400,"snowflake":1182739463728190034}]}}',
  );

  expect([status, body.error.status]).toEqual([400, "INVALID_ARGUMENT"]);
  expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual(["organizations[0].quota", "organizations[0].snowflake"]);
  expect(await customer.data("/v2/organizations/get", { organizationIds: ["num"] })).toMatchObject([{ quota: 7 }]);
});

test("a duplicate key is refused by name", async () => {
  const { status, body } = await sendText(
    "/v1/organizations/access/disablestate/update",
    '{"data":{"organizationIds":["twice"],"disabled":true,"disabled":false}}',
  );

  expect(status).toBe(400);
  expect(body.error.details).toEqual([{ field: "disabled", message: "disabled occurs twice in one object." }]);
});

test("the length of ids is counted in characters, and an invalid one fails alone when organizations are disabled", async () => {
  const long = "🎈".repeat(256);
  const longer = "🎈".repeat(257);
  const path = "/v1/organizations/access/disablestate/update";

  const data = await customer.data(path, { organizationIds: ["ok", "bad\u0001id", long, longer], disabled: true });
  const onlyBad = await customer.data(path, { organizationIds: ["\u0002"], disabled: true });

  expect(data).toMatchObject({
    ok: { success: true },
    [long]: { success: true },
    "bad\u0001id": { success: false, code: "invalid", id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    [longer]: { success: false, code: "invalid", message: expect.stringContaining("does not exist") },
  });
  expect(Object.keys(onlyBad)).toEqual(["\u0002"]);
  expect(await customer.data("/v2/organizations/get", { organizationIds: ["ok"] })).toMatchObject([{ disabled: true }]);
});

test("ids of four bytes per character are refused if several are too long together, and never cause a server error", async () => {
  // The ids have to be incompressible, because Postgres compresses index entries.
  const id = (seed: number) =>
    Array.from({ length: 256 }, (_, n) => String.fromCodePoint(0x20000 + ((n * 40_503 + seed * 7_919) % 42_000))).join("");
  const organizationId = id(1);
  const documentId = id(2);
  const annotationId = id(3);
  await customer.data("/v2/organizations/documents/add", { organizationId, createOrganization: true, documents: [{ documentId }] });

  const { status } = await customer.post("/v2/commentannotations/add", {
    organizationId,
    documentId,
    commentAnnotations: [
      { annotationId, location: { id: id(4) }, commentData: [{ commentId: id(5), from: { userId: id(6) }, commentText: "x" }] },
    ],
  });

  expect([200, 400]).toContain(status);
});

test("no response repeats more than 100 characters of a request, except ids as keys of a batch", async () => {
  const key = "k".repeat(900_000);
  const id = "i".repeat(256);

  const unknownKey = await customer.post("/v2/organizations/get", { [key]: 1 });
  const unknownOrganization = await customer.post("/v2/organizations/documents/get", { organizationId: id });
  const batch = await customer.post("/v1/organizations/update", { organizations: [{ organizationId: id, organizationName: "x" }] });

  expect(unknownKey.status).toBe(400);
  expect(JSON.stringify(unknownKey.body).length).toBeLessThan(1_000);
  expect(unknownOrganization.status).toBe(404);
  for (const text of [JSON.stringify(unknownOrganization.body), batch.body.result.data[id].message]) {
    expect(text).toContain("i".repeat(100));
    expect(text).not.toContain("i".repeat(101));
  }
});

test("INVALID_ARGUMENT describes each violation with the customer's name of the field", async () => {
  const refusals = await Promise.all(
    [
      ["/v2/workspace/webhookconfig/update", {}, "data"],
      ["/v2/commentannotations/get", { organizationId: "acme", locationIds: ["x"] }, "locationIds"],
      ["/v2/commentannotations/get", { organizationId: "acme", documentId: "d", locationIds: ["x"], locationName: "y" }, "locationName"],
      ["/v2/commentannotations/get", { organizationId: "acme", annotationIds: ["x"] }, "annotationIds"],
      ["/v2/recordings/get", { organizationId: "acme", recordingIds: ["x"] }, "recordingIds"],
    ].map(async ([path, data, field]) => ({ field, ...(await customer.post(path as string, data)) })),
  );

  for (const { field, status, body } of refusals) {
    expect([status, body.error.details[0].field]).toEqual([400, field]);
    expect(JSON.stringify(body.error)).not.toMatch(/location_|document_id|annotation_ids|recording_ids/);
  }
});

test("a token stops working when it expires, even if it was used a moment before", async () => {
  const expiresAt = Date.now() + 2_000;
  const { token } = await workspace.owner.data("/v2/workspace/authtokens/create", { apiKey: workspace.apiKey, expiresAt });
  const visitor = customer.as({ "x-svc-api-key": workspace.apiKey, "x-svc-auth-token": token });
  const statuses: { status: number; sentAt: number; answeredAt: number }[] = [];
  while (statuses.at(-1)?.status !== 401) {
    const sentAt = Date.now();
    const { status } = await visitor.post("/v2/workspace/domains/get", {});
    statuses.push({ status, sentAt, answeredAt: Date.now() });
  }

  const good = statuses.filter(({ status }) => status === 200);
  expect(good.length).toBeGreaterThan(0);
  expect(Math.max(...good.map(({ sentAt }) => sentAt))).toBeLessThanOrEqual(expiresAt + 150);
  expect(statuses.at(-1)?.answeredAt).toBeGreaterThanOrEqual(expiresAt - 150);
});
