import { erasureTasksDoneTopic } from "@parley/contracts/topics";
import { event } from "@parley/messaging";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { rowsWith } from "../support/erasure-catalog.ts";
import { loseEvents } from "../support/lost-events.ts";
import { type Parley, startParley } from "../support/parley.ts";

const day = String(24 * 3_600_000);
const tellsAgain = { ...withConstants({ erasureTellAgainMs: 300 }) };
const asks = { ...withConstants({ erasureAskEveryMs: 300 }) };
const neverTells = { ...withConstants({ erasureTellAgainMs: Number(day) }) };
const neverAsks = { ...withConstants({ erasureAskEveryMs: Number(day) }) };

async function start(overrides: Readonly<Record<string, string>>): Promise<Parley> {
  const parley = await startParley("all-in-one", overrides);
  onTestFinished(() => parley.stop());
  return parley;
}

async function plant(parley: Parley, userId: string): Promise<Workspace> {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = workspace;
  const user = { userId, name: `Name of ${userId}` };
  await customer.data("/v2/users/add", { organizationId: "acme", createOrganization: true, users: [user] });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "doc" }] });
  await customer.data("/v2/recordings/add", { organizationId: "acme", documentId: "doc", recordings: [{ recordingId: "r", user }] });
  await customer.data("/v1/notifications/add", {
    organizationId: "acme",
    documentId: "doc",
    notificationId: "n",
    notifyAll: true,
    actionUser: user,
    displayHeadlineMessageTemplate: "Hello",
  });
  return workspace;
}

const begin = async ({ customer }: Workspace, userId: string) =>
  String((await customer.data("/v2/users/data/delete", { userIds: [userId] })).jobId);

interface Job {
  readonly left: number;
  readonly rows: number;
  readonly last: number;
}

async function jobOf({ databaseUrl }: Parley, jobId: string): Promise<Job> {
  const [job] = await querySql<Job & Record<string, number>>(
    databaseUrl,
    `select tasks_left as left, rows_erased::int as rows, last_task_completed_at_ms::float8 as last from users.erasure_jobs where job_id = $1`,
    [jobId],
  );
  if (job === undefined) throw new Error(`There is no job ${jobId}.`);
  return job;
}

const done = (parley: Parley, jobId: string) => until(async () => (await jobOf(parley, jobId)).left === 0, 20_000);

const tasksLeftOf = async ({ databaseUrl }: Parley, jobId: string, service: string, stage: number) => {
  const [row] = await querySql<{ tasks: number }>(
    databaseUrl,
    "select count(*)::int as tasks from users.erasure_tasks where job_id = $1 and service = $2 and stage = $3 and not done",
    [jobId, service, stage],
  );
  return row?.tasks ?? 0;
};

/** The services with unfinished tasks of the first stage. */
const openServicesOf = async ({ databaseUrl }: Parley, jobId: string) => {
  const open = "select distinct service from users.erasure_tasks where job_id = $1 and stage = 1 and not done";
  return (await querySql<{ service: string }>(databaseUrl, open, [jobId])).map(({ service }) => service);
};

test("a removal whose request was lost is announced again by its owner, and completes", async () => {
  const parley = await start({ ...tellsAgain, ...neverAsks });
  const workspace = await plant(parley, "lost-l1");
  const found = await loseEvents(parley.databaseUrl, "users", "requests");

  const jobId = await begin(workspace, "lost-l1");
  const whileLost = await rowsWith(parley.databaseUrl, ["lost-l1"]);
  await found();
  await done(parley, jobId);

  expect(whileLost.some((row) => row.startsWith("activity.recordings"))).toBe(true);
  expect(await rowsWith(parley.databaseUrl, ["lost-l1"])).toEqual([]);
});

test("a service whose report of a finished task was lost repeats it when the removal is announced again, and each task is counted once", async () => {
  const parley = await start({ ...tellsAgain, ...neverAsks });
  const workspace = await plant(parley, "lost-l2");
  const found = await loseEvents(parley.databaseUrl, "activity", "tasksDone");

  const jobId = await begin(workspace, "lost-l2");
  await until(async () => (await tasksLeftOf(parley, jobId, "notifications", 1)) === 0);
  await until(async () => (await querySql(parley.databaseUrl, "select from activity.work where kind = 'erasure'")).length === 0);
  const whileLost = await jobOf(parley, jobId);
  await found();
  await done(parley, jobId);

  expect(whileLost.left).toBeGreaterThan(0);
  expect(await rowsWith(parley.databaseUrl, ["lost-l2"])).toEqual([]);
});

