import { withConstants } from "@parley/runtime";
import { freshDatabase, openConnection, querySql, startProcess, type TestProcess, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modules } from "../../src/modules.ts";
import { rowsWith } from "../support/erasure-catalog.ts";
import { erasureSteps } from "./steps.ts";

let parley: TestProcess;

// Two rows per chunk, so that a job lasts long enough to be observed.
beforeAll(async () => {
  parley = await startProcess(modules, { ...withConstants({ erasureChunkRows: 2, erasurePausePercent: 0 }) });
});

afterAll(() => parley?.stop());

const { newWorkspace, plantUser, recordingsOf, ops, begin, status, finished } = erasureSteps(() => parley);

test("a paused job removes nothing until it is resumed", async () => {
  const workspace = await newWorkspace();
  await plantUser(workspace, "paused", 1_000);
  const jobId = await begin(workspace, ["paused"]);
  const job = { schema: "users", apiKeyId: workspace.apiKey, jobId };

  const paused = await ops("/erasure-jobs/pause", job);
  await until(async () => {
    const [row] = await querySql<{ working: boolean }>(
      parley.databaseUrl,
      `select exists (select from activity.erasures where not paused)
         or exists (select from activity.work where kind = 'erasure' and state = 'leased') as working`,
    );
    return row?.working === false;
  });
  const left = await recordingsOf(workspace, "paused");
  const listed = await ops("/erasure-jobs");
  const whilePaused = await status(workspace, jobId);
  const stillLeft = await recordingsOf(workspace, "paused");
  // A task that stays paused for long checks less and less often. The next check is moved far into the future here.
  for (const schema of ["activity", "notifications", "users", "directory"])
    await querySql(
      parley.databaseUrl,
      `update ${schema}.work set due_at_ms = due_at_ms + 3600000 where kind = 'erasure' and state = 'scheduled'`,
    );
  const resumed = await ops("/erasure-jobs/resume", job);
  await finished(workspace, jobId);

  expect([paused.status, resumed.status]).toEqual([200, 200]);
  expect(left).toBeGreaterThan(0);
  expect(stillLeft).toBe(left);
  expect(whilePaused.isDeleteCompleted).toBe(false);
  expect(listed.body).toMatchObject({ erasureJobs: { users: [{ jobId, kind: "user", paused: true }] } });
  expect(JSON.stringify(listed.body)).not.toContain("Name of");
  expect(await recordingsOf(workspace, "paused")).toBe(0);
});

test("a throttled job is no faster than its limit", async () => {
  const workspace = await newWorkspace();
  await plantUser(workspace, "slow", 40);
  const jobId = await begin(workspace, ["slow"]);
  const beganMs = performance.now();

  await ops("/erasure-jobs/throttle", { schema: "users", apiKeyId: workspace.apiKey, jobId, rowsPerSecond: 50 });
  await finished(workspace, jobId);

  // Some rows may have been removed before the limit arrived.
  expect(performance.now() - beganMs).toBeGreaterThan(300);
});

test("the operators' requests about erasure jobs refuse unknown input", async () => {
  const unknown = await ops("/erasure-jobs/pause", { schema: "users", apiKeyId: "pk_x", jobId: "job_x" });
  const schema = await ops("/erasure-jobs/pause", { schema: "nowhere", apiKeyId: "pk_x", jobId: "job_x" });
  const body = await ops("/erasure-jobs/throttle", { schema: "users", apiKeyId: "pk_x", jobId: "job_x" });

  expect([unknown.status, schema.status, body.status]).toEqual([404, 400, 400]);
});

test("writes begun before the request and committed after the first pass are removed by the second", async () => {
  const workspace = await newWorkspace();
  await plantUser(workspace, "late-writer-q1", 1);
  const client = await openConnection(parley.databaseUrl);
  await client.query("begin");
  await client.query(
    `insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user)
     values ($1, 'acme', 'doc', 'late', 'late-writer-q1', '{}')`,
    [workspace.apiKey],
  );

  const jobId = await begin(workspace, ["late-writer-q1"]);
  await until(async () => {
    const [job] = await querySql<{ stage: number }>(parley.databaseUrl, "select stage from users.erasure_jobs where job_id = $1", [jobId]);
    return job?.stage === 2;
  });
  // Waits until the second pass was attempted twice and found a transaction still open.
  await until(async () => {
    const [work] = await querySql<{ waits: boolean }>(
      parley.databaseUrl,
      `select count(*) filter (where attempts >= 2) > 0 as waits from activity.work
       where kind = 'erasure' and dedupe_key like $1 || '/2/%'`,
      [jobId],
    );
    return work?.waits === true;
  }, 20_000);
  const whileWriting = await status(workspace, jobId);
  await client.query("commit");
  await finished(workspace, jobId);

  expect(whileWriting.tasksLeft).toBeGreaterThan(0);
  expect(await rowsWith(parley.databaseUrl, ["late-writer-q1"])).toEqual([]);
});

test("an open transaction in another database of the same server does not delay a removal", async () => {
  const workspace = await newWorkspace();
  await plantUser(workspace, "beside-q5", 1);
  const client = await openConnection(await freshDatabase());
  await client.query("begin; select pg_current_xact_id()");

  await finished(workspace, await begin(workspace, ["beside-q5"]));

  expect(await recordingsOf(workspace, "beside-q5")).toBe(0);
  await client.query("rollback");
});

