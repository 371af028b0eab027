import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { fill, found, people } from "./acme-users.ts";

let parley: Parley;
let workspace: Workspace;
let customer: Customer;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  customer = workspace.customer;
  await fill(customer);
});

afterAll(() => parley?.stop());

test("users are returned with their additional keys besides id, name and e-mail address, as added", async () => {
  const ada = { userId: "keys", name: "Keys", email: "keys@acme.example", title: "Analyst", team: { id: 7 }, tags: ["a"] };
  await customer.data("/v2/users/add", { organizationId: "keys", users: [ada, { userId: "without" }], createOrganization: true });

  expect(await customer.data("/v2/users/get", { organizationId: "keys" })).toEqual([ada, { userId: "without", name: "", email: "" }]);
  await customer.data("/v2/users/update", { organizationId: "keys", users: [{ userId: "keys", title: null }] });
  const { title: _title, ...left } = ada;
  expect(await customer.data("/v2/users/get", { organizationId: "keys", userIds: ["keys"] })).toEqual([left]);
});

test("users without additional keys are returned with e-mail address, name and id only", async () => {
  const { body } = await customer.post("/v2/users/get", { organizationId: "acme", userIds: ["ada"] });

  expect(body).toEqual({
    result: {
      status: "success",
      message: "Users retrieved.",
      data: [{ email: "ada@acme.example", name: "Name of ada", userId: "ada" }],
      nextPageToken: null,
      pageToken: null,
    },
  });
});

test("every combination of compatible filters is served", async () => {
  expect(await found(customer, {})).toEqual(people);
  expect(await found(customer, { documentId: "plan" })).toEqual(["ada", "guest"]);
  expect(await found(customer, { userIds: ["grace", "guest", "ada"] })).toEqual(["ada", "grace"]);
  expect(await found(customer, { documentId: "plan", userIds: ["guest", "grace"] })).toEqual(["guest"]);
  expect(await found(customer, { organizationUserGroupIds: ["analysts", "admirals"] })).toEqual(["ada", "alan", "grace"]);
  expect(await found(customer, { organizationUserGroupIds: ["analysts"], userIds: ["ada", "grace"] })).toEqual(["ada"]);
  expect(await found(customer, { folderId: "notes" })).toEqual(["reader"]);
  expect(await found(customer, { folderId: "notes", userIds: ["ada", "reader"] })).toEqual(["reader"]);
  expect(await found(customer, { allDocuments: true })).toEqual(["ada", "barbara", "grace", "guest"]);
  expect(await customer.data("/v2/users/get", { organizationId: "acme", allDocuments: true, groupByDocumentId: true })).toEqual({
    budget: [expect.objectContaining({ userId: "barbara" }), expect.objectContaining({ userId: "grace" })],
    plan: [expect.objectContaining({ userId: "ada" }), expect.objectContaining({ userId: "guest" })],
  });
});

test("filters that match nothing give an empty list, grouped or not", async () => {
  expect(await found(customer, { organizationId: "none" })).toEqual([]);
  expect(await found(customer, { organizationUserGroupIds: ["none"] })).toEqual([]);
  expect(await customer.data("/v2/users/get", { organizationId: "none", allDocuments: true, groupByDocumentId: true })).toEqual({});
});

test.each([
  { documentId: "plan", folderId: "notes" },
  { documentId: "plan", allDocuments: true, groupByDocumentId: true },
  { folderId: "notes", allDocuments: true, groupByDocumentId: true },
  { groupByDocumentId: true },
  { groupByDocumentId: true, documentId: "plan" },
  { allDocuments: true, userIds: ["ada"] },
  { allDocuments: true, groupByDocumentId: true, userIds: ["ada"] },
  { allDocuments: true, groupByDocumentId: true, organizationUserGroupIds: ["analysts"] },
  { folderId: "notes", organizationUserGroupIds: ["analysts"] },
  { documentId: "plan", organizationUserGroupIds: ["analysts"] },
  { documentId: "plan", organizationUserGroupIds: ["analysts"], userIds: ["ada"] },
])("the combination %j is refused", async (filters) => {
  const { status, body } = await customer.post("/v2/users/get", { organizationId: "acme", ...filters });

  expect([status, body.error.status]).toEqual([400, "INVALID_ARGUMENT"]);
});

