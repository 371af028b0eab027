import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { at, plantEverything, plantSent } from "../support/planted-removals.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one", { ...withConstants({ erasureApiKeyWaitMs: 500 }) });
});

afterAll(() => parley?.stop());

type Count = { service: string; collection: string; rows: number | "more" };
type Rows = Readonly<Record<string, number>>;

const asRows = (counts: readonly Count[]): Rows =>
  Object.fromEntries(counts.flatMap(({ service, collection, rows }) => (rows === 0 ? [] : [[`${service}/${collection}`, Number(rows)]])));

/** The rows removed by the tasks of the newest removal: by service and collection, of all passes. */
async function removed({ apiKey }: Workspace): Promise<Rows> {
  const parts = ["users", "directory", "activity", "notifications", "rewriter", "workspace"].map(
    (schema) => `select '${schema}/' || collection as name, rows from ${schema}.erasures_done where api_key_id = $1`,
  );
  const rows = await querySql<{ name: string; rows: number }>(
    parley.databaseUrl,
    `select name, sum(rows)::int as rows from (${parts.join(" union all ")}) x group by 1 having sum(rows) > 0`,
    [apiKey],
  );
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

async function ended({ apiKey }: Workspace): Promise<void> {
  const open = ["users", "directory", "workspace"].map(
    (schema) => `select from ${schema}.erasure_jobs where api_key_id = $1 and tasks_left > 0`,
  );
  await until(async () => (await querySql(parley.databaseUrl, open.join(" union all "), [apiKey])).length === 0, 40_000);
}

/** All stored data of a key, except what every request leaves behind. */
async function stored({ apiKey }: Workspace): Promise<string> {
  const tables = await querySql<{ name: string }>(
    parley.databaseUrl,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where column_name = 'api_key_id' and table_name not in ('key_minutes', 'usage_days', 'usage_people', 'audit_records', 'audit_people') order by 1`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) =>
      querySql<{ rows: string }>(
        parley.databaseUrl,
        `select '${name} ' || coalesce(string_agg((to_jsonb(t) - 'last_used_at_ms')::text, ' ' order by t::text), '') as rows
         from ${name} t where api_key_id = $1`,
        [apiKey],
      ),
    ),
  );
  return texts
    .flat()
    .map(({ rows }) => rows)
    .join("\n");
}

const deletions = [
  ["a document", "/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["beside"] }],
  ["a folder with its contents", "/v2/organizations/folders/delete", { organizationId: "acme", folderId: "top" }],
  ["an organization", "/v2/organizations/delete", { organizationIds: ["acme"] }],
] as const;

test.each(deletions)(
  "a dry run of the deletion of %s changes nothing, and counts what the deletion then removes",
  async (_, path, data) => {
    const workspace = await plantEverything(parley);
    await plantSent(parley, workspace, "beside");
    await plantSent(parley, workspace, "in-leaf");
    const before = await stored(workspace);

    const { counts } = await workspace.customer.data(path, { ...data, dryRun: true });

    expect(await stored(workspace)).toBe(before);
    await workspace.customer.data(path, data);
    await ended(workspace);
    const { "directory/places": places, ...others } = asRows(counts);
    const { "directory/places": erased = 0, ...rest } = await removed(workspace);
    expect(others).toEqual(rest);
    expect(Object.keys(others).length).toBeGreaterThan(5);
    // Rows deleted directly are also counted: the document, the folders, the organization.
    expect(places).toBeGreaterThan(erased);
  },
);

test("a dry run of the erasure of a user counts each collection that the erasure then affects", async () => {
  const workspace = await plantEverything(parley);
  await plantSent(parley, workspace, "beside");
  const before = await stored(workspace);

  const { counts } = await workspace.customer.data("/v2/users/data/delete", { userIds: ["ada"], dryRun: true });

  expect(await stored(workspace)).toBe(before);
  await workspace.customer.data("/v2/users/data/delete", { userIds: ["ada"] });
  await ended(workspace);
  const found = asRows(counts);
  const gone = await removed(workspace);
  // The profile is deleted at once, and the deletion itself is recorded. Which of two tasks reaches a row of a thread first is random.
  const ofThreads = ["activity/comments", "activity/assignments", "activity/reactions"];
  const without = (rows: Rows) =>
    Object.fromEntries(Object.entries(rows).filter(([name]) => ![...ofThreads, "users/profiles", "workspace/audit"].includes(name)));
  expect(without(found)).toEqual(without(gone));
  // Three times five rows: two of the user's own comments, the other user's tag, a reaction to an own comment, the thread that contains
  // nothing else.
  expect(found).toMatchObject({ "users/profiles": 1, "activity/comments": 15, "activity/assignments": 3, "workspace/audit": 1 });
});

test("a dry run of an API key counts all its rows, and works only for the workspace's own keys", async () => {
  const workspace = await plantEverything(parley);
  const other = await createWorkspace(parley.url, parley.adminToken);
  const path = "/v2/workspace/apikey/delete";

  const { counts } = await workspace.owner.data(path, { apiKey: workspace.apiKey, dryRun: true });
  const refused = await other.owner.post(path, { apiKey: workspace.apiKey, dryRun: true });

  expect(refused).toMatchObject({ status: 404, body: { error: { status: "NOT_FOUND" } } });
  const found = asRows(counts);
  await workspace.owner.data(path, { apiKey: workspace.apiKey });
  await ended(workspace);
  const { "workspace/rows": _, ...gone } = await removed(workspace);
  expect(found).toMatchObject(gone);
  expect(found["workspace/rows"]).toBeGreaterThan(2);
});

test("a dry run of locations counts their data, and the locations only if they would be removed", async () => {
  const { customer, apiKey, authToken } = await plantEverything(parley);
  const { counts } = await customer.data("/v2/organizations/documents/locations/delete", {
    ...at("beside"),
    locationIds: ["page"],
    dryRun: true,
  });
  const ofData = await customer.data("/v1/organizations/documents/locations/data/delete", {
    apiKey,
    authToken,
    ...at("beside"),
    location: { id: "page" },
    dryRun: true,
  });

  const { "directory/places": places, ...rest } = asRows(counts);
  expect(places).toBe(1);
  expect(asRows(ofData.counts)).toEqual(rest);
  expect(rest).toMatchObject({ "activity/recordings": 1, "notifications/notifications": 4 });
});

test("more than a hundred thousand rows are reported as more", async () => {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  await workspace.customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    createOrganization: true,
    documents: [{ documentId: "doc" }, { documentId: "full" }],
  });
  await querySql(
    parley.databaseUrl,
    `insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, stored_at_ms)
     select $1, 'acme', case when n <= 100000 then 'full' else 'doc' end, 'r' || n, 'ada', '{}', 1 from generate_series(1, 100001) n`,
    [workspace.apiKey],
  );
  // For a user with more threads and comments than the limit, rows are not counted, because each of them would have to be looked up.
  await querySql(
    parley.databaseUrl,
    `insert into activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
       select $1, 'acme', 'ada', 'full', n, n from generate_series(1, 100001) n`,
    [workspace.apiKey],
  );
  await querySql(
    parley.databaseUrl,
    `insert into activity.comment_users (api_key_id, organization_id, user_id, created_at_ms, annotation_ref, comment_id)
       select $1, 'acme', 'ada', n, n, 'c' from generate_series(1, 100001) n`,
    [workspace.apiKey],
  );
  const countsOf = async (path: string, data: object) => {
    const { counts } = await workspace.customer.data(path, { ...data, dryRun: true });
    return Object.fromEntries(counts.map(({ service, collection, rows }: Count) => [`${service}/${collection}`, rows]));
  };
  const recordings = async (path: string, data: object) => (await countsOf(path, data))["activity/recordings"];

  expect(await recordings("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["full"] })).toBe(100_000);
  expect(await recordings("/v2/organizations/delete", { organizationIds: ["acme"] })).toBe("more");
  expect(await countsOf("/v2/users/data/delete", { userIds: ["ada"] })).toMatchObject({
    "activity/recordings": "more",
    "activity/assignments": "more",
    "activity/comments": "more",
  });
});

test("a dry run of a missing folder fails like its deletion", async () => {
  const { customer } = await plantEverything(parley);
  const folder = { organizationId: "acme", folderId: "none" };

  const dry = await customer.post("/v2/organizations/folders/delete", { ...folder, dryRun: true });

  const { status, body } = await customer.post("/v2/organizations/folders/delete", folder);
  expect(dry.status).toBe(status);
  expect(dry.body.error.message).toBe(body.error.message);
});
