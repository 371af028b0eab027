import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { createRpcClient, createRpcTransport } from "@parley/rpc";
import { orphanedRows, querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace, type Workspace } from "./customer.ts";
import { digests, rowsWith } from "./erasure-catalog.ts";
import { type Parley, startParley } from "./parley.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one");
});

afterAll(() => parley?.stop());

/** A workspace with the same data in each of the documents, told apart by a mark in every text. */
async function plant(places: readonly { organizationId: string; documentId: string; folderId?: string }[]): Promise<Workspace> {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  for (const place of places) await plantDocument(workspace.customer, place);
  return workspace;
}

async function plantDocument(
  customer: Customer,
  { organizationId, documentId, folderId }: { organizationId: string; documentId: string; folderId?: string },
): Promise<void> {
  const at = { organizationId, documentId };
  const mark = `mark-${organizationId}-${documentId}`;
  await customer.data("/v2/organizations/documents/add", {
    organizationId,
    createOrganization: true,
    createFolder: true,
    documents: [{ documentId, note: mark, ...(folderId === undefined ? {} : { folderId }) }],
  });
  await customer.data("/v2/organizations/documents/locations/add", {
    ...at,
    locations: [{ id: "page-1", locationName: "One", note: mark }],
  });
  await customer.data("/v2/users/add", { ...at, users: [{ userId: "u", name: "U" }] });
  for (const location of [{ id: "page-1", locationName: "One" }, { id: "page-2", locationName: "Two" }, undefined]) {
    const where = location?.id ?? "nowhere";
    const placed = location === undefined ? {} : { location };
    await customer.data("/v2/commentannotations/add", {
      ...at,
      commentAnnotations: [
        { annotationId: where, ...placed, commentData: [{ commentId: "c1", commentText: `${mark}-${where}`, from: { userId: "u" } }] },
      ],
    });
    await customer.data("/v2/commentannotations/comments/reactions/add", {
      ...at,
      annotationId: where,
      commentId: "c1",
      user: { userId: "u" },
      reactions: ["+1"],
    });
    await customer.data("/v2/recordings/add", {
      ...at,
      recordings: [{ recordingId: where, name: `${mark}-${where}`, ...placed, user: { userId: "u" } }],
    });
    await customer.data("/v1/notifications/add", {
      ...at,
      notificationId: `${organizationId}-${documentId}-${where}`,
      actionUser: { userId: "u" },
      displayHeadlineMessageTemplate: `${mark}-${where}`,
      notifyUsers: [{ userId: "v" }],
      ...(location === undefined ? {} : { notificationSourceData: { location } }),
    });
  }
  await customer.data("/v2/notifications/config/set", {
    organizationId,
    userIds: ["u"],
    documentIds: [documentId],
    config: { inbox: "MINE" },
  });
}

async function unfinishedJobs(apiKey: string): Promise<number> {
  const [row] = await querySql<{ jobs: number }>(
    parley.databaseUrl,
    "select count(*)::int as jobs from directory.erasure_jobs where api_key_id = $1 and tasks_left > 0",
    [apiKey],
  );
  return row?.jobs ?? 0;
}

const allDone = ({ apiKey }: Workspace) => until(async () => (await unfinishedJobs(apiKey)) === 0, 20_000);

/** Rows of the API key that speak of the document: by its id, alone or in a longer text. */
async function rowsOf({ apiKey }: Workspace, text: string): Promise<string[]> {
  return (await rowsWith(parley.databaseUrl, [text])).filter((row) => row.includes(apiKey));
}

const othersOf = (workspace: Workspace, text: string) =>
  digests(parley.databaseUrl, `strpos(x::text, '${workspace.apiKey}') > 0 and strpos(x::text, '${text}') > 0`, [
    ...["activity.annotations", "activity.comments", "activity.reactions", "activity.recordings", "activity.activities"],
    ...["notifications.notifications", "notifications.configs", "users.memberships", "directory.documents", "directory.locations"],
  ]);

