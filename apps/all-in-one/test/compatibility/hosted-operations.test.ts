import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Customer } from "../support/customer.ts";
import { type HostedCustomer, startWithPeople } from "../support/hosted-customer.ts";
import type { Body } from "../support/receiver.ts";

// Written like code for the hosted product with whose administration interface this one is compatible: it changes the base URL and the
// header prefix, and reads what it has always read.

let hosted: HostedCustomer;
let owner: Customer;
let customer: Customer;
let apiKey: string;
let authToken: string;

beforeAll(async () => {
  hosted = await startWithPeople();
  ({ owner, customer, apiKey, authToken } = hosted);
});

afterAll(() => hosted?.parley.stop());

const plan = { organizationId: "acme", documentId: "plan" };
const result = async (path: string, data: object): Promise<Body> => (await customer.post(path, data)).body.result;

describe("the 18 operations", () => {
  test("create API key, whose token is read with get auth tokens", async () => {
    const { apiKey: made } = await owner.data("/v2/workspace/apikey/create", {
      ownerEmail: "b@acme.example",
      apiKeyName: "Second",
      createAuthToken: true,
    });

    const tokens = await owner.data("/v2/workspace/authtokens/get", { apiKey: made });
    const key = customer.as({ "x-other-api-key": made, "x-other-auth-token": tokens.authTokens[0].token });
    expect(tokens.apiKey).toBe(made);
    expect(await key.data("/v2/workspace/domains/get", {})).toEqual({ allowedDomains: [] });
  });

  test.each(["/v1", "/v2"])("delete data by location under %s, the id a number", async (version) => {
    const { body } = await customer.post(`${version}/organizations/documents/locations/data/delete`, {
      apiKey,
      authToken,
      documentId: "plan",
      location: { id: 0, locationName: "First" },
    });

    expect(body.result).toMatchObject({ status: "success", data: null });
  });

  test.each(["/v1", "/v2"])("domains under %s: added, read, removed", async (version) => {
    const domain = `shop${version.slice(1)}.example`;
    const added = await customer.data(`${version}/workspace/domains/add`, { domains: [`https://${domain}`] });
    const read = await customer.data(`${version}/workspace/domains/get`, {});
    const some = await customer.post(`${version}/workspace/domains/delete`, { domains: [domain, "never.example"] });
    const again = await customer.post(`${version}/workspace/domains/add`, { domains: [domain] });
    const removed = await customer.data(`${version}/workspace/domains/delete`, { domains: [domain] });

    expect(added.domainsAdded).toEqual([domain]);
    expect(read.allowedDomains).toContain(domain);
    expect(some.status).toBe(409);
    expect(some.body.error).toMatchObject({ status: "INTERNAL", details: { domainsRemoved: [domain], skippedDomains: ["never.example"] } });
    expect(again.status).toBe(200);
    expect(removed.domainsRemoved).toEqual([domain]);
  });

  test("ask AI without a provider key", async () => {
    expect(await result("/v2/rewriter/ask-ai", { model: "gpt-4o", prompt: "Short.", text: "x" })).toEqual({
      success: false,
      error: expect.stringContaining("OpenAI"),
    });
  });

  test.each(["/v1", "/v2"])("get users under %s, with filters that the hosted product takes", async (version) => {
    const users = async (data: object) => (await result(`${version}/users/get`, { organizationId: "acme", pageToken: "", ...data })).data;
    const ids = async (data: object) => (await users(data)).map(({ userId }: Body) => userId);

    expect(await ids({})).toEqual(["ada", "bob"]);
    expect(await ids({ allDocuments: true })).toEqual(["ada", "guest"]);
    expect(await ids({ folderId: "top", userIds: ["ada", "bob"] })).toEqual(["ada"]);
    expect(await ids({ userIds: [] })).toEqual([]);
    expect(await users({ allDocuments: true, groupByDocumentId: true })).toMatchObject({ plan: [{ userId: "ada" }, { userId: "guest" }] });
  });

  test("update activity logs", async () => {
    await customer.data("/v2/activities/add", {
      ...plan,
      activities: [{ id: "a1", actionType: "x", targetEntityId: "invoice-1", targetSubEntityId: "line-2" }],
    });
    const updated = await customer.data("/v2/activities/update", {
      organizationId: "acme",
      activities: [{ id: "a1", entityData: { n: 1 } }],
    });
    const [read] = await customer.data("/v2/activities/get", { organizationId: "acme", activityIds: ["a1"] });

    expect(updated.a1).toMatchObject({ success: true, message: expect.any(String) });
    expect(read).toMatchObject({ documentId: "plan", targetEntityId: "invoice-1", targetSubEntityId: "line-2", entityData: { n: 1 } });
  });

  test.each(["/v1", "/v2"])("organizations under %s: disabled, updated, read", async (version) => {
    const organizationId = `org${version.slice(1)}`;
    const disabled = await customer.data(`${version}/organizations/access/disablestate/update`, {
      organizationIds: [organizationId],
      disabled: true,
    });
    await customer.data(`${version}/organizations/update`, {
      organizations: [{ organizationId, organizationName: "Name", tier: { level: 2 } }],
    });
    const [read] = await customer.data(`${version}/organizations/get`, { organizationIds: [organizationId] });

    expect(read).toMatchObject({ id: organizationId, organizationId, organizationName: "Name", tier: { level: 2 }, disabled: true });
    expect(read).toMatchObject({ internalId: disabled[organizationId].id, createdAt: expect.any(Number), lastUpdated: expect.any(Number) });
  });

  test.each(["/v1", "/v2"])("user groups under %s", async (version) => {
    const organizationUserGroupId = `g${version.slice(1)}`;
    await customer.data(`${version}/organizations/usergroups/add`, {
      organizationId: "acme",
      createOrganization: true,
      organizationUserGroups: [{ groupId: organizationUserGroupId, groupName: "Group" }],
    });
    const group = { organizationId: "acme", organizationUserGroupId, userIds: ["ada"] };
    const added = await customer.data(`${version}/organizations/usergroups/users/add`, group);
    const removed = await customer.data(`${version}/organizations/usergroups/users/delete`, group);

    for (const { ada } of [added, removed]) expect(ada).toMatchObject({ success: true, organizationUserGroupId });
  });

  test.each(["/v1", "/v2"])("deletion of user data and its status under %s", async (version) => {
    const { jobId } = await customer.data("/v2/users/data/delete", { userIds: ["former"] });

    expect(await customer.data(`${version}/users/data/delete/status`, { jobId })).toMatchObject({ tasksLeft: expect.any(Number) });
  });

  test.each(["/v1", "/v2"])("documents and folders under %s: read, moved, disabled, deleted", async (version) => {
    const documentId = `d${version.slice(1)}`;
    const folderId = `f${version.slice(1)}`;
    await customer.data(`${version}/organizations/documents/add`, {
      organizationId: "acme",
      folderId,
      createFolder: true,
      documents: [{ documentId, size: 1 }],
    });
    const page = await result(`${version}/organizations/documents/get`, { organizationId: "acme", pageSize: 1, pageToken: "" });
    const [read] = await customer.data(`${version}/organizations/documents/get`, { organizationId: "acme", documentIds: [documentId] });
    const moved = await result(`${version}/organizations/documents/move`, {
      organizationId: "acme",
      documentIds: [documentId],
      folderId: "top",
    });
    const disabled = await customer.data(`${version}/organizations/documents/access/disablestate/update`, {
      organizationId: "acme",
      documentIds: [documentId],
      disabled: true,
    });
    const deleted = await result(`${version}/organizations/folders/delete`, { organizationId: "acme", folderId });
    const again = await customer.post(`${version}/organizations/folders/delete`, { organizationId: "acme", folderId });

    expect(page.pageToken).toBe(page.nextPageToken);
    expect(read).toMatchObject({ id: documentId, documentId, folderId, size: 1, lastUpdated: expect.any(Number) });
    expect(moved).toEqual({ status: "success", message: expect.any(String) });
    expect(disabled[documentId]).toMatchObject({ success: true, disabled: true });
    expect(deleted.data).toBeNull();
    expect(again.body.error).toMatchObject({ code: "not-found", message: expect.any(String) });
  });

  test.each(["/v1", "/v2"])("notifications and their config under %s", async (version) => {
    const added = await customer.data(`${version}/notifications/add`, {
      ...plan,
      notificationId: `n${version.slice(1)}`,
      actionUser: { userId: "ada" },
      displayHeadlineMessageTemplate: "{actionUser} did it",
      notifyUsers: [{ userId: "bob" }],
    });
    const forDocuments = await customer.data(`${version}/notifications/config/set`, {
      ...plan,
      documentId: undefined,
      documentIds: ["plan"],
      userIds: ["ada", "bob"],
      config: { inbox: "MINE" },
    });
    const forOrganization = await customer.data(`${version}/notifications/config/set`, {
      organizationId: "acme",
      userIds: ["bob"],
      config: { email: "NONE" },
    });
    const read = await customer.data(`${version}/notifications/config/get`, {
      organizationId: "acme",
      documentIds: ["plan"],
      userId: "ada",
    });

    expect(added).toEqual({ success: true, message: expect.any(String) });
    const set = (userId: string) => ({ success: true, userId, message: expect.any(String) });
    expect(forDocuments).toEqual({ ada: { ...set("ada"), documentId: "plan" }, bob: { ...set("bob"), documentId: "plan" } });
    expect(forOrganization).toEqual({ bob: set("bob") });
    expect(read).toEqual([
      { config: { inbox: "MINE", email: "ALL" }, metadata: { organizationId: "acme", apiKey, documentId: "plan", userId: "ada" } },
    ]);
  });
});
