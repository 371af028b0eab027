import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { loseEvents } from "../support/lost-events.ts";
import { type Parley, startParley } from "../support/parley.ts";

// One row per chunk and long pauses, so that a removal lasts long enough to be paused.
const slowly = { ...withConstants({ erasureChunkRows: 1, erasureTellAgainMs: 300, erasureAskEveryMs: 300 }) };

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one", slowly);
});

afterAll(() => parley?.stop());

async function plant(recordings: number): Promise<Workspace> {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer, apiKey } = workspace;
  await customer.data("/v2/users/add", { organizationId: "acme", createOrganization: true, users: [{ userId: "ada", name: "Ada" }] });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "doc" }] });
  await querySql(
    parley.databaseUrl,
    `insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, stored_at_ms)
     select $1, 'acme', 'doc', 'r' || n, 'ada', '{}', 1 from generate_series(1, $2::int) n`,
    [apiKey, recordings],
  );
  return workspace;
}

const removals = ({ customer }: Workspace, filters: object = {}) => customer.data("/v2/workspace/removals/get", filters);
const setPaused = ({ customer }: Workspace, jobId: string, paused: boolean) =>
  customer.post(`/v2/workspace/removals/${paused ? "pause" : "resume"}`, { jobId });

const begin = async ({ customer }: Workspace) => String((await customer.data("/v2/users/data/delete", { userIds: ["ada"] })).jobId);

const recordingsOf = async ({ apiKey }: Workspace) => {
  const [row] = await querySql<{ rows: number }>(
    parley.databaseUrl,
    "select count(*)::int as rows from activity.recordings where api_key_id = $1",
    [apiKey],
  );
  return row?.rows ?? 0;
};

/** Begins a removal that is paused before any service is notified of it. All services learn of it in the paused state when they ask. */
async function beginPaused(workspace: Workspace): Promise<string> {
  const found = await loseEvents(parley.databaseUrl, "users", "requests");
  const beginAsUsual = await beginAsPaused();
  const jobId = await begin(workspace);
  await beginAsUsual();
  await setPaused(workspace, jobId, true);
  await found();
  await rests(workspace);
  return jobId;
}

/**
 * Every removal of a user is paused from the start, because on a busy machine a service may ask before a request has paused it. Returns a
 * function to end that.
 */
async function beginAsPaused(): Promise<() => Promise<void>> {
  await querySql(
    parley.databaseUrl,
    `create or replace function users.begin_paused() returns trigger language plpgsql as $$ begin new.paused = true; return new; end $$;
     create or replace trigger begin_paused before insert on users.erasure_jobs for each row execute function users.begin_paused()`,
  );
  return async () => {
    await querySql(parley.databaseUrl, "drop trigger begin_paused on users.erasure_jobs");
  };
}

/** Whether activity knows of the pause and no longer works on the removal. */
const rests = async ({ apiKey }: Workspace) =>
  until(async () => {
    const [row] = await querySql<{ paused: boolean | null; working: boolean }>(
      parley.databaseUrl,
      `select (select bool_and(paused) from activity.erasures where api_key_id = $1) as paused,
         exists (select from activity.work where api_key_id = $1 and kind = 'erasure' and state = 'leased') as working`,
      [apiKey],
    );
    return row?.paused === true && !row.working;
  }, 60_000);

test("removals of users and of places are one list, newest first, page by page, and none of another key", {
  timeout: 120_000,
}, async () => {
  const workspace = await plant(0);
  const { customer } = workspace;
  const other = await plant(0);
  await customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["doc"] });
  const jobId = await begin(workspace);
  await customer.data("/v2/organizations/delete", { organizationIds: ["acme"] });
  await until(async () => (await removals(workspace, { openOnly: true })).length === 0, 60_000);

  const all = await removals(workspace);
  const first = await customer.post("/v2/workspace/removals/get", { pageSize: 2 });
  const second = await customer.post("/v2/workspace/removals/get", { pageSize: 2, pageToken: first.body.result.nextPageToken });

  expect(all.map(({ kind }: { kind: string }) => kind)).toEqual(["organization", "user", "document"]);
  expect(all[1]).toMatchObject({ jobId, state: "completed", tasksLeft: 0, tasks: [] });
  expect([...first.body.result.data, ...second.body.result.data]).toEqual(all);
  expect(second.body.result.nextPageToken).toBeNull();
  expect(await removals(workspace, { jobId })).toEqual([all[1]]);
  expect(await removals(other, { jobId })).toEqual([]);
  expect((await setPaused(other, jobId, true)).status).toBe(404);
  expect((await setPaused(workspace, jobId, true)).body.result.message).toBe("Removal is complete already.");
});

test("a removal continues even if the event that resumed it was lost", { timeout: 180_000 }, async () => {
  const workspace = await plant(200);
  const jobId = await beginPaused(workspace);
  const found = await loseEvents(parley.databaseUrl, "users", "requests");
  await setPaused(workspace, jobId, false);
  await until(async () => (await removals(workspace, { jobId }))[0].state === "completed", 60_000);
  await found();

  expect(await recordingsOf(workspace)).toBe(0);
});

test("a paused removal removes nothing, even after a restart, and completes after it is resumed", { timeout: 180_000 }, async () => {
  const workspace = await plant(300);
  const jobId = await beginPaused(workspace);
  await parley.stop();
  parley = await startParley("all-in-one", {
    ...slowly,
    ...withConstants({ erasureChunkRows: 5_000 }),
    PARLEY_DATABASE_URL: parley.databaseUrl,
  });
  const again = { ...workspace, customer: new Customer(parley.url, workspace.customer.credentials) };
  const left = await recordingsOf(workspace);
  const [paused] = await removals(again, { openOnly: true });
  // Waits until the owner has announced the removal again.
  await until(async () => (await toldAt(jobId)) > paused.requestedAt + 1_000, 60_000);
  const stillLeft = await recordingsOf(workspace);

  await setPaused(again, jobId, false);
  await until(async () => (await removals(again, { jobId }))[0].state === "completed", 60_000);

  expect(paused).toMatchObject({ jobId, state: "paused" });
  expect(paused.tasks).toContainEqual({ service: "activity", collection: "recordings", stage: 1, done: false });
  expect(left).toBeGreaterThan(0);
  expect(stillLeft).toBe(left);
  expect(await recordingsOf(workspace)).toBe(0);
});

async function toldAt(jobId: string): Promise<number> {
  const [row] = await querySql<{ told: number }>(
    parley.databaseUrl,
    "select told_at_ms::float8 as told from users.erasure_jobs where job_id = $1",
    [jobId],
  );
  return row?.told ?? 0;
}