test("a folder goes with its subfolders and documents and everything in them; what is beside it stays as it was", async () => {
  const workspace = await plant([
    { organizationId: "acme", documentId: "doc-top-z1", folderId: "top" },
    { organizationId: "acme", documentId: "doc-sub-z1", folderId: "sub" },
    { organizationId: "acme", documentId: "doc-beside-z1", folderId: "beside" },
    { organizationId: "globex", documentId: "doc-top-z1", folderId: "top" },
  ]);
  const { customer } = workspace;
  await customer.data("/v2/organizations/folders/update", {
    organizationId: "acme",
    folders: [{ folderId: "sub", parentFolderId: "top" }],
  });
  await customer.data("/v2/users/add", { organizationId: "acme", folderId: "sub", users: [{ userId: "in-sub-folder" }] });
  const before = [await othersOf(workspace, "doc-beside-z1"), await othersOf(workspace, "globex")];

  const deleted = await customer.post("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "top" });
  const again = await customer.post("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "top" });
  await allDone(workspace);

  expect(deleted.body.result).toEqual({ status: "success", message: "Folder deletion was initiated.", data: null });
  expect(again.body.error).toMatchObject({ code: "not-found" });
  expect(await rowsOf(workspace, "doc-sub-z1")).toEqual([]);
  expect((await rowsOf(workspace, "doc-top-z1")).filter((row) => !row.includes("globex"))).toEqual([]);
  expect(
    await querySql(parley.databaseUrl, "select user_id from users.memberships where api_key_id = $1 and kind = 'folder'", [
      workspace.apiKey,
    ]),
  ).toEqual([]);
  expect([await othersOf(workspace, "doc-beside-z1"), await othersOf(workspace, "globex")]).toEqual(before);
});

test("documents go with everything in them, and what is written under the same id afterwards stays", async () => {
  const workspace = await plant([
    { organizationId: "acme", documentId: "doc-a-z2" },
    { organizationId: "acme", documentId: "doc-b-z2" },
  ]);
  const before = await othersOf(workspace, "doc-b-z2");

  await workspace.customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["doc-a-z2", "unknown"] });
  await workspace.customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "doc-a-z2" }] });
  await workspace.customer.data("/v2/commentannotations/add", {
    ...{ organizationId: "acme", documentId: "doc-a-z2" },
    commentAnnotations: [{ annotationId: "new", commentData: [{ commentId: "c", commentText: "new", from: { userId: "u" } }] }],
  });
  await allDone(workspace);

  const { data } = (await workspace.customer.post("/v2/commentannotations/get", { organizationId: "acme", documentId: "doc-a-z2" })).body
    .result;
  expect(data.map(({ annotationId }: { annotationId: string }) => annotationId)).toEqual(["new"]);
  expect((await rowsOf(workspace, "mark-acme-doc-a-z2")).length).toBe(0);
  expect(await othersOf(workspace, "doc-b-z2")).toEqual(before);
});

