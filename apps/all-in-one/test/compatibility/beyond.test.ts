import { afterAll, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/customer.ts";
import { type HostedCustomer, startWithPeople, thread } from "../support/hosted-customer.ts";
import type { Body } from "../support/receiver.ts";

// Written like code for the hosted product with whose administration interface this one is compatible: it changes the base URL and the
// header prefix, and reads what it has always read.

let hosted: HostedCustomer;
let owner: Customer;
let customer: Customer;
let workspace: Body;
let apiKey: string;

beforeAll(async () => {
  hosted = await startWithPeople();
  ({ owner, customer, workspace, apiKey } = hosted);
});

afterAll(() => hosted?.parley.stop());

const plan = { organizationId: "acme", documentId: "plan" };
const result = async (path: string, data: object): Promise<Body> => (await customer.post(path, data)).body.result;

// The operations beyond the 18.

test("a workspace is created and read with its owner and its API keys", async () => {
  const read = await owner.data("/v2/workspace/get", {});
  const keys = await owner.data("/v2/workspace/apikeys/get", {});

  expect(workspace).toMatchObject({
    id: expect.any(String),
    name: "Acme",
    owner: { name: "Ann", email: "a@acme.example" },
    apiKeyAuthToken: expect.any(String),
  });
  expect(workspace.apiKeyList[apiKey]).toEqual({ id: apiKey, apiKeyName: expect.any(String), type: "testing" });
  expect(read).toMatchObject({ id: workspace.id, name: "Acme", owner: workspace.owner, apiKeyList: workspace.apiKeyList });
  expect(keys[0]).toMatchObject({ id: apiKey, apiKeyName: expect.any(String), type: "testing" });
});

test("folders are returned with their ancestors and the requested levels of sub folders", async () => {
  const tops = await customer.data("/v2/organizations/folders/get", { organizationId: "acme" });
  const [top] = await customer.data("/v2/organizations/folders/get", { organizationId: "acme", folderId: "top", maxDepth: 2 });
  const [below] = await customer.data("/v2/organizations/folders/get", { organizationId: "acme", folderId: "below", maxDepth: 0 });

  expect(tops.find(({ folderId }: Body) => folderId === "top").subFolders).toMatchObject([{ folderId: "below", parentFolderId: "top" }]);
  expect(tops.every(({ parentFolderId }: Body) => parentFolderId === "root")).toBe(true);
  expect(top.subFolders[0].subFolders).toMatchObject([{ folderId: "deep", parentFolderId: "below", ancestors: ["root", "top", "below"] }]);
  expect(below).toMatchObject({ folderId: "below", ancestors: ["root", "top"], lastUpdated: expect.any(Number) });
  expect(below).not.toHaveProperty("subFolders");
});

test("an operation of only one version is unknown under the other, as are operations that were not adopted", async () => {
  for (const path of ["/v1/workspace/get", "/v1/rewriter/ask-ai", "/v2/approval/get"])
    expect((await customer.post(path, {})).status).toBe(404);
});

test("a thread is returned as given", async () => {
  await customer.data("/v2/commentannotations/add", { ...plan, commentAnnotations: [{ annotationId: "read", ...thread }] });
  const [read] = await customer.data("/v1/commentannotations/get", { ...plan, annotationIds: ["read"] });
  const { data } = await result("/v2/users/data/get", { organizationId: "acme", userId: "ada" });

  expect(read).toMatchObject({
    status: { id: "REVIEW", name: "In review", type: "ongoing" },
    priority: { id: "P1", name: "P1" },
    from: { userId: "ada" },
    assignedTo: { userId: "bob" },
    location: { id: "7", locationName: "Seven" },
    locationId: "7",
    metadata: { apiKey, ...plan, folderId: "top", mine: true },
    lastUpdated: expect.any(Number),
  });
  expect(read.comments).toEqual([
    {
      commentId: "first",
      commentText: "Look, @Bob.",
      commentHtml: "<p>Look, @Bob.</p>",
      from: { userId: "ada", name: "Ada" },
      taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: { userId: "bob", name: "Bob" } }],
      attachments: [{ name: "a.png" }],
      reactionAnnotations: [],
      reactionAnnotationIds: [],
      type: "text",
      status: "added",
      recorders: [],
      customList: [],
      toOrganizationUserGroup: [],
      metadata: { n: 1 },
      createdAt: thread.commentData[0]?.createdAt,
      lastUpdated: expect.any(Number),
      editedAt: null,
    },
  ]);
  expect(data.comments).toContainEqual(expect.objectContaining(read.comments[0]));
});

