import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ChangesReader } from "../support/changes-reader.ts";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { type AccessRole, addPlaces, inDocument, inFolder, inOrganization, userToken, visitor } from "./visitor.ts";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one", {
    ...withConstants({ changesBookmarkMs: 500 }),
    PARLEY_MAX_REQUESTS_PER_SECOND_PER_USER: "0",
  });
});

beforeEach(async () => {
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await addPlaces(workspace);
});

afterAll(() => parley?.stop());

const plan = { organizationId: "acme", documentId: "plan" };
const stream = "/v2/me/changes/stream";

const remove = {
  document: () => workspace.customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["plan"] }),
  folder: () => workspace.customer.data("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "outer" }),
  organization: () => workspace.customer.data("/v2/organizations/delete", { organizationIds: ["acme"] }),
};

/** Adds what is missing of the document `plan` in the folders `outer` and `inner`, and a thread in it. */
async function addAgain(): Promise<void> {
  const { customer } = workspace;
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const folders = [{ folderId: "outer" }, { folderId: "inner", parentFolderId: "outer" }];
  await customer.data("/v2/organizations/folders/add", { organizationId: "acme", folders });
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "plan", folderId: "inner" }],
  });
  const threads = [{ annotationId: "new", commentData: [{ commentText: "For others.", from: { userId: "otto" } }] }];
  await customer.data("/v2/commentannotations/add", { ...plan, commentAnnotations: threads });
}

const cases = [
  { place: "document", resource: (role: AccessRole) => inDocument("plan", role), named: "documentId" },
  { place: "folder", resource: (role: AccessRole) => inFolder("outer", role), named: "documentId" },
  { place: "organization", resource: (role: AccessRole) => inOrganization("acme", role), named: "organizationId" },
  // The nearest folder: the folder above is another one, too.
  { place: "folder", resource: (role: AccessRole) => inFolder("inner", role), named: "documentId" },
  // The document within an organization that is another one.
  { place: "organization", resource: (role: AccessRole) => inDocument("plan", role), named: "organizationId" },
] as const;

test.each(cases)("a token of a $place that was deleted does not open the next one of the same id, and a new token does", async (each) => {
  const page = visitor(workspace, await userToken(workspace, "vera", [each.resource("editor")]));
  expect((await page.post("/v2/me/threads/get", plan)).status).toBe(200);
  await remove[each.place]();
  await addAgain();

  const refused = await until(async () => {
    const answer = await page.post("/v2/me/threads/get", plan);
    return answer.status === 403 ? answer : undefined;
  });
  const again = visitor(workspace, await userToken(workspace, "vera", [each.resource("editor")]));

  // Its user was not added to the new document either.
  expect([each.named, "documentId"]).toContain(refused.body.error.details[0].field);
  expect((await page.post("/v2/me/comments/add", { ...plan, annotationId: "new", commentData: [{ commentText: "Hi." }] })).status).toBe(
    403,
  );
  expect((await page.post("/v2/me/counts/get", { organizationId: "acme", documentIds: ["plan"] })).status).toBe(403);
  expect((await page.post(stream, plan)).status).toBe(403);
  expect((await again.data("/v2/me/threads/get", plan)).map(({ annotationId }: { annotationId: string }) => annotationId)).toEqual(["new"]);
});

test.each(cases)("an open stream of a $place that is deleted and added again ends, and shows nothing of the new one", async (each) => {
  const page = visitor(workspace, await userToken(workspace, "vera", [each.resource("viewer")]));
  using reader = await ChangesReader.open(page, plan, {}, { path: stream });
  await reader.named("bookmark");
  await remove[each.place]();
  await addAgain();

  expect((await reader.named("error"))[0]?.data).toMatchObject({ status: expect.stringMatching(/^(PERMISSION_DENIED|NOT_FOUND)$/) });
  expect(JSON.stringify(reader.events)).not.toContain("For others.");
});

test("a stream of a whole organization shows a document that was added again, because the organization is still the one of its token", async () => {
  const page = visitor(workspace, await userToken(workspace, "vera", [inOrganization("acme", "viewer"), inDocument("plan", "editor")]));
  await remove.document();
  await addAgain();

  expect((await page.post("/v2/me/threads/get", plan)).status).toBe(200);
  // The entry of the document, which was wider, is over.
  await until(
    async () =>
      (await page.post("/v2/me/threads/add", { ...plan, commentAnnotations: [{ commentData: [{ commentText: "Hi." }] }] })).status === 403,
  );
});

test("a token is valid in places that were created just before it", async () => {
  for (let each = 0; each < 20; each++) {
    const documentId = `new-${each}`;
    await workspace.customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId }] });
    const page = visitor(workspace, await userToken(workspace, "vera", [inDocument(documentId, "viewer")]));
    expect((await page.post("/v2/me/threads/get", { organizationId: "acme", documentId })).status).toBe(200);
  }
});

test("a server's token that is bound to an organization is bound to its id: it goes on in one that was added again", async () => {
  const { owner, apiKey, customer } = workspace;
  const bound = { apiKey, name: "bound", organizationIds: ["acme"] };
  const { token } = await owner.data("/v2/workspace/authtokens/create", bound);
  const server = customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": token });
  await remove.organization();
  await addAgain();

  expect((await server.post("/v2/commentannotations/get", plan)).status).toBe(200);
});
