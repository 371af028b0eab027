import { withConstants } from "@parley/runtime";
import { openConnection, querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { Customer, createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";
import { useWorkspace } from "../support/use-workspace.ts";

const patience = { timeout: 30_000 };
const { parley, workspace } = useWorkspace({ ...withConstants({ trafficReportMs: 100, backlogReportMs: 100 }) });

const most = ({ minutes }: { minutes: Record<string, number>[] }, name: string) => Math.max(...minutes.map((minute) => minute[name] ?? 0));
const overview = (minutes = 5) => workspace.customer.data("/v2/overview/get", { minutes });

test("the overview counts the requests of an API key, those that failed, and how long they took", async () => {
  for (const organizationId of ["a", "b", "c"])
    await workspace.customer.data("/v2/organizations/add", { organizations: [{ organizationId }] });
  await workspace.customer.post("/v2/organizations/add", { organizations: "none" });

  await expect.poll(async () => (await overview()).requests, patience).toBeGreaterThanOrEqual(4);

  const { clientErrors, serverErrors, p95Ms, minutes, requests } = await overview();
  expect({ clientErrors, serverErrors }).toEqual({ clientErrors: 1, serverErrors: 0 });
  expect(p95Ms).toBeGreaterThan(0);
  expect(minutes).toHaveLength(5);
  expect(minutes.reduce((sum: number, each: { requests: number }) => sum + each.requests, 0)).toBe(requests);
  expect(minutes[4].at - minutes[0].at).toBe(4 * 60_000);
});

test("a stream counts with the time of its first part, however long it lasts", async () => {
  await using streaming = await startParley("all-in-one", { PARLEY_TRAFFIC_REPORT_MS: "100", PARLEY_CHANGES_STREAM_MS: "6000" });
  const { customer } = await createWorkspace(streaming.url, streaming.adminToken);
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const response = await fetch(`${streaming.url}/v2/changes/stream`, {
    method: "POST",
    headers: { ...customer.credentials, "content-type": "application/json" },
    body: JSON.stringify({ data: { organizationId: "acme", cursor: "now" } }),
  });

  const beganMs = performance.now();
  expect(await response.text()).toContain("event: end");
  expect(performance.now() - beganMs).toBeGreaterThan(5_000);
  const counted = () => customer.data("/v2/overview/get", { minutes: 5 });
  await expect.poll(async () => (await counted()).requests, patience).toBeGreaterThanOrEqual(2);

  expect((await counted()).p95Ms).toBeLessThan(5_000);
});

test("a week of the overview is returned by the hour, and says since when figures exist", async () => {
  await expect.poll(async () => (await overview()).requests, patience).toBeGreaterThan(0);
  const hourMs = 3_600_000;

  const { minutes, stepMinutes, since } = await workspace.customer.data("/v2/overview/get", { minutes: 10_080, stepMinutes: 15 });

  expect([minutes.length, stepMinutes]).toEqual([168, 60]);
  expect(minutes[1].at - minutes[0].at).toBe(hourMs);
  expect(since).toBeGreaterThan(Date.now() - hourMs);
  const quarters = await workspace.customer.data("/v2/overview/get", { minutes: 60, stepMinutes: 15 });
  expect([quarters.minutes.length, quarters.stepMinutes]).toEqual([4, 15]);
});

test("requests refused because too many of their key are waiting are counted like all others", async () => {
  await using busy = await startParley("all-in-one", {
    ...withConstants({ trafficReportMs: 100 }),
    PARLEY_REQUEST_TIMEOUT_MS: "4000",
    PARLEY_MAX_IN_FLIGHT_PER_KEY: "900",
  });
  const { customer } = await createWorkspace(busy.url, busy.adminToken);
  const overviewOf = () => customer.data("/v2/overview/get", { minutes: 5 });
  // Before the gateway is ready, it closes each connection after its answer, and does not refuse requests by their headers.
  const isReady = async () => (await customer.post("/v2/organizations/get", {})).headers.connection !== "close";
  await until(isReady, 10_000);
  const lock = await openConnection(busy.databaseUrl);
  await lock.query("begin; lock table directory.organizations");
  const sent: Promise<void>[] = [];
  let refused = 0;
  const post = async () => {
    const { status } = await customer.post("/v2/organizations/get", {});
    if (status === 429) refused++;
  };
  const send = () => sent.push(post());

  for (let count = 0; count < 80; count++) send();
  await until(async () => {
    send();
    return refused > 0;
  });
  // After a refusal, further requests of the same caller are refused as soon as their headers have arrived.
  for (let count = 0; count < 40; count++) send();
  await until(async () => refused > 20);
  await lock.query("commit");
  await Promise.all(sent);

  await expect.poll(async () => (await overviewOf()).clientErrors, patience).toBe(refused);
  expect((await overviewOf()).serverErrors).toBe(0);
});

test("automatic reads of a console session are not counted for an API key", async () => {
  const other = await createWorkspace(parley.url, parley.adminToken);
  const page = { origin: parley.url, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const token = other.owner.credentials["x-svc-auth-token"] ?? "";
  const signIn = JSON.stringify({ workspaceId: other.workspaceId, token, role: "read" });
  const { headers } = await new Customer(parley.url).send("/console/session", signIn, { headers: page });
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  const read = () => new Customer(parley.url).post("/v2/overview/get", {}, { ...page, cookie, "x-svc-api-key": other.apiKey });
  await read();
  await other.customer.data("/v2/organizations/get", {});

  await expect.poll(async () => (await read()).body.result.data.requests, patience).toBe(1);

  // Reading the overview itself is not counted: the next report contains only the two requests.
  await other.customer.data("/v2/organizations/get", {});
  await expect.poll(async () => (await read()).body.result.data.requests, patience).toBe(2);
});

test("waiting deliveries and incomplete removals are shown while they exist", async () => {
  const { customer } = workspace;
  await customer.data("/v2/users/add", { organizationId: "a", createOrganization: true, users: [{ userId: "ada" }] });
  await customer.data("/v2/organizations/documents/add", { organizationId: "a", documents: [{ documentId: "doc" }] });
  // No name with this ending resolves: every attempt fails, and the delivery waits for its next one.
  await customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl: "https://webhooks.example.invalid/" },
  });
  await customer.data("/v2/commentannotations/add", {
    organizationId: "a",
    documentId: "doc",
    commentAnnotations: [{ commentData: [{ commentText: "Hello", from: { userId: "ada" } }] }],
  });

  for (const schema of ["users", "directory"]) {
    await querySql(
      parley.databaseUrl,
      `insert into ${schema}.erasure_jobs (api_key_id, job_id, kind, subject_hashes, requested_at_ms, tasks_count, tasks_left)
       values ($1, 'job_open', 'user', '{}', 1, 1, 1)`,
      [workspace.apiKey],
    );
  }

  await expect.poll(async () => most(await overview(), "waitingDeliveries"), patience).toBe(1);
  await expect.poll(async () => most(await overview(), "openRemovals"), patience).toBe(2);
});
