import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChangesReader } from "../support/changes-reader.ts";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { addPlaces, inDocument, inFolder, inOrganization, userToken, visitor } from "./visitor.ts";

let parley: Parley;
let workspace: Workspace;
const place = { organizationId: "acme", documentId: "welcome" };
const path = "/v2/me/changes/stream";

beforeAll(async () => {
  parley = await startParley("all-in-one", {
    ...withConstants({ changesBookmarkMs: 500 }),
  });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await addPlaces(workspace);
  await workspace.customer.data("/v2/workspace/domains/add", { domains: ["app.acme.example", "*.wide.example", "localhost"] });
});

afterAll(() => parley?.stop());

const corsOf = ({ headers }: { headers: Record<string, unknown> }) => headers["access-control-allow-origin"];
const says = async (documentId: string, annotationId: string, more: object = {}, organizationId = "acme") =>
  workspace.customer.data("/v2/commentannotations/add", {
    organizationId,
    documentId,
    commentAnnotations: [
      {
        annotationId,
        commentData: [{ from: { userId: "otto", name: "Otto", email: "otto@acme.example", plan: "gold" }, commentText: "Hi." }],
        ...more,
      },
    ],
  });

test("a page of an allowed domain reads every response; a page of another is refused before anything is done", async () => {
  const token = await userToken(workspace, "vera", [inDocument("welcome", "commenter")]);
  const from = (origin: string, shown = token) => visitor(workspace, shown, { origin });
  const added = (annotationId: string) => ({ ...place, commentAnnotations: [{ annotationId, commentData: [{ commentText: "Hi." }] }] });

  for (const [index, origin] of ["https://app.acme.example", "https://a.wide.example", "http://localhost:5173"].entries()) {
    const answer = await from(origin).post("/v2/me/threads/add", added(`allowed-${index}`));
    expect([answer.status, corsOf(answer), answer.headers.vary]).toEqual([200, origin, "origin"]);
    const failed = await from(origin).post("/v2/me/threads/get", { organizationId: "acme", documentId: "other" });
    expect([failed.status, corsOf(failed)]).toEqual([403, origin]);
  }
  for (const origin of [
    "https://evil-app.acme.example",
    "https://app.acme.example.evil.org",
    "null",
    "https://app.acme.example:8443",
    "https://APP.acme.example",
  ]) {
    const answer = await from(origin).post("/v2/me/threads/add", added("refused"));
    expect([origin, answer.status, answer.body.error.details?.[0].field, corsOf(answer)]).toEqual([origin, 403, "origin", undefined]);
  }
  const ids = (await visitor(workspace, token).data("/v2/me/threads/get", place)).map(
    (thread: { annotationId: string }) => thread.annotationId,
  );
  expect([ids.includes("refused"), ids.includes("allowed-0")]).toEqual([false, true]);
  using stream = await ChangesReader.open(from("https://app.acme.example"), place, {}, { path });
  expect([stream.status, corsOf(stream)]).toEqual([200, "https://app.acme.example"]);
});

test("a page reads that its own token has expired", async () => {
  const origin = "https://app.acme.example";
  const ended = visitor(workspace, await userToken(workspace, "vera", [inDocument("welcome", "viewer")], { expiresInSeconds: 1 }), {
    origin,
  });
  const answer = await until(async () => {
    const each = await ended.post("/v2/me/threads/get", place);
    return each.status === 401 && each;
  });

  expect([corsOf(answer), answer.headers.vary]).toEqual([origin, "origin"]);
  const elsewhere = await ended.as({ ...ended.credentials, origin: "https://evil.example" }).post("/v2/me/threads/get", place);
  expect([elsewhere.status, corsOf(elsewhere)]).toEqual([403, undefined]);
});

test("a preflight has the same response for every page, so a cached one admits none, and works only at the users' paths", async () => {
  const preflight = (origin: string, url = "/v2/me/threads/add") =>
    workspace.customer.as({}).send(url, undefined, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type" },
    });
  const own = await preflight("https://app.acme.example");
  const other = await preflight("https://evil.example");
  const named = ({ headers }: typeof own) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));

  expect([own.status, other.status, named(other)]).toEqual([204, 204, named(own)]);
  expect(named(own)).toEqual({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "authorization, content-type, idempotency-key, last-event-id, x-request-id",
    "access-control-max-age": "600",
  });
  for (const url of [
    "/v2/commentannotations/get",
    "/v2/auth/generate_token",
    "/v2/workspace/get",
    "/console/session",
    "/v1/me/threads/add",
  ]) {
    const answer = await preflight("https://app.acme.example", url);
    expect([url, answer.status >= 400, corsOf(answer)]).toEqual([url, true, undefined]);
  }
  const server = await workspace.customer.post("/v2/commentannotations/get", place, { origin: "https://app.acme.example" });
  expect([server.status, corsOf(server)]).toEqual([200, undefined]);
});

