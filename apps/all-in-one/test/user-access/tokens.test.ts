import { testEnvironment, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChangesReader } from "../support/changes-reader.ts";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type SeparateProcesses, startSeparateProcesses } from "../support/separate-processes.ts";
import { addPlaces, inDocument, inOrganization, userToken, visitor } from "./visitor.ts";

let parley: SeparateProcesses;
let workspace: Workspace;
/** The time limit within which requests and streams must notice the end of a token. */
const withinMs = 5_000;
const place = { organizationId: "acme", documentId: "welcome" };
const path = "/v2/me/changes/stream";

beforeAll(async () => {
  // Every service runs in its own process, so that none shares the memory of another.
  const { PARLEY_ADMIN_TOKEN: adminToken = "", PARLEY_SERVICE_TOKENS: serviceTokens = "" } = testEnvironment("");
  const shared = { PARLEY_ADMIN_TOKEN: adminToken, PARLEY_SERVICE_TOKENS: serviceTokens, PARLEY_MAX_STREAMS_PER_USER: "20" };
  parley = await startSeparateProcesses(() => shared);
  workspace = await createWorkspace(parley.url, adminToken);
  await addPlaces(workspace);
}, 180_000);

afterAll(() => parley?.[Symbol.asyncDispose]());

async function freshKey(): Promise<Workspace> {
  const { apiKey, authToken } = await workspace.owner.data("/v2/workspace/apikey/create", {
    ownerEmail: "owner@example.com",
    createAuthToken: true,
  });
  const key = {
    ...workspace,
    apiKey,
    authToken,
    customer: workspace.customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": authToken }),
  };
  await addPlaces(key);
  return key;
}

const statusOf = async (page: Customer, data: object = place) => (await page.post("/v2/me/threads/get", data)).status;

test("a token without a life of its own is valid for an hour, otherwise for its life, and never for more than two days", async () => {
  const lifeOf = async (more: object) => {
    const request = { userId: "vera", permissions: { resources: [inDocument("welcome", "viewer")] }, ...more };
    const { status, body } = await workspace.customer.post("/v2/auth/generate_token", request);
    return status === 200 ? Math.round((body.result.data.expiresAt - Date.now()) / 60_000) : body.error.details[0].field;
  };

  expect(await lifeOf({})).toBe(60);
  expect(await lifeOf({ expiresInSeconds: 172_800 })).toBe(2_880);
  expect(await lifeOf({ expiresInSeconds: 172_801 })).toBe("expiresInSeconds");
  expect(await lifeOf({ expiresInSeconds: 0 })).toBe("expiresInSeconds");
  const page = visitor(workspace, await userToken(workspace, "vera", [inDocument("welcome", "viewer")], { expiresInSeconds: 1 }));
  expect(await statusOf(page)).toBe(200);
  await until(async () => (await statusOf(page)) === 401);
});

test("the user is added to each place of the token and shown by the stored name; a place that does not exist is refused", async () => {
  const resources = [inOrganization("acme", "commenter"), { ...inDocument("welcome", "editor"), organizationId: undefined }];
  const userProperties = { name: "Vera", email: "vera@acme.example", isAdmin: true, photoUrl: "https://acme.example/vera.png", salary: 1 };
  const page = visitor(
    workspace,
    (await workspace.customer.data("/v2/auth/generate_token", { userId: "vera", userProperties, permissions: { resources } })).token,
  );
  await page.data("/v2/me/threads/add", {
    ...place,
    commentAnnotations: [{ annotationId: "named", commentData: [{ commentText: "Hi." }] }],
  });

  const stored = { userId: "vera", ...userProperties };
  expect(await workspace.customer.data("/v2/users/get", { organizationId: "acme", userIds: ["vera"] })).toEqual([stored]);
  expect(await workspace.customer.data("/v2/users/get", place)).toEqual([stored]);
  const [thread] = await page.data("/v2/me/threads/get", { ...place, annotationIds: ["named"] });
  const shown = { userId: "vera", name: "Vera", photoUrl: "https://acme.example/vera.png" };
  expect([thread.from, thread.involvedUserIds, thread.comments[0].from]).toEqual([shown, ["vera"], shown]);
  const nowhere = { userId: "vera", permissions: { resources: [inDocument("nowhere", "viewer")] } };
  expect((await workspace.customer.post("/v2/auth/generate_token", nowhere)).status).toBe(404);
});

