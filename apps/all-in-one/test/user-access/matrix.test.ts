import { meOperations } from "@parley/gateway/operations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type HttpAnswer, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { type AccessRole, addPlaces, inDocument, inFolder, inOrganization, userToken, visitor } from "./visitor.ts";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one", { PARLEY_CHANGES_STREAM_MS: "100", PARLEY_MAX_REQUESTS_PER_SECOND_PER_USER: "0" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await addPlaces(workspace);
});

afterAll(() => parley?.stop());

const roles = ["viewer", "commenter", "editor"] as const;
const threadOf = (userId: string, annotationId: string) => ({
  annotationId,
  commentData: [{ commentId: "first", from: { userId }, commentText: "Hello." }],
});

type Place = { readonly organizationId: string; readonly documentId: string };
type Asking = (place: Place) => object;

/** The lowest role that each operation requires, and a request of it for a place. */
const cells: Readonly<Record<string, readonly [AccessRole, Asking]>> = {
  "/v2/me/threads/get": ["viewer", (place) => place],
  "/v2/me/threads/add": ["commenter", (place) => ({ ...place, commentAnnotations: [{ commentData: [{ commentText: "Hi." }] }] })],
  "/v2/me/threads/update": ["commenter", (place) => ({ ...place, annotationIds: ["t"], updatedData: { type: "text" } })],
  "/v2/me/threads/delete": ["commenter", (place) => ({ ...place, annotationIds: ["t"] })],
  "/v2/me/comments/add": ["commenter", (place) => ({ ...place, annotationId: "t", commentData: [{ commentText: "Hi." }] })],
  "/v2/me/comments/update": [
    "commenter",
    (place) => ({ ...place, annotationId: "t", commentIds: ["c"], updatedData: { commentText: "Hi." } }),
  ],
  "/v2/me/comments/delete": ["commenter", (place) => ({ ...place, annotationId: "t", commentIds: ["c"] })],
  "/v2/me/reactions/add": ["commenter", (place) => ({ ...place, annotationId: "t", commentId: "c", reactions: ["👍"] })],
  "/v2/me/reactions/delete": ["commenter", (place) => ({ ...place, annotationId: "t", commentId: "c", reactions: ["👍"] })],
  "/v2/me/inbox/get": ["viewer", (place) => place],
  "/v2/me/inbox/read": ["viewer", ({ organizationId }) => ({ organizationId, notificationIds: ["n"] })],
  "/v2/me/inbox/unread": ["viewer", ({ organizationId }) => ({ organizationId, notificationIds: ["n"] })],
  "/v2/me/notificationconfig/get": ["viewer", ({ organizationId, documentId }) => ({ organizationId, documentIds: [documentId] })],
  "/v2/me/notificationconfig/set": [
    "viewer",
    ({ organizationId, documentId }) => ({ organizationId, documentIds: [documentId], config: { inbox: "ALL" } }),
  ],
  "/v2/me/counts/get": ["viewer", ({ organizationId, documentId }) => ({ organizationId, documentIds: [documentId] })],
  "/v2/me/changes/stream": ["viewer", (place) => place],
};

/** Operations that act on the user's own entries anywhere in the organization. */
const ofOrganization = new Set(["/v2/me/inbox/read", "/v2/me/inbox/unread"]);

const places: readonly Place[] = [
  { organizationId: "acme", documentId: "welcome" },
  { organizationId: "acme", documentId: "plan" },
  { organizationId: "acme", documentId: "other" },
  { organizationId: "acme", documentId: "nowhere" },
  { organizationId: "globex", documentId: "welcome" },
  { organizationId: "nobody", documentId: "welcome" },
];

const tokens = [
  { named: "a document", resources: (role: AccessRole) => [inDocument("welcome", role)], reaches: ["acme/welcome"] },
  { named: "a folder above", resources: (role: AccessRole) => [inFolder("outer", role)], reaches: ["acme/plan"] },
  {
    named: "an organization",
    resources: (role: AccessRole) => [inOrganization("acme", role)],
    reaches: ["acme/welcome", "acme/plan", "acme/other", "acme/nowhere"],
  },
] as const;

function deniedField({ status, body }: HttpAnswer): string {
  return status === 403 ? String(body.error.details[0].field) : "";
}

test("the matrix contains every operation", () => {
  expect(Object.keys(cells).toSorted()).toEqual(meOperations.map(({ path }) => path).toSorted());
});