test.each([
  ["a folder", "/v2/organizations/folders/delete", { organizationId: "acme", folderId: "top" }],
  ["documents", "/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["one", "two"] }],
  ["an organization", "/v2/organizations/delete", { organizationIds: ["acme"] }],
])(
  "of %s that is added again at once with the same ids, all that was acknowledged is there when the removal is done",
  async (_, path, data) => {
    const places = ["one", "two"].map((documentId) => ({ organizationId: "acme", documentId, folderId: "top" }));
    const workspace = await plant(places);
    const { customer } = workspace;

    await customer.data(path, data);
    for (const place of places) await plantDocument(customer, place);
    await allDone(workspace);

    for (const { organizationId, documentId } of places) {
      const at = { organizationId, documentId };
      const annotations = await customer.data("/v2/commentannotations/get", at);
      expect(
        annotations.map(({ comments }: { comments: { reactionAnnotations: unknown[] }[] }) => comments[0]?.reactionAnnotations.length),
      ).toEqual([1, 1, 1]);
      expect(await customer.data("/v2/recordings/get", at)).toHaveLength(3);
      expect(await customer.data("/v2/notifications/get", { ...at, userId: "v" })).toHaveLength(3);
      expect(await customer.data("/v2/users/get", at)).toMatchObject([{ userId: "u" }]);
    }
  },
);

test("an organization goes with everything in it, groups and users' places too", async () => {
  const workspace = await plant([
    { organizationId: "org-a-z3", documentId: "doc" },
    { organizationId: "org-b-z3", documentId: "doc" },
  ]);
  const { customer } = workspace;
  for (const organizationId of ["org-a-z3", "org-b-z3"]) {
    await customer.data("/v2/users/add", { organizationId, users: [{ userId: "u" }] });
    await customer.data("/v2/organizations/usergroups/add", { organizationId, organizationUserGroups: [{ groupId: "g" }] });
    await customer.data("/v2/organizations/usergroups/users/add", { organizationId, organizationUserGroupId: "g", userIds: ["u"] });
  }
  const before = await othersOf(workspace, "org-b-z3");

  await customer.data("/v2/organizations/delete", { organizationIds: ["org-a-z3"] });
  await allDone(workspace);

  expect(await rowsOf(workspace, "org-a-z3")).toEqual([]);
  expect(await othersOf(workspace, "org-b-z3")).toEqual(before);
  expect(
    await querySql(parley.databaseUrl, "select count(*)::int as members from users.group_members where api_key_id = $1", [
      workspace.apiKey,
    ]),
  ).toEqual([{ members: 1 }]);
});

/** Deletes a group as versions did that left its members behind. */
async function leaveMembersBehind({ apiKey }: Workspace, organizationId: string): Promise<void> {
  await querySql(
    parley.databaseUrl,
    `with gone as (delete from users.user_groups where api_key_id = $1 and organization_id = $2 returning group_ref)
     insert into users.removals (api_key_id, kind, organization_id, group_refs) select $1, 'group', $2, array_agg(group_ref) from gone`,
    [apiKey, organizationId],
  );
}

async function plantGroups(organizationIds: readonly string[], userId: string): Promise<Workspace> {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  for (const organizationId of organizationIds) {
    const at = { organizationId, createOrganization: true };
    await workspace.customer.data("/v2/users/add", { ...at, users: [{ userId }, { userId: "stays" }] });
    await workspace.customer.data("/v2/organizations/usergroups/add", { ...at, organizationUserGroups: [{ groupId: "g" }] });
    const group = { organizationId, organizationUserGroupId: "g", userIds: [userId, "stays"] };
    await workspace.customer.data("/v2/organizations/usergroups/users/add", group);
    await leaveMembersBehind(workspace, organizationId);
  }
  return workspace;
}

const membersOf = ({ apiKey }: Workspace) =>
  querySql<{ member: string }>(
    parley.databaseUrl,
    `select r.organization_id || '/' || m.user_id as member from users.group_members m
     join users.removals r on r.api_key_id = m.api_key_id and m.group_ref = any(r.group_refs) where m.api_key_id = $1 order by 1`,
    [apiKey],
  ).then((rows) => rows.map(({ member }) => member));

test("the members of groups that were deleted before go with their organization, and no row is left that no other leads to", async () => {
  const workspace = await plantGroups(["gone-z4", "stays-z4"], "member-z4");

  await workspace.customer.data("/v2/organizations/delete", { organizationIds: ["gone-z4"] });
  await allDone(workspace);

  expect(await membersOf(workspace)).toEqual(["stays-z4/member-z4", "stays-z4/stays"]);
  expect(await rowsOf(workspace, "gone-z4")).toEqual([]);
});

test("a user whose data is deleted in one organization leaves the groups that were deleted there, and no others", async () => {
  const workspace = await plantGroups(["one-z5", "two-z5"], "member-z5");

  const { jobId } = await workspace.customer.data("/v2/users/data/delete", { userIds: ["member-z5"], organizationIds: ["one-z5"] });
  await until(async () => (await workspace.customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, 20_000);

  expect(await membersOf(workspace)).toEqual(["one-z5/stays", "two-z5/member-z5", "two-z5/stays"]);
});

test("a group that is deleted before its organization leaves nothing behind", async () => {
  const workspace = await plant([{ organizationId: "org-z6", documentId: "doc-z6", folderId: "f" }]);
  const { customer } = workspace;
  await customer.data("/v2/users/add", { organizationId: "org-z6", users: [{ userId: "member-z6" }] });
  await customer.data("/v2/organizations/usergroups/add", { organizationId: "org-z6", organizationUserGroups: [{ groupId: "g" }] });
  await customer.data("/v2/organizations/usergroups/users/add", {
    ...{ organizationId: "org-z6", organizationUserGroupId: "g", userIds: ["member-z6"] },
  });

  await customer.data("/v2/organizations/usergroups/delete", { organizationId: "org-z6", groupIds: ["g"] });
  await customer.data("/v2/organizations/delete", { organizationIds: ["org-z6"] });
  await allDone(workspace);

  // The profile is of the API key, and not of the organization.
  const left = async () => (await rowsOf(workspace, "member-z6")).map((row) => row.split(":")[0]);
  await until(async () => (await left()).length <= 1);
  expect(await left()).toEqual(["users.users"]);
  // Other tests leave members behind.
  const problems = await orphanedRows(parley.databaseUrl);
  expect(problems.filter((problem) => !problem.includes("group_members"))).toEqual([]);
});

test.each([
  ["by id", { id: "page-1", locationName: "not the name" }],
  ["by name", { locationName: "One" }],
])(
  "operation 2 removes the feature data of a location %s when it answers; the activity log and the other locations stay",
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

test("operation 2 asks for the organization when several have the document, and removes nothing before", async () => {
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

test("operation 2 of a document or a location that nobody knows is a success, and so is a second one", async () => {
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

test("operation 2 refuses a location without id and name, and credentials that are not the headers'", async () => {
  const { customer, apiKey, authToken } = await createWorkspace(parley.url, parley.adminToken);
  const path = "/v1/organizations/documents/locations/data/delete";

  const nameless = await customer.post(path, { apiKey, authToken, documentId: "doc", location: { page: 1 } });
  const foreign = await customer.post(path, { apiKey, authToken: "sk_other", documentId: "doc", location: { id: "l" } });

  expect([nameless.status, foreign.status]).toEqual([400, 401]);
  expect(nameless.body.error.details).toEqual([{ field: "location", message: expect.stringContaining("needs an id or a locationName") }]);
});

test("only the organization directory knows what a removal is about, and only while it lasts", async () => {
  const workspace = await plant([{ organizationId: "acme", documentId: "doc", folderId: "f" }]);
  const transport = createRpcTransport({
    baseUrl: `http://127.0.0.1:${parley.rpcPorts.get("organization-directory")}`,
    tokens: [parley.serviceToken],
  });
  const directory = createRpcClient(OrganizationDirectoryService, transport);

  await workspace.customer.data("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "f" });
  await allDone(workspace);
  const [job] = await querySql<{ job_id: string }>(parley.databaseUrl, "select job_id from directory.erasure_jobs where api_key_id = $1", [
    workspace.apiKey,
  ]);
  const asked = directory.listErasedPlaces({ apiKeyId: workspace.apiKey, jobId: job?.job_id ?? "", kind: 1 });

  await expect(asked).rejects.toThrow("There is no removal");
  await transport.close();
});