test("data that a user writes after the request is kept, as is the place to which the user was added again", async () => {
  const workspace = await newWorkspace();
  await plantUser(workspace, "returns", 600);

  const jobId = await begin(workspace, ["returns"]);
  await workspace.customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "returns", name: "New" }] });
  await workspace.customer.data("/v2/recordings/add", {
    organizationId: "acme",
    documentId: "doc",
    recordings: [{ recordingId: "new", user: { userId: "returns" }, name: "new" }],
  });
  await finished(workspace, jobId);

  const { body } = await workspace.customer.post("/v2/users/data/get", { organizationId: "acme", userId: "returns" });
  expect(body.result.data.recordings).toMatchObject([{ recordingId: "new" }]);
  expect(body.result.userProfile).toMatchObject({ name: "New", organizations: ["acme"], documents: [] });
});

test("an assignment to an older thread after the request is kept, and one before it is removed", async () => {
  const workspace = await newWorkspace();
  const { customer } = workspace;
  const organizationId = "acme";
  const documentId = "doc";
  await plantUser(workspace, "returns-q4", 1);
  const commentData = [{ commentId: "c", commentText: "text", from: { userId: "other" } }];
  const assignedTo = { userId: "returns-q4" };
  await customer.data("/v2/commentannotations/add", {
    organizationId,
    documentId,
    commentAnnotations: [
      { annotationId: "later", commentData },
      { annotationId: "before", assignedTo, commentData },
    ],
  });
  const client = await openConnection(parley.databaseUrl);
  await client.query("begin; lock table activity.erasures");

  const jobId = await begin(workspace, ["returns-q4"]);
  await customer.data("/v2/commentannotations/update", {
    organizationId,
    documentId,
    annotationIds: ["later"],
    updatedData: { assignedTo },
  });
  await client.query("commit");
  await finished(workspace, jobId);

  const { body } = await customer.post("/v2/commentannotations/get", { organizationId, documentId });
  const assignees = body.result.data.map((thread: { annotationId: string; assignedTo: unknown }) => [
    thread.annotationId,
    thread.assignedTo,
  ]);
  expect(Object.fromEntries(assignees)).toEqual({ later: assignedTo, before: undefined });
});

test("with named organizations only the user's data there is removed, and the profile is kept", async () => {
  const workspace = await newWorkspace();
  await plantUser(workspace, "two-homes", 3, "acme");
  await plantUser(workspace, "two-homes", 3, "globex");

  await finished(workspace, await begin(workspace, ["two-homes"], ["globex"]));

  expect(await recordingsOf(workspace, "two-homes")).toBe(3);
  const { body } = await workspace.customer.post("/v2/users/data/get", { organizationId: "acme", userId: "two-homes" });
  expect(body.result.userProfile).toMatchObject({ name: "Name of two-homes", organizations: ["acme"], documents: ["doc"] });
});

test("many users are one job, and a second job finds nothing to remove", async () => {
  const workspace = await newWorkspace();
  for (const userId of ["many-1-q2", "many-2-q2", "many-3-q2"]) await plantUser(workspace, userId, 5);
  const userIds = ["many-1-q2", "many-2-q2", "many-3-q2", "never-there-q2"];

  await finished(workspace, await begin(workspace, userIds));
  await finished(workspace, await begin(workspace, userIds));

  expect(await rowsWith(parley.databaseUrl, userIds)).toEqual([]);
});

test("a job leaves a record that is found by a hash of the user and does not name the user", async () => {
  const workspace = await newWorkspace();
  await plantUser(workspace, "recorded-q3", 1);
  const jobId = await begin(workspace, ["recorded-q3"]);
  await finished(workspace, jobId);

  const [job] = await querySql(
    parley.databaseUrl,
    `select kind, tasks_left, tasks_count > 30 as counted, rows_erased > 2 as erased from users.erasure_jobs
     where subject_hashes @> array[encode(sha256(convert_to($1 || E'\\nuser:recorded-q3', 'UTF8')), 'hex')]`,
    [workspace.apiKey],
  );

  expect(job).toEqual({ kind: "user", tasks_left: 0, counted: true, erased: true });
});

test("the job of another API key and an unknown job are not found, with code 404", async () => {
  const workspace = await newWorkspace();
  const other = await newWorkspace();
  const jobId = await begin(workspace, ["somebody"]);

  const answers = [
    await other.customer.post("/v1/users/data/delete/status", { jobId }),
    await workspace.customer.post("/v1/users/data/delete/status", { jobId: "job_unknown" }),
  ];

  for (const { status: http, body } of answers) {
    expect(http).toBe(404);
    expect(body.error).toMatchObject({ status: "NOT_FOUND", code: 404 });
  }
});

test("before the first task is finished its time is 0, and afterwards the current time", async () => {
  const workspace = await newWorkspace();
  const beganMs = Date.now() - 5_000;

  const jobId = await begin(workspace, ["timed"]);
  await finished(workspace, jobId);

  const done = await status(workspace, jobId);
  expect(done).toEqual({ isDeleteCompleted: true, tasksLeft: 0, lastTaskCompletedTime: expect.any(Number) });
  expect(done.lastTaskCompletedTime).toBeGreaterThan(beganMs);
});