test.each([0, -1, 1001, 1.5, "10", null])("the page size %j is refused", async (pageSize) => {
  const { status, body } = await customer.post("/v2/users/get", { organizationId: "acme", pageSize });

  expect(status).toBe(400);
  expect(body.error).toMatchObject({ status: "INVALID_ARGUMENT", details: [{ field: "pageSize" }] });
});

test.each(["userIds", "organizationUserGroupIds"])("1,001 entries of %s are refused, and an empty list matches nothing", async (field) => {
  const many = Array.from({ length: 1_001 }, (_, index) => `id${index}`);

  expect((await customer.post("/v2/users/get", { organizationId: "acme", [field]: many })).status).toBe(400);
  expect(await customer.data("/v2/users/get", { organizationId: "acme", [field]: [] })).toEqual([]);
});

describe("page tokens", () => {
  const firstPage = { organizationId: "acme", pageSize: 2 };
  const tokenOf = async (data: object, of = customer): Promise<string> => (await of.post("/v2/users/get", data)).body.result.nextPageToken;

  test("return every user once, and are null on the last page", async () => {
    const seen: string[] = [];
    let pageToken: string | null | undefined;
    while (pageToken !== null) {
      const { body } = await customer.post("/v2/users/get", { ...firstPage, ...(pageToken === undefined ? {} : { pageToken }) });
      seen.push(...body.result.data.map(({ userId }: { userId: string }) => userId));
      pageToken = body.result.nextPageToken;
    }

    expect(seen).toEqual(people);
  });

  test("return users grouped by document, and a document continues on the next page", async () => {
    const grouped = { organizationId: "acme", allDocuments: true, groupByDocumentId: true, pageSize: 3 };
    const first = await customer.post("/v2/users/get", grouped);
    const second = await customer.post("/v2/users/get", { ...grouped, pageToken: first.body.result.nextPageToken });

    expect(Object.entries(first.body.result.data).map(([id, of]) => [id, (of as unknown[]).length])).toEqual([
      ["budget", 2],
      ["plan", 1],
    ]);
    expect(second.body.result).toMatchObject({ data: { plan: [{ userId: "guest" }] }, nextPageToken: null });
  });

  test("are refused if altered, or issued for another key, operation or filter", async () => {
    const other = (await createWorkspace(parley.url, parley.adminToken)).customer;
    await fill(other);
    const token = await tokenOf(firstPage);
    const groups = await customer.post("/v2/organizations/usergroups/get", { organizationId: "acme", pageSize: 1 });
    const flipped = `${token.slice(0, -2)}${token.at(-2) === "A" ? "B" : "A"}${token.at(-1)}`;

    const attempts: [Customer, object][] = [
      [customer, { ...firstPage, pageToken: flipped }],
      [customer, { ...firstPage, pageToken: `${token}A` }],
      [customer, { ...firstPage, pageToken: "nonsense" }],
      [customer, { ...firstPage, pageToken: await tokenOf(firstPage, other) }],
      [customer, { ...firstPage, pageToken: groups.body.result.nextPageToken }],
      [
        customer,
        { ...firstPage, pageToken: await tokenOf({ organizationId: "acme", organizationUserGroupIds: ["analysts"], pageSize: 1 }) },
      ],
      [customer, { ...firstPage, userIds: ["ada"], pageToken: token }],
      [other, { ...firstPage, pageToken: token }],
    ];

    for (const [caller, data] of attempts) {
      const { status, body } = await caller.post("/v2/users/get", data);
      expect([status, body.error.status], JSON.stringify(data)).toEqual([400, "INVALID_ARGUMENT"]);
    }
    expect((await customer.post("/v2/users/get", { ...firstPage, pageSize: 3, pageToken: token })).status).toBe(200);
    expect((await customer.post("/v2/users/get", { ...firstPage, pageToken: "" })).body.result.nextPageToken).toEqual(expect.any(String));
  });
});

