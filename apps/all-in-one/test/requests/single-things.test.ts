import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let customer: Customer;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  ({ customer } = await createWorkspace(parley.url, parley.adminToken));
  const organizationId = "acme";
  await customer.data("/v2/users/add", { organizationId, users: [{ userId: "x" }], createOrganization: true });
  await customer.data("/v2/organizations/folders/add", { organizationId, folders: [{ folderId: "x" }] });
  await customer.data("/v2/organizations/documents/add", { organizationId, documents: [{ documentId: "x" }] });
  const commentData = [{ from: { userId: "x" }, commentText: "Hello." }];
  await customer.data("/v2/commentannotations/add", {
    organizationId,
    documentId: "x",
    commentAnnotations: [{ annotationId: "x", commentData }],
  });
});

afterAll(() => parley?.stop());

const acme = { organizationId: "acme" };
const lists = [
  { path: "/v2/commentannotations/get", at: { ...acme, documentId: "x" }, ids: "annotationIds", id: "annotationId", thing: "annotation" },
  { path: "/v2/organizations/documents/get", at: acme, ids: "documentIds", id: "documentId", thing: "document" },
  { path: "/v2/organizations/folders/get", at: acme, ids: "folderIds", id: "folderId", thing: "folder" },
  { path: "/v2/users/get", at: acme, ids: "userIds", id: "userId", thing: "user" },
] as const;

test.each(lists)("$path with a single id returns the object, or NOT_FOUND", async ({ path, at, ids, id, thing }) => {
  expect(await customer.data(path, { ...at, [ids]: ["x"], one: true })).toMatchObject([{ [id]: "x" }]);

  const { status, body } = await customer.post(path, { ...at, [ids]: ["nothing"], one: true });

  expect(status).toBe(404);
  expect(body.error).toEqual({
    status: "NOT_FOUND",
    message: `The ${thing} nothing does not exist there.`,
    requestId: expect.any(String),
  });
  expect(await customer.data(path, { ...at, [ids]: ["nothing"], one: false })).toEqual([]);
});

test("a missing organization is NOT_FOUND for a request of a single object", async () => {
  const found = await customer.data("/v2/organizations/get", { organizationIds: ["acme"], one: true });
  const { status, body } = await customer.post("/v2/organizations/get", { organizationIds: ["nowhere"], one: true });

  expect(found).toMatchObject([{ organizationId: "acme" }]);
  expect([status, body.error.status]).toEqual([404, "NOT_FOUND"]);
});

test.each(lists)("$path accepts `one` only with a single id", async ({ path, at, ids }) => {
  for (const named of [{}, { [ids]: [] }, { [ids]: ["x", "y"] }]) {
    const { status, body } = await customer.post(path, { ...at, ...named, one: true });

    expect(status).toBe(400);
    expect(body.error).toMatchObject({ status: "INVALID_ARGUMENT", details: [{ field: "one" }] });
  }
});

test("users known to a thread only by id are described as stored unless requested as given, until they are erased", async () => {
  const { customer: own } = await createWorkspace(parley.url, parley.adminToken);
  const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@acme.example", title: "Analyst" };
  await own.data("/v2/users/add", { ...acme, users: [ada], createOrganization: true });
  await own.data("/v2/organizations/documents/add", { ...acme, documents: [{ documentId: "plan" }] });
  const commentData = [{ from: { userId: "bob" }, commentText: "@Ada", taggedUserContacts: [{ userId: "ada", text: "@Ada" }] }];
  await own.data("/v2/commentannotations/add", { ...acme, documentId: "plan", commentAnnotations: [{ annotationId: "t", commentData }] });
  const tagged = async (more: object = {}) => {
    const [thread] = await own.data("/v2/commentannotations/get", { ...acme, documentId: "plan", ...more });
    return thread.comments[0].taggedUserContacts.map(({ contact }: { contact: object }) => contact);
  };

  expect(await tagged()).toEqual([ada]);
  expect(await tagged({ usersAsGiven: true })).toEqual([{ userId: "ada" }]);

  await own.post("/v2/users/data/delete", { userIds: ["ada"] });
  expect((await tagged()).filter((contact: object) => "name" in contact || "title" in contact)).toEqual([]);
});