test.each(tokens.flatMap((token) => roles.map((role) => ({ ...token, role }))))(
  "a token of $named with the role $role does what it may there, and nothing elsewhere",
  async ({ resources, reaches, role }) => {
    const page = visitor(workspace, await userToken(workspace, "vera", resources(role)));

    for (const [path, [needed, asking]] of Object.entries(cells)) {
      for (const place of places) {
        const answer = await page.post(path, asking(place));
        const denied = deniedField(answer);

        const isOfOrganization = ofOrganization.has(path);
        const isWithin = isOfOrganization
          ? place.organizationId === "acme"
          : (reaches as readonly string[]).includes(`${place.organizationId}/${place.documentId}`);
        const outside =
          place.organizationId === "acme" ? (/(config|counts)/.test(path) ? "documentIds[0]" : "documentId") : "organizationId";
        const isEnough = roles.indexOf(role) >= roles.indexOf(needed);
        expect([path, place, denied, answer.status < 500 && answer.status !== 400]).toEqual([
          ...[path, place, !isWithin ? outside : isEnough ? "" : "role"],
          true,
        ]);
      }
    }
  },
);

test("the most specific entry of a token decides, even if a wider one grants more or less; an expired entry does not count", async () => {
  const place = { organizationId: "acme", documentId: "plan" };
  const adds = async (resources: Parameters<typeof userToken>[2]) => {
    const page = visitor(workspace, await userToken(workspace, "vera", resources));
    return (await page.post("/v2/me/threads/add", { ...place, commentAnnotations: [{ commentData: [{ commentText: "Hi." }] }] })).status;
  };
  const ended = { ...inDocument("plan", "viewer"), expiresAt: Date.now() - 1 };

  expect(await adds([inOrganization("acme", "editor"), inDocument("plan", "viewer")])).toBe(403);
  expect(await adds([inOrganization("acme", "viewer"), inFolder("outer", "commenter")])).toBe(200);
  expect(await adds([inFolder("outer", "commenter"), inFolder("inner", "viewer")])).toBe(403);
  expect(await adds([inOrganization("acme", "commenter"), ended])).toBe(200);
  expect(await adds([ended])).toBe(403);
});

test("only editors set or remove status, priority and assignee; only the author changes type, location and metadata", async () => {
  const place = { organizationId: "acme", documentId: "welcome" };
  const threads = [threadOf("vera", "mine"), threadOf("otto", "theirs")];
  await workspace.customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: threads });
  await workspace.customer.data("/v2/users/add", { ...place, users: [{ userId: "otto" }] });
  const as = async (role: AccessRole) => visitor(workspace, await userToken(workspace, "vera", [inDocument("welcome", role)]));
  const commenter = await as("commenter");
  const editor = await as("editor");

  for (const change of [{ status: "RESOLVED" }, { priority: null }, { assignedTo: { userId: "otto" } }, { assignedTo: null }]) {
    const [name] = Object.keys(change);
    const sent = { ...place, annotationIds: ["mine"], updatedData: change };
    const field = `commentAnnotations[0].${name}`;
    expect(deniedField(await commenter.post("/v2/me/threads/update", sent))).toBe(`updatedData.${name}`);
    const begun = { ...place, commentAnnotations: [{ ...change, commentData: [{ commentText: "Hi." }] }] };
    if (!Object.values(change).includes(null)) expect(deniedField(await commenter.post("/v2/me/threads/add", begun))).toBe(field);
    expect((await editor.data("/v2/me/threads/update", { ...sent, annotationIds: ["theirs"] })).theirs.success).toBe(true);
  }
  for (const change of [{ type: "text" }, { location: { id: "p" } }, { metadata: { a: 1 } }]) {
    const both = { ...place, annotationIds: ["mine", "theirs"], updatedData: change };
    for (const page of [commenter, editor]) {
      const results = await page.data("/v2/me/threads/update", both);
      expect([results.mine.success, results.theirs.code]).toEqual([true, "not_own"]);
    }
  }
});

