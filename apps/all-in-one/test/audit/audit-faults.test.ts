import { querySql, until } from "@parley/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("separate", { PARLEY_AUDIT_UNKNOWN_AFTER_MS: "2000" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
}, 120_000);

afterAll(() => parley?.stop());

const organizations = ["one", "two", "three"];
const remove = (organizationId: string) => workspace.customer.post("/v2/organizations/delete", { organizationIds: [organizationId] });

async function outcomesOf(organizationId: string) {
  const rows = await querySql<{ outcome: string | null }>(
    parley.databaseUrl,
    "select outcome from workspace.audit_records where workspace_id = $1 and action = 'organizations.delete' and $2 = any(target_ids)",
    [workspace.workspaceId, organizationId],
  );
  return rows.map(({ outcome }) => outcome);
}

/** Blocks all changes of organizations until the test ends it. */
async function holdOrganizations(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: parley.databaseUrl });
  await holder.connect();
  let isHeld = true;
  const release = async () => {
    if (isHeld) await holder.end();
    isHeld = false;
  };
  onTestFinished(release);
  await holder.query("begin");
  await holder.query("lock table directory.organizations in share mode");
  return release;
}

test("without the workspace service an act fails with UNAVAILABLE within a few seconds and is not done; acts succeed again when the service is back", async () => {
  const { customer } = workspace;
  await customer.data("/v2/organizations/add", { organizations: organizations.map((organizationId) => ({ organizationId })) });
  const service = parley.processOf("workspace");
  service.kill("SIGSTOP");
  onTestFinished(() => void service.kill("SIGCONT"));

  const beganAtMs = performance.now();
  const answer = await remove("one");
  const tookMs = performance.now() - beganAtMs;
  service.kill("SIGCONT");

  expect(answer.status).toBe(503);
  expect(answer.body.error.message).toContain("could not be recorded in the audit log");
  expect(tookMs).toBeLessThan(5_000);
  expect(await until(async () => (await customer.post("/v2/organizations/get", {})).body.result?.data)).toHaveLength(3);
  expect(await until(async () => (await remove("one")).status === 200)).toBe(true);
});

test("an outcome that did not reach the workspace service is written as soon as it responds again", async () => {
  const release = await holdOrganizations();
  const service = parley.processOf("workspace");
  const removed = remove("two");
  await until(async () => (await outcomesOf("two")).length === 1);
  service.kill("SIGSTOP");
  onTestFinished(() => void service.kill("SIGCONT"));
  await release();

  const answer = await removed;
  service.kill("SIGCONT");

  expect(answer.status).toBe(200);
  expect(await until(async () => (await outcomesOf("two")).find((outcome) => outcome !== null))).toBeDefined();
}, 30_000);

test("a gateway killed between intent and outcome leaves a record with an unknown outcome", async () => {
  const release = await holdOrganizations();
  const removed = remove("three").catch(() => undefined);
  await until(async () => (await outcomesOf("three")).length === 1);

  parley.processOf("gateway").kill("SIGKILL");
  await removed;
  await release();

  expect(await until(async () => (await outcomesOf("three")).find((outcome) => outcome !== null))).toBe("unknown");
}, 30_000);