test("a key with the advanced-queries option turned off cannot query users", async () => {
  const { customer: of } = await createWorkspace(parley.url, parley.adminToken);

  await of.data("/v2/workspace/apikeyconfig/update", { advancedQueriesEnabled: false });

  // A gateway caches the options of a key for a few seconds.
  const { status, body } = await until(async () => {
    const answer = await of.post("/v2/users/get", { organizationId: "acme" });
    return answer.status !== 200 && answer;
  });
  expect([status, body.error.status]).toEqual([400, "FAILED_PRECONDITION"]);
});

test("the same ids under another key are other users", async () => {
  const { customer: stranger } = await createWorkspace(parley.url, parley.adminToken);
  await stranger.data("/v2/users/add", {
    organizationId: "acme",
    users: [{ userId: "ada", name: "Another Ada" }],
    createOrganization: true,
  });

  expect(await found(stranger, {})).toEqual(["ada"]);
  expect(await found(stranger, { organizationUserGroupIds: ["analysts"] })).toEqual([]);
  const { ada } = await stranger.data("/v2/organizations/usergroups/users/add", {
    organizationId: "acme",
    organizationUserGroupId: "analysts",
    userIds: ["ada"],
  });
  expect(ada).toEqual({
    success: false,
    organizationUserGroupId: "analysts",
    message: "The group analysts does not exist in the organization acme.",
    code: "not_found",
  });
  expect((await customer.data("/v2/users/get", { organizationId: "acme", userIds: ["ada"] }))[0].name).toBe("Name of ada");
});

test("documents and folders of the directory are found, and created only on request", async () => {
  const { customer: of } = await createWorkspace(parley.url, parley.adminToken);
  const users = [{ userId: "ada" }];
  await of.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await of.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });

  const add = async (place: object) => (await of.data("/v2/users/add", { organizationId: "acme", users, ...place })).ada;

  expect(await add({ documentId: "plan" })).toEqual({ success: true, id: "ada", message: "The user was added to the document." });
  expect(await add({ documentId: "other" })).toMatchObject({ success: false, id: "ada", code: "not_found" });
  expect(await add({ folderId: "notes" })).toMatchObject({ success: false, code: "not_found" });
  expect(await add({ folderId: "notes", createFolder: true })).toMatchObject({ success: true });
  expect((await of.data("/v2/organizations/folders/get", { organizationId: "acme" }))[0].folderId).toBe("notes");
  await of.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["plan"] });
  expect(await add({ documentId: "plan" })).toMatchObject({ success: false, code: "not_found" });
});

test("additional keys of a user are stored; null removes a key or a name", async () => {
  const { customer: of } = await createWorkspace(parley.url, parley.adminToken);
  const add = (user: object) =>
    of.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada", ...user }], createOrganization: true });
  await add({ name: "Ada", email: "ada@acme.example", title: "Analyst", tags: [1, { deep: null }] });

  await of.data("/v2/users/update", { organizationId: "acme", users: [{ userId: "ada", name: null, title: null, "": "an empty key" }] });

  expect(await of.data("/v2/users/get", { organizationId: "acme" })).toEqual([
    { email: "ada@acme.example", name: "", userId: "ada", tags: [1, { deep: null }], "": "an empty key" },
  ]);
});

test("ids that differ only in case or Unicode form are different users, and integer-like ids are ordinary ids", async () => {
  const { customer: of } = await createWorkspace(parley.url, parley.adminToken);
  const ids = ["10", "9", "A", "__proto__", "a", "e\u0301", "\u00e9"];

  const results = await of.data("/v2/users/add", {
    organizationId: "acme",
    users: ids.map((userId) => ({ userId })),
    createOrganization: true,
  });

  expect(Object.keys(results).sort()).toEqual([...ids].sort());
  expect(await found(of, {})).toEqual(ids);
});