test("only what is the user's own can be changed or deleted, even by an editor and by adding it again", async () => {
  const place = { organizationId: "acme", documentId: "other" };
  await workspace.customer.data("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: [threadOf("otto", "theirs"), threadOf("vera", "mine")],
  });
  const page = visitor(workspace, await userToken(workspace, "vera", [inDocument("other", "editor")]));
  const at = { ...place, annotationId: "theirs" };
  await page.data("/v2/me/comments/add", { ...at, commentData: [{ commentId: "answer", commentText: "Mine." }] });

  const changed = { commentIds: ["first", "answer"], updatedData: { commentText: "Changed." } };
  const updated = await page.data("/v2/me/comments/update", { ...at, ...changed });
  const added = await page.post("/v2/me/comments/add", { ...at, commentData: [{ commentId: "first", commentText: "Changed." }] });
  const began = await page.data("/v2/me/threads/add", {
    ...place,
    commentAnnotations: [{ annotationId: "theirs", type: "taken", commentData: [{ commentId: "more", commentText: "More." }] }],
  });
  const deleted = await page.data("/v2/me/comments/delete", { ...at, commentIds: ["first", "answer", "none"] });
  const gone = await page.data("/v2/me/threads/delete", { ...place, annotationIds: ["theirs", "mine", "none"] });

  expect([updated.first.code, updated.answer.success]).toEqual(["not_own", true]);
  expect([added.body.result.data, added.body.result.items.first.code, began.theirs.success]).toEqual([[], "already_exists", true]);
  expect([deleted.first.code, deleted.answer.success, deleted.none.code]).toEqual(["not_own", true, "not_found"]);
  expect([gone.theirs.code, gone.mine.success, gone.none.code]).toEqual(["not_own", true, "not_found"]);
  const [left] = await page.data("/v2/me/threads/get", { ...place, annotationIds: ["theirs"] });
  expect([left.annotationId, left.type, left.comments.map((each: { commentText: string }) => each.commentText)]).toEqual([
    "theirs",
    undefined,
    ["Hello.", "More."],
  ]);
});

test("nobody writes as another user: a request that names an author, a time or an address is refused", async () => {
  const place = { organizationId: "acme", documentId: "welcome" };
  const page = visitor(workspace, await userToken(workspace, "vera", [inDocument("welcome", "editor")]));
  const comment = { commentText: "Hi.", from: { userId: "otto" } };
  const refused: [string, object, string][] = [
    ["/v2/me/comments/add", { ...place, annotationId: "t", commentData: [comment] }, "commentData[0].from"],
    [
      "/v2/me/comments/add",
      { ...place, annotationId: "t", commentData: [{ commentText: "Hi.", createdAt: 1 }] },
      "commentData[0].createdAt",
    ],
    ["/v2/me/threads/add", { ...place, commentAnnotations: [{ commentData: [comment] }] }, "commentAnnotations[0].commentData[0].from"],
    ["/v2/me/threads/delete", { ...place, annotationIds: ["t"], actionUser: { userId: "otto" } }, "actionUser"],
    ["/v2/me/reactions/add", { ...place, annotationId: "t", commentId: "c", reactions: ["👍"], user: { userId: "otto" } }, "user"],
    ["/v2/me/inbox/get", { organizationId: "acme", documentId: "welcome", userId: "otto" }, "userId"],
    ["/v2/me/counts/get", { organizationId: "acme", documentIds: ["welcome"], userId: "otto" }, "userId"],
    ["/v2/me/notificationconfig/set", { organizationId: "acme", userIds: ["otto"], config: { inbox: "NONE" } }, "userIds"],
    [
      "/v2/me/comments/add",
      {
        ...place,
        annotationId: "t",
        commentData: [
          { commentText: "Hi.", taggedUserContacts: [{ userId: "otto", contact: { userId: "otto", email: "x@evil.example" } }] },
        ],
      },
      "commentData[0].taggedUserContacts[0].contact",
    ],
    [
      "/v2/me/threads/update",
      { ...place, annotationIds: ["t"], updatedData: { assignedTo: { userId: "otto", email: "x@evil.example" } } },
      "updatedData.assignedTo.email",
    ],
  ];

  for (const [path, data, field] of refused) {
    const { status, body } = await page.post(path, data);
    expect([path, status, body.error.details?.map((each: { field: string }) => each.field)]).toEqual([path, 400, [field]]);
  }
  const annotationId = Object.keys(
    await page.data("/v2/me/threads/add", { ...place, commentAnnotations: [{ commentData: [{ commentText: "Hi." }] }] }),
  )[0];
  const [thread] = await page.data("/v2/me/threads/get", { ...place, annotationIds: [annotationId] });
  expect(thread.from.userId).toBe("vera");
});