test("a service asks for removals that it may have missed, also without a repeated announcement", async () => {
  const parley = await start({ ...neverTells, ...asks });
  const workspace = await plant(parley, "lost-l3");
  const found = [await loseEvents(parley.databaseUrl, "users", "requests"), await loseEvents(parley.databaseUrl, "activity", "tasksDone")];

  const jobId = await begin(workspace, "lost-l3");
  await until(async () => (await tasksLeftOf(parley, jobId, "notifications", 1)) === 0);
  await Promise.all(found.map((end) => end()));
  await done(parley, jobId);

  expect(await rowsWith(parley.databaseUrl, ["lost-l3"])).toEqual([]);
});

test("a service that was down while all events were lost learns of the removals before it is ready, and executes them", async () => {
  const parley = await startParley("all-in-one", { ...neverTells, ...neverAsks });
  const workspace = await plant(parley, "lost-l4");
  const found = await loseEvents(parley.databaseUrl, "users", "requests");
  const jobId = await begin(workspace, "lost-l4");
  await parley.stop();
  await found();

  const again = await start({
    PARLEY_DATABASE_URL: parley.databaseUrl,
    ...neverTells,
    ...neverAsks,
    ...withConstants({ erasureAskWaitMs: 60_000 }),
  });
  await until(async () => (await request(`${again.url}/readyz`)).statusCode === 200, 20_000);
  const marked = await querySql(
    again.databaseUrl,
    "select 'a' from activity.erasure_marks where api_key_id = $1 union all select 'n' from notifications.erasure_marks where api_key_id = $1",
    [workspace.apiKey],
  );
  await done(again, jobId);

  expect(marked.length).toBeGreaterThanOrEqual(2);
  expect(await rowsWith(again.databaseUrl, ["lost-l4"])).toEqual([]);
});

test("a removal announced many times is executed and counted once: the number of tasks left ends at 0, never falls below, and its time never decreases", async () => {
  const parley = await start({ ...withConstants({ erasureTellAgainMs: 20, erasureAskEveryMs: 20 }) });
  const workspace = await plant(parley, "often-l5");
  const slow = await loseEvents(parley.databaseUrl, "notifications", "tasksDone");

  const jobId = await begin(workspace, "often-l5");
  // Waits until only the blocked task of the first stage is left; the second stage waits for it.
  await until(async () => (await openServicesOf(parley, jobId)).join() === "notifications");
  const before = await jobOf(parley, jobId);
  for (let repeat = 0; repeat < 3; repeat++) await sayDone(parley, workspace, jobId);
  await until(async () => (await querySql(parley.databaseUrl, "select from activity.outbox")).length === 0);
  const after = await jobOf(parley, jobId);
  await slow();
  await done(parley, jobId);

  expect([after.left, after.rows]).toEqual([before.left, before.rows]);
  expect(after.last).toBeGreaterThanOrEqual(before.last);
  const end = await jobOf(parley, jobId);
  expect(end.left).toBe(0);
  expect(end.rows).toBeGreaterThanOrEqual(before.rows);
});

/** Repeats the activity service's report that a task of the first stage is finished, as a new event. */
async function sayDone({ databaseUrl }: Parley, { apiKey }: Workspace, jobId: string): Promise<void> {
  const task = { service: "activity", collection: "recordings", stage: 1 };
  const { id, key, type, payload } = event(erasureTasksDoneTopic, {
    apiKeyId: apiKey,
    key: jobId,
    message: { apiKeyId: apiKey, jobId, owner: "users", task, rows: 1_000n },
  });
  await querySql(
    databaseUrl,
    `insert into activity.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
     values (3, $1, $2, $3, $4, $5, '{}', '', $6)`,
    [id, erasureTasksDoneTopic.name, key, type, apiKey, Buffer.from(payload)],
  );
}

test("a completed job is still complete after a restart, with the time of its last task", async () => {
  const parley = await startParley("all-in-one");
  const workspace = await plant(parley, "done-l6");
  const jobId = await begin(workspace, "done-l6");
  await done(parley, jobId);
  const before = await workspace.customer.data("/v1/users/data/delete/status", { jobId });
  await parley.stop();

  const again = await start({ PARLEY_DATABASE_URL: parley.databaseUrl, ...tellsAgain, ...asks });
  const customer = new Customer(again.url, workspace.customer.credentials);
  const after = await customer.data("/v1/users/data/delete/status", { jobId });

  expect(before).toMatchObject({ isDeleteCompleted: true, tasksLeft: 0 });
  expect(after).toEqual(before);
});
