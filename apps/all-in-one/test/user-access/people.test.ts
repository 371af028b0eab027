import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { addPlaces, inDocument, inFolder, userToken, visitor } from "./visitor.ts";

let parley: Parley;
let workspace: Workspace;
const place = { organizationId: "acme", documentId: "plan" };

beforeAll(async () => {
  parley = await startParley("all-in-one", { PARLEY_MAX_REQUESTS_PER_SECOND_PER_USER: "1000" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await addPlaces(workspace);
  const add = (where: object, ...userIds: readonly string[]) =>
    workspace.customer.data("/v2/users/add", { organizationId: "acme", ...where, users: userIds.map((userId) => ({ userId })) });
  await add({ organizationId: "globex" }, "stranger");
  await add({ documentId: "other" }, "elsewhere");
  await add({}, "colleague");
  await add({ documentId: "plan" }, "of-document");
  await add({ folderId: "outer" }, "of-folder");
});

afterAll(() => parley?.stop());

const mention = (userId: string) => ({ commentText: "Hi.", taggedUserContacts: [{ userId, text: "@you" }] });

test("a page names only users of its document, its folders and its organization; anybody else is refused and nothing is written", async () => {
  const page = visitor(workspace, await userToken(workspace, "vera", [inDocument("plan", "editor")]));
  const thread = { ...place, annotationId: "own" };
  await page.data("/v2/me/threads/add", {
    ...place,
    commentAnnotations: [{ annotationId: "own", commentData: [{ commentId: "first", commentText: "Hi." }] }],
  });
  const naming = (userId: string): [string, object, string][] => [
    ["comments/add", { ...thread, commentData: [{ commentText: "Hi." }, mention(userId)] }, "commentData[1].taggedUserContacts[0]"],
    ["comments/update", { ...thread, commentIds: ["first"], updatedData: mention(userId) }, "updatedData.taggedUserContacts[0]"],
    [
      "threads/add",
      { ...place, commentAnnotations: [{ commentData: [mention(userId)] }] },
      "commentAnnotations[0].commentData[0].taggedUserContacts[0]",
    ],
    [
      "threads/add",
      { ...place, commentAnnotations: [{ assignedTo: { userId }, commentData: [{ commentText: "Hi." }] }] },
      "commentAnnotations[0].assignedTo",
    ],
    ["threads/update", { ...place, annotationIds: ["own"], updatedData: { assignedTo: { userId } } }, "updatedData.assignedTo"],
  ];
  const read = () => page.data("/v2/me/threads/get", place);
  const before = await read();

  for (const userId of ["stranger", "elsewhere", "nobody"]) {
    for (const [path, data, field] of naming(userId)) {
      const { status, body } = await page.post(`/v2/me/${path}`, data);
      expect([path, status, body.error?.details]).toEqual([
        path,
        400,
        [{ field: `${field}.userId`, message: `${field}.userId: ${userId} is not a user of the document.` }],
      ]);
    }
  }
  expect(await read()).toEqual(before);

  for (const userId of ["colleague", "of-document", "of-folder", "vera"]) {
    for (const [path, data] of naming(userId))
      expect([userId, path, (await page.post(`/v2/me/${path}`, data)).status]).toEqual([userId, path, 200]);
  }
});

test("a request that names more than a thousand people is refused", async () => {
  const page = visitor(workspace, await userToken(workspace, "vera", [inDocument("plan", "editor")]));
  const commentData = Array.from({ length: 11 }, (_, comment) => ({
    commentText: "Hi.",
    taggedUserContacts: Array.from({ length: 100 }, (_, nth) => ({ userId: `u${comment}-${nth}` })),
  }));

  const { status, body } = await page.post("/v2/me/comments/add", { ...place, annotationId: "own", commentData });

  expect([status, body.error.message]).toEqual([400, "A request may name at most 1000 people."]);
});

test("whoever a token names in a document or in a folder above it gets the mentions there in the inbox; nobody else does", async () => {
  const people = {
    dora: await userToken(workspace, "dora", [inDocument("plan", "commenter")]),
    fred: await userToken(workspace, "fred", [inFolder("outer", "commenter")]),
  };
  const from = { userId: "otto", name: "Otto" };
  const taggedUserContacts = ["dora", "fred", "elsewhere"].map((userId) => ({ userId, text: `@${userId}` }));
  await workspace.customer.data("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: [{ annotationId: "told", commentData: [{ from, commentText: "Look.", taggedUserContacts }] }],
  });

  const inboxOf = (token: string) => visitor(workspace, token).data("/v2/me/inbox/get", place);
  for (const token of Object.values(people)) {
    await until(async () => (await inboxOf(token)).length > 0);
    expect((await inboxOf(token)).map((entry: { displayHeadlineMessage: string }) => entry.displayHeadlineMessage)).toEqual([
      "Otto mentioned you",
    ]);
  }
  const elsewhere = await userToken(workspace, "elsewhere", [inDocument("plan", "viewer")]);
  expect(await inboxOf(elsewhere)).toEqual([]);
  const counts = await visitor(workspace, people.dora).data("/v2/me/counts/get", { organizationId: "acme", documentIds: ["plan"] });
  expect(counts.plan.unread).toBe(1);

  await workspace.customer.data("/v2/users/delete", { ...place, userIds: ["dora"] });
  expect(await inboxOf(people.dora)).toEqual([]);
  expect(await inboxOf(people.fred)).toHaveLength(1);
});
