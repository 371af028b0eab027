import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { digests } from "../support/erasure-catalog.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { plantedDocuments } from "../support/planted-documents.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one");
});

afterAll(() => parley?.stop());

const { plant, rowsOf, othersOf } = plantedDocuments(() => parley);

test.each([
  ["by id", { id: "page-1", locationName: "not the name" }],
  ["by name", { locationName: "One" }],
])(
  "Delete data by location has removed the feature data of a location %s when it returns, and keeps the activity log and other locations",
  async (_, location) => {
    const workspace = await plant([
      { organizationId: "acme", documentId: "doc" },
      { organizationId: "acme", documentId: "other" },
    ]);
    const { customer, apiKey, authToken } = workspace;
    const before = [await othersOf(workspace, "page-2"), await othersOf(workspace, "mark-acme-other")];
    const log = () => digests(parley.databaseUrl, `x.api_key_id = '${apiKey}'`, ["activity.activities"]);
    const logBefore = await log();

    const { status, body } = await customer.post("/v1/organizations/documents/locations/data/delete", {
      apiKey,
      authToken,
      documentId: "doc",
      location,
    });

    expect(status).toBe(200);
    expect(body.result).toEqual({ status: "success", message: "Location data deleted.", data: null });
    expect(await rowsOf(workspace, "mark-acme-doc-page-1")).toEqual([]);
    expect((await rowsOf(workspace, "mark-acme-doc-nowhere")).length).toBeGreaterThan(2);
    expect([await othersOf(workspace, "page-2"), await othersOf(workspace, "mark-acme-other")]).toEqual(before);
    expect(await log()).toEqual(logBefore);
  },
);

test("Delete data by location requires the organization when several have the document, and removes nothing without it", async () => {
  const workspace = await plant([
    { organizationId: "acme", documentId: "doc" },
    { organizationId: "globex", documentId: "doc" },
  ]);
  const { customer, apiKey, authToken } = workspace;
  const data = { apiKey, authToken, documentId: "doc", location: { id: "page-1" } };
  const before = await othersOf(workspace, "acme");
  const path = "/v1/organizations/documents/locations/data/delete";

  const ambiguous = await customer.post(path, data);
  const narrowed = await customer.post(path, { ...data, organizationId: "globex" });

  expect([ambiguous.status, ambiguous.body.error.status]).toEqual([400, "FAILED_PRECONDITION"]);
  expect(narrowed.status).toBe(200);
  expect(await rowsOf(workspace, "mark-globex-doc-page-1")).toEqual([]);
  expect(await othersOf(workspace, "acme")).toEqual(before);
});

test("Delete data by location succeeds for an unknown document or location, and when repeated", async () => {
  const { customer, apiKey, authToken } = await plant([{ organizationId: "acme", documentId: "doc" }]);
  const remove = (documentId: string, id: string) =>
    customer.post("/v1/organizations/documents/locations/data/delete", { apiKey, authToken, documentId, location: { id } });

  const answers = [
    await remove("unknown", "page-1"),
    await remove("doc", "unknown"),
    await remove("doc", "page-1"),
    await remove("doc", "page-1"),
  ];

  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.result.message).toBe("Location data deleted.");
  }
});

test("Delete data by location refuses a location without id and name, and credentials that differ from the headers", async () => {
  const { customer, apiKey, authToken } = await createWorkspace(parley.url, parley.adminToken);
  const path = "/v1/organizations/documents/locations/data/delete";

  const nameless = await customer.post(path, { apiKey, authToken, documentId: "doc", location: { page: 1 } });
  const foreign = await customer.post(path, { apiKey, authToken: "sk_other", documentId: "doc", location: { id: "l" } });

  expect([nameless.status, foreign.status]).toEqual([400, 401]);
  expect(nameless.body.error.details).toEqual([{ field: "location", message: expect.stringContaining("needs an id or a locationName") }]);
});