test("without an accessRole a token has the role that the user was added with, and a commenter's if there is none", async () => {
  const { customer } = workspace;
  await customer.data("/v2/users/add", { ...place, users: [{ userId: "reader", accessRole: "viewer" }] });
  const add = async (userId: string) => {
    const permissions = { resources: [{ type: "document", id: "welcome", organizationId: "acme" }] };
    const page = visitor(workspace, (await customer.data("/v2/auth/generate_token", { userId, permissions })).token);
    const thread = { annotationId: `by-${userId}`, commentData: [{ commentText: "Hi." }] };
    const added = await page.post("/v2/me/threads/add", { ...place, commentAnnotations: [thread] });
    if (added.status !== 200) return added.status;
    return (
      await page.post("/v2/me/threads/update", { ...place, annotationIds: [thread.annotationId], updatedData: { status: "RESOLVED" } })
    ).status;
  };

  expect(await add("reader")).toBe(403);
  expect(await add("newcomer")).toBe(403);
  expect(await customer.data("/v2/commentannotations/get", place)).toContainEqual(expect.objectContaining({ annotationId: "by-newcomer" }));
});

test("no token is made if resources repeat a place or leave the organization open, or if it is too long for a header", async () => {
  const refusal = async (resources: readonly object[]) => {
    const { status, body } = await workspace.customer.post("/v2/auth/generate_token", { userId: "vera", permissions: { resources } });
    return [status, body.error?.details?.[0].field];
  };
  const bare = { type: "document", id: "welcome", accessRole: "viewer" };

  expect(await refusal([bare])).toEqual([400, "permissions.resources[0].organizationId"]);
  expect(await refusal([bare, inOrganization("acme", "viewer"), inOrganization("globex", "viewer")])).toEqual([
    400,
    "permissions.resources[0].organizationId",
  ]);
  expect(await refusal([inDocument("welcome", "viewer"), inDocument("welcome", "editor")])).toEqual([400, "permissions.resources[1].id"]);
  const documents = Array.from({ length: 100 }, (_, index) => ({ documentId: `${index}${"x".repeat(80)}` }));
  await workspace.customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents });
  expect(await refusal(documents.map(({ documentId }) => inDocument(documentId, "viewer")))).toEqual([400, "permissions.resources"]);
});

test("a token of another API key, an invalid one, or one without its scheme opens nothing, always with the same response", async () => {
  const other = await freshKey();
  const token = await userToken(other, "vera", [inDocument("welcome", "editor")]);
  await other.customer.data("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: [{ annotationId: "of-the-other", commentData: [{ commentText: "Hi.", from: { userId: "otto" } }] }],
  });
  const answers = await Promise.all(
    [
      {},
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: "Bearer x.y.z" },
      { authorization: `Bearer ${token.slice(0, -2)}` },
    ].map(async (headers) => {
      const { status, body } = await workspace.customer.as(headers as Record<string, string>).post("/v2/me/threads/get", place);
      return [status, body.error.status, body.error.message];
    }),
  );

  expect(new Set(answers.map(String))).toEqual(new Set(["401,UNAUTHENTICATED,The user's token is missing or not valid."]));
  const inUrl = await workspace.customer.as({}).post(`/v2/me/threads/get?token=${token}&access_token=${token}`, place);
  expect(inUrl.status).toBe(401);
  // The token decides even if the request also has the credentials of another key.
  const mixed = await workspace.customer.post("/v2/me/threads/get", place, { authorization: `Bearer ${token}` });
  expect(mixed.body.result.data.map((thread: { annotationId: string }) => thread.annotationId)).toEqual(["of-the-other"]);
  for (const operation of ["/v2/commentannotations/get", "/v2/users/get", "/v2/auth/generate_token", "/v2/workspace/get"])
    expect((await workspace.customer.as({ authorization: `Bearer ${token}` }).post(operation, place)).status, operation).toBe(401);
});