test.each([
  ["OPEN", "default"],
  ["IN_PROGRESS", "ongoing"],
  ["RESOLVED", "terminal"],
  ["MINE", "default"],
])("a bare status %s gets its id as name and the type %s, and null removes priority and assignee", async (status, type) => {
  const annotationId = `bare-${status}`;
  await customer.data("/v2/commentannotations/add", {
    ...plan,
    commentAnnotations: [{ annotationId, ...thread, commentData: undefined }],
  });
  const updatedData = { status, priority: null, assignedTo: null };
  await customer.data("/v1/commentannotations/update", { ...plan, annotationIds: [annotationId], updatedData });

  const [read] = await customer.data("/v2/commentannotations/get", { ...plan, annotationIds: [annotationId] });
  expect(read).toMatchObject({ status: { id: status, name: status, type } });
  expect(read).not.toHaveProperty("priority");
  expect(read).not.toHaveProperty("assignedTo");
});

test("comments are changed by their ids, or all of a thread, with one common change", async () => {
  const from = { userId: "ada" };
  const commentData = ["one", "two", "three"].map((commentId) => ({ commentId, from, commentText: "before" }));
  await customer.data("/v2/commentannotations/add", { ...plan, commentAnnotations: [{ annotationId: "changed", commentData }] });
  const at = { ...plan, annotationId: "changed" };

  await customer.data("/v2/commentannotations/comments/update", {
    ...at,
    commentIds: ["one", "two"],
    updatedData: { commentText: "both" },
  });
  await customer.data("/v1/commentannotations/comments/update", { ...at, updatedData: { metadata: { n: 3 } } });

  const [read] = await customer.data("/v2/commentannotations/get", { ...plan, annotationIds: ["changed"] });
  expect(read.comments).toMatchObject(["both", "both", "before"].map((commentText) => ({ commentText, metadata: { n: 3 } })));
});

test("values next to the items apply to items without values of their own", async () => {
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    folderId: "beside",
    createFolder: true,
    documents: [{ documentId: "of-beside" }, { documentId: "of-top", folderId: "top" }],
  });
  const activities = [
    { id: "beside", actionType: "x" },
    { id: "own", actionType: "x", documentId: "of-top" },
  ];
  await customer.data("/v2/activities/add", { ...plan, activities });

  const documents = await customer.data("/v2/organizations/documents/get", {
    organizationId: "acme",
    documentIds: ["of-beside", "of-top"],
  });
  const records = await customer.data("/v2/activities/get", { organizationId: "acme", activityIds: ["beside", "own"] });
  expect(documents.map(({ folderId }: Body) => folderId)).toEqual(["beside", "top"]);
  expect(new Map(records.map(({ id, documentId }: Body) => [id, documentId]))).toEqual(
    new Map([
      ["beside", "plan"],
      ["own", "of-top"],
    ]),
  );
});

test.each(["/v1/organizations/get", "/v2/users/get", "/v1/notifications/get", "/v1/activities/get", "/v2/recordings/get"])(
  "%s answers the token of its next page under both names, and null under both on the last",
  async (path) => {
    const place = path.endsWith("organizations/get") ? {} : path.endsWith("notifications/get") ? plan : { organizationId: "acme" };
    const adds: Record<string, object> = {
      "/v1/organizations/get": { organizations: [{ organizationId: "second" }] },
      "/v1/activities/get": { ...plan, activities: [{ actionType: "x" }, { actionType: "y" }] },
      "/v2/recordings/get": {
        ...plan,
        recordings: ["r1", "r2"].map((recordingId) => ({ recordingId, user: { userId: "ada" }, url: "https://a.example/r" })),
      },
    };
    const add = adds[path];
    if (add !== undefined) await customer.data(path.replace("/v1/organizations/get", "/v2/organizations/add").replace(/get$/, "add"), add);
    if (path.endsWith("notifications/get")) {
      const note = { ...plan, actionUser: { userId: "ada" }, displayHeadlineMessageTemplate: "New", notifyUsers: [{ userId: "bob" }] };
      for (const notificationId of ["p1", "p2"]) await customer.data("/v1/notifications/add", { ...note, notificationId });
    }

    const first = await result(path, { ...place, pageSize: 1 });
    const whole = await result(path, place);

    expect(first.pageToken).toEqual(expect.any(String));
    expect(first.nextPageToken).toBe(first.pageToken);
    expect([whole.pageToken, whole.nextPageToken]).toEqual([null, null]);
  },
);