test("the feed tells a user only of documents that the token names, with the name and picture of people", async () => {
  const ofDocument = visitor(workspace, await userToken(workspace, "dora", [inDocument("welcome", "viewer")]));
  const ofFolder = visitor(workspace, await userToken(workspace, "fred", [inFolder("outer", "viewer"), inDocument("welcome", "viewer")]));
  const ofAll = visitor(workspace, await userToken(workspace, "olga", [inOrganization("acme", "viewer")]));
  using one = await ChangesReader.open(ofDocument, { ...place, include: ["thread"] }, {}, { path });
  using two = await ChangesReader.open(ofFolder, { organizationId: "acme", documentIds: ["welcome", "plan"] }, {}, { path });
  using some = await ChangesReader.open(ofAll, { organizationId: "acme", documentIds: ["welcome", "other"] }, {}, { path });
  using all = await ChangesReader.open(ofAll, { organizationId: "acme" }, {}, { path });
  await Promise.all([one, two, some, all].map((reader) => reader.named("bookmark")));

  await says("other", "in-other");
  await says("welcome", "in-globex", {}, "globex");
  await workspace.customer.data("/v2/organizations/documents/access/disablestate/update", {
    organizationId: "acme",
    documentIds: ["other"],
    disabled: true,
  });
  await says("plan", "in-plan");
  await workspace.customer.data("/v2/users/data/delete", { userIds: ["gone"] });
  await says("welcome", "in-welcome", { assignedTo: { userId: "otto", name: "Otto", email: "otto@acme.example" } });

  const told = async (reader: ChangesReader, count: number) => [...new Set(await reader.annotations(count))];
  expect(await told(one, 1)).toEqual(["in-welcome"]);
  expect(await told(two, 2)).toEqual(["in-plan", "in-welcome"]);
  // A comment that was added just before its document was disabled may be announced or not.
  const toldAtLast = async (reader: ChangesReader) => {
    await until(async () => (await told(reader, 1)).includes("in-welcome"));
    return (await told(reader, 1)).filter((id) => id !== "in-other");
  };
  expect(await toldAtLast(all)).toEqual(["in-plan", "in-welcome"]);
  expect(await toldAtLast(some)).toEqual(["in-welcome"]);
  // Without the ids of events, whose signatures may spell anything.
  const everything = JSON.stringify([one, two, all].map(({ events }) => events.map(({ data }) => data)));
  expect(everything).toContain('"name":"Otto"');
  for (const hidden of ["otto@acme.example", "gold", "in-globex", "removal.start", 'jobId":"', "gone"])
    expect(everything).not.toContain(hidden);
  expect((await one.named("bookmark", 3)).length).toBeGreaterThanOrEqual(3);
});

test("a cursor of one user's stream is invalid for another user", async () => {
  const [vera, otto] = await Promise.all(["vera", "otto"].map((userId) => userToken(workspace, userId, [inDocument("welcome", "viewer")])));
  using reader = await ChangesReader.open(visitor(workspace, vera ?? ""), place, {}, { path });
  const cursor = (await reader.named("bookmark"))[0]?.id;
  using other = await ChangesReader.open(visitor(workspace, otto ?? ""), { ...place, cursor }, {}, { path });
  using own = await ChangesReader.open(visitor(workspace, vera ?? ""), { ...place, cursor }, {}, { path });

  expect(await other.refusal()).toMatchObject({ status: 400, error: { details: [{ field: "cursor" }] } });
  expect(own.status).toBe(200);
});

test("threads and inboxes show other users by name and picture, never by address or custom fields", async () => {
  await workspace.customer.data("/v2/users/add", {
    organizationId: "acme",
    users: [{ userId: "rosa", name: "Rosa", email: "rosa@acme.example", photoUrl: "https://acme.example/rosa.png", salary: 7 }],
  });
  const page = visitor(workspace, await userToken(workspace, "rosa", [inOrganization("acme", "commenter")]));
  await says("welcome", "seen");
  await page.data("/v2/me/comments/add", {
    ...place,
    annotationId: "seen",
    commentData: [{ commentText: "Yes.", taggedUserContacts: [{ userId: "rosa", text: "@Rosa" }] }],
  });
  await page.data("/v2/me/reactions/add", {
    ...place,
    annotationId: "seen",
    commentId: (await page.data("/v2/me/threads/get", { ...place, annotationIds: ["seen"] }))[0].comments[0].commentId,
    reactions: ["👍"],
  });
  await workspace.customer.data("/v2/notifications/add", {
    ...place,
    notificationId: "told",
    displayHeadlineMessageTemplate: "{actionUser} wrote",
    displayHeadlineMessageTemplateData: {},
    actionUser: { userId: "otto", name: "Otto", email: "otto@acme.example" },
    notifyUsers: [{ userId: "rosa", email: "rosa@acme.example" }],
  });

  const threads = await page.data("/v2/me/threads/get", { ...place, annotationIds: ["seen"] });
  const inbox = await until(async () => {
    const entries = await page.data("/v2/me/inbox/get", { organizationId: "acme" });
    return entries.some((entry: { notificationId: string }) => entry.notificationId === "told") && entries;
  });

  const shown = JSON.stringify([threads, inbox]);
  expect(shown).toContain('"photoUrl":"https://acme.example/rosa.png"');
  expect(shown).toContain('"name":"Otto"');
  for (const hidden of ["@acme.example", "salary", "gold"]) expect(shown).not.toContain(hidden);
});

test("erasing a user first ends the user's requests and streams, and leaves no name", async () => {
  const page = visitor(workspace, await userToken(workspace, "erased-user", [inDocument("welcome", "editor")]));
  using reader = await ChangesReader.open(page, place, {}, { path });
  await reader.named("bookmark");
  await workspace.customer.data("/v2/users/data/delete", { userIds: ["erased-user"] });

  expect((await reader.named("error"))[0]?.data).toMatchObject({ status: "UNAUTHENTICATED" });
  expect((await page.post("/v2/me/threads/get", place)).status).toBe(401);
  const rows = await querySql(parley.databaseUrl, "select user_hash from workspace.user_token_revocations");
  expect(JSON.stringify(rows)).toMatch(/^\[\{"user_hash":"[\w-]{43}"/);
});

test("a document that does not exist is named in the failure, so that a page drops only that document", async () => {
  const page = visitor(workspace, await userToken(workspace, "vera", [inOrganization("acme", "viewer")]));

  const { status, body } = await page.post(path, { organizationId: "acme", documentIds: ["welcome", "gone"] });

  expect([status, body.error.status, body.error.details?.[0].field]).toEqual([404, "NOT_FOUND", "documentIds[1]"]);
});