test.each<[string, (key: Workspace) => Promise<unknown>, number, string]>([
  ["revoking the user's tokens", ({ customer }) => customer.data("/v2/auth/revoke_tokens", { userId: "vera" }), 401, "UNAUTHENTICATED"],
  [
    "disabling the API key",
    ({ owner, apiKey }) => owner.data("/v2/workspace/apikey/disable", { apiKey, disabled: true }),
    403,
    "PERMISSION_DENIED",
  ],
  ["deleting the API key", ({ owner, apiKey }) => owner.data("/v2/workspace/apikey/delete", { apiKey }), 401, "UNAUTHENTICATED"],
  [
    "disabling the document",
    ({ customer }) =>
      customer.data("/v2/organizations/documents/access/disablestate/update", {
        organizationId: "acme",
        documentIds: ["welcome"],
        disabled: true,
      }),
    403,
    "PERMISSION_DENIED",
  ],
  [
    "restricting the document and removing the user from it",
    async ({ customer }) => {
      const access = { organizationId: "acme", documentIds: ["welcome"], accessType: "restricted" };
      await customer.data("/v2/organizations/documents/access/update", access);
      await customer.data("/v2/users/delete", { ...place, userIds: ["vera"] });
    },
    403,
    "PERMISSION_DENIED",
  ],
  [
    "disabling the organization",
    ({ customer }) => customer.data("/v2/organizations/access/disablestate/update", { organizationIds: ["acme"], disabled: true }),
    403,
    "PERMISSION_DENIED",
  ],
  [
    "deleting the document",
    ({ customer }) => customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["welcome"] }),
    404,
    "NOT_FOUND",
  ],
])(
  "%s ends requests and open streams within 5 s",
  async (_, end, status, word) => {
    const key = await freshKey();
    const page = visitor(key, await userToken(key, "vera", [inDocument("welcome", "editor")]));
    using reader = await ChangesReader.open(page, place, {}, { path });
    await reader.named("bookmark");
    expect(await statusOf(page)).toBe(200);

    await end(key);
    const beganMs = performance.now();
    await until(async () => (await statusOf(page)) === status);
    const [last] = await reader.named("error", 1, withinMs);

    expect(last?.data).toMatchObject({ status: word });
    expect(performance.now() - beganMs).toBeLessThan(withinMs);
  },
  60_000,
);

test("after a revocation new tokens are valid at once, and other users' tokens stay valid", async () => {
  const before = await userToken(workspace, "rita", [inDocument("welcome", "viewer")]);
  const other = await userToken(workspace, "otto", [inDocument("welcome", "viewer")]);
  await workspace.customer.data("/v2/auth/revoke_tokens", { userId: "rita" });
  const after = await userToken(workspace, "rita", [inDocument("welcome", "viewer")]);

  await until(async () => (await statusOf(visitor(workspace, before))) === 401);
  expect(await Promise.all([after, other].map((token) => statusOf(visitor(workspace, token))))).toEqual([200, 200]);
});

test("a place of a token ends when its own entry expires, for requests and for streams", async () => {
  const expiresAt = Date.now() + 1_500;
  const page = visitor(
    workspace,
    await userToken(workspace, "vera", [{ ...inDocument("welcome", "viewer"), expiresAt }, inDocument("other", "viewer")]),
  );
  using reader = await ChangesReader.open(page, place, {}, { path });
  using kept = await ChangesReader.open(page, { ...place, documentId: "other" }, {}, { path });
  await Promise.all([reader.named("bookmark"), kept.named("bookmark")]);

  expect((await reader.named("error", 1, withinMs))[0]?.data).toMatchObject({ status: "PERMISSION_DENIED" });
  expect(await statusOf(page)).toBe(403);
  expect([await statusOf(page, { ...place, documentId: "other" }), kept.ended]).toEqual([200, undefined]);
});
