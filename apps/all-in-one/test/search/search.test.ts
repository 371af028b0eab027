import { withConstants } from "@parley/runtime";
import { type OwnPostgres, ownPostgres, querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

// A key with comments when search is turned on, over HTTP, with all services running.

// Uses a server of its own, because transactions of other tests on a shared one would delay the index.
let server: OwnPostgres;
let parley: Parley;
let workspace: Workspace;

const place = { organizationId: "acme", documentId: "welcome" };
const path = "/v2/commentannotations/search";

beforeAll(async () => {
  server = await ownPostgres();
  parley = await startParley("all-in-one", { PARLEY_DATABASE_URL: await server.start(), ...withConstants({ searchKeysMs: 600_000 }) });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = workspace;
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "alice", name: "Alice" }], createOrganization: true });
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "welcome" }, { documentId: "hidden" }, { documentId: "doomed" }],
  });
  for (const documentId of ["welcome", "hidden", "doomed"]) await add(documentId, documentId, "A broken link");
});

afterAll(async () => {
  await parley?.stop();
  await server?.[Symbol.asyncDispose]();
});

async function add(documentId: string, annotationId: string, said: string | object) {
  const content = typeof said === "string" ? { commentText: said } : said;
  const commentData = [{ commentId: "c", from: { userId: "alice" }, ...content }];
  await workspace.customer.data("/v2/commentannotations/add", {
    organizationId: "acme",
    documentId,
    commentAnnotations: [{ annotationId, commentData }],
  });
}

async function found(query: string): Promise<string[]> {
  const data: { thread: { annotationId: string } }[] = await workspace.customer.data(path, { organizationId: "acme", query });
  return data.map(({ thread }) => thread.annotationId);
}

test("search is refused until the option turns it on, which indexes existing comments and reports the progress", async () => {
  const { customer } = workspace;
  const refused = await customer.post(path, { organizationId: "acme", query: "link" });
  expect([refused.status, refused.body.error.status]).toEqual([400, "FAILED_PRECONDITION"]);

  await customer.data("/v2/workspace/apikeyconfig/update", { searchEnabled: true });
  await until(async () => (await customer.data("/v2/workspace/apikeyconfig/get", {})).searchIndex.state === "ready");

  const { body } = await customer.post(path, { organizationId: "acme", query: "LINK brok", pageSize: 1 });
  expect(body.result.index).toEqual({ upToDate: true, percent: 100 });
  expect(body.result.data).toMatchObject([
    { thread: { annotationId: "doomed", from: { userId: "alice", name: "Alice" } }, commentIds: ["c"], excerpt: "A broken link" },
  ]);
  expect(await found("link broken")).toEqual(["doomed", "hidden", "welcome"]);
});

test("a comment with HTML alone is found by the words that a browser shows of it, and by no others", async () => {
  const shown = "<p>Die M&uuml;nchner Stra&szlig;e, eco<mark>nomic</mark></p><style>.hiddenclass{}</style>";
  await add("welcome", "html", { commentHtml: `${shown}<ul><li>Fish</li><li>Chips</li></ul><template>unseen</template>` });

  const queries = ["Münchner", "strasse", "economic", "fish chips", "hiddenclass", "unseen", "uuml", "FishChips"];
  const results = await Promise.all(queries.map(found));
  const { body } = await workspace.customer.post(path, { organizationId: "acme", query: "economic" });

  expect(results).toEqual([...queries.slice(0, 4).map(() => ["html"]), [], [], [], []]);
  expect(body.result.data).toMatchObject([{ excerpt: "Die Münchner Straße, economic Fish Chips" }]);
  await workspace.customer.data("/v2/commentannotations/delete", { ...place, annotationIds: ["html"] });
});

test("a page token is not valid for another query", async () => {
  const { body } = await workspace.customer.post(path, { organizationId: "acme", query: "link", pageSize: 1 });

  const other = await workspace.customer.post(path, { organizationId: "acme", query: "broken", pageToken: body.result.nextPageToken });

  expect(other.status).toBe(400);
});

test("new comments are found at once, and those of a disabled or deleted document are not", async () => {
  const { customer } = workspace;
  await add("welcome", "now", "One more link");
  expect(await found("link")).toEqual(["now", "doomed", "hidden", "welcome"]);

  await customer.data("/v2/organizations/documents/access/disablestate/update", {
    organizationId: "acme",
    documentIds: ["hidden"],
    disabled: true,
  });
  await customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["doomed"] });

  await until(async () => (await found("link")).length === 2);
  expect(await found("link")).toEqual(["now", "welcome"]);
});

test("deleting an organization takes the segments of its index", async () => {
  const { customer, apiKey } = workspace;
  const organizationId = "globex";
  await customer.data("/v2/organizations/documents/add", { organizationId, documents: [{ documentId: "d" }], createOrganization: true });
  const commentAnnotations = [{ annotationId: "a", commentData: [{ from: { userId: "carol" }, commentText: "A word" }] }];
  await customer.data("/v2/commentannotations/add", { organizationId, documentId: "d", commentAnnotations });
  const segments = () =>
    querySql(parley.databaseUrl, "select from activity.search_segments where api_key_id = $1 and organization_id = $2", [
      apiKey,
      organizationId,
    ]);
  await until(async () => (await segments()).length === 1);

  await customer.data("/v2/organizations/delete", { organizationIds: [organizationId] });

  await until(async () => (await segments()).length === 0);
});

test("erasing a user takes the terms of what the user wrote, and turning search off takes all", async () => {
  const { customer, apiKey } = workspace;
  const terms = async () =>
    (
      await querySql<{ n: number }>(parley.databaseUrl, "select count(*)::int as n from activity.search_comments where api_key_id = $1", [
        apiKey,
      ])
    )[0]?.n;
  await customer.data("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: [{ annotationId: "by-bob", commentData: [{ from: { userId: "bob" }, commentText: "Not a word" }] }],
  });
  // The terms of the deleted document may already have been removed.
  await until(async () => ((await terms()) ?? 0) >= 4);
  const { jobId } = await customer.data("/v2/users/data/delete", { userIds: ["alice"] });

  await until(async () => (await customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted);
  expect(await terms()).toBe(1);
  await customer.data("/v2/workspace/apikeyconfig/update", { searchEnabled: false });

  await until(async () => (await terms()) === 0);
  await until(async () => (await customer.post(path, { organizationId: "acme", query: "link" })).status === 400);
});
