import { operations } from "@parley/gateway/operations";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { consolePage } from "../support/console-page.ts";
import { Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { withRealIds } from "../support/real-ids.ts";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  // A proxy in front names the client.
  parley = await startParley("all-in-one", { PARLEY_PROXY_HOPS: "1" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
});

afterAll(() => parley?.stop());

const { signIn, presented, sessionOf, signOut, call } = consolePage(() => ({ url: parley.url, workspace }));

interface Seen {
  readonly action: string;
  readonly outcome: string;
  readonly targets: readonly { readonly type: string; readonly id: string | null }[];
  readonly [field: string]: unknown;
}

const recordsOf = ({ owner }: Workspace, filters: object = {}): Promise<Seen[]> => owner.data("/v2/workspace/audit/get", filters);
const admin = () => new Customer(parley.url, { "x-svc-admin-token": parley.adminToken, "x-svc-workspace-id": "installation" });

/** The newest record of an action. */
async function newest(of: Workspace, action: string): Promise<Seen> {
  const [record] = await recordsOf(of, { actions: [action] });
  if (record === undefined) throw new Error(`There is no record of ${action}.`);
  return record;
}

test("an act of administration is recorded with its actor, action, origin and outcome, and without values of fields", async () => {
  const { owner, apiKey } = workspace;
  const headers = { "x-forwarded-for": "198.51.100.9", "user-agent": "deployer/1.0", "x-request-id": "the-request" };

  const { body } = await owner.post("/v2/workspace/authtokens/create", { apiKey, name: "secret name" }, headers);
  const record = await newest(workspace, "authTokens.create");

  expect(record).toMatchObject({
    outcome: "success",
    workspaceId: workspace.workspaceId,
    apiKey,
    actor: { type: "token", name: "First token" },
    targets: [
      { type: "apiKey", id: apiKey },
      { type: "token", id: body.result.data.tokenId },
    ],
    context: { ip: "198.51.100.9", userAgent: "deployer/1.0", requestId: expect.any(String) },
    changes: ["name"],
  });
  expect(JSON.stringify(record)).not.toMatch(/secret name|sk_/);
});

test("an act of an API key's administrator, a removal and an export are recorded, and acts of users are not", async () => {
  const own = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = own;
  await customer.data("/v2/users/add", { organizationId: "acme", createOrganization: true, users: [{ userId: "ada" }] });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "doc" }] });
  await customer.data("/v2/users/data/get", { organizationId: "acme", userId: "ada" });
  await customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["doc"] });
  await customer.data("/v2/workspace/apikeyconfig/update", { notifyOfComments: false });

  const recorded = await recordsOf(own);

  expect(recorded.map(({ action }) => action)).toEqual(["apiKeys.updateConfig", "documents.delete", "users.getData"]);
  expect(recorded.map(({ targets }) => targets.map(({ type, id }) => `${type} ${id}`))).toEqual([
    [],
    ["organization acme", "document doc"],
    ["organization acme", "user ada"],
  ]);
});

test("a list without reads leaves out what administrators looked at, and keeps changes, exports and refused changes", async () => {
  const own = await createWorkspace(parley.url, parley.adminToken);
  await own.owner.data("/v2/workspace/authtokens/get", { apiKey: own.apiKey });
  await own.customer.post("/v2/users/data/get", { organizationId: "acme", userId: "ada" });
  await own.owner.post("/v2/workspace/authtokens/create", { apiKey: "unknown" });

  const kept = ["authTokens.create", "users.getData"];
  expect((await recordsOf(own, { withoutReads: true })).map(({ action }) => action)).toEqual(kept);
  expect((await recordsOf(own)).map(({ action }) => action)).toEqual(["audit.list", ...kept, "authTokens.list"]);
});

test("a refused act is recorded as refused, and a request sent again with its idempotency key is one act", async () => {
  const { owner } = workspace;
  const key = { "idempotency-key": "once" };
  await owner.post("/v2/workspace/apikey/update", { apiKey: "pk_test_unknown", apiKeyName: "none" });
  await owner.post("/v2/workspace/apikey/create", { ownerEmail: "a@example.com", apiKeyName: "twice" }, key);
  const before = await recordsOf(workspace, { actions: ["apiKeys.create"] });

  const again = await owner.post("/v2/workspace/apikey/create", { ownerEmail: "a@example.com", apiKeyName: "twice" }, key);

  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect(await recordsOf(workspace, { actions: ["apiKeys.create"] })).toEqual(before);
  expect(await newest(workspace, "apiKeys.update")).toMatchObject({
    outcome: "refused",
    targets: [{ type: "apiKey", id: "pk_test_unknown" }],
  });
});

test("acts of the admin token are in the log of the installation, which no workspace can read", async () => {
  const made = await createWorkspace(parley.url, parley.adminToken);

  const [record] = await admin().data("/v2/workspace/audit/get", { actions: ["workspaces.create"] });

  expect(record).toMatchObject({
    workspaceId: "installation",
    actor: { type: "admin", id: "" },
    targets: [{ type: "workspace", id: made.workspaceId }],
    outcome: "success",
  });
  expect((await workspace.owner.post("/v2/workspace/audit/get", {}, { "x-svc-workspace-id": "installation" })).status).toBe(401);
});

test("sign-ins to the console, sign-outs and refusals are recorded, and acts of a session under its name", async () => {
  const cookie = await sessionOf("administrate");
  await call("/v2/workspace/apikey/update", { apiKey: workspace.apiKey, apiKeyName: "by hand" }, cookie);
  await signOut(cookie);
  await signIn(presented("administrate", `sk_${"0".repeat(40)}wrong`));

  const [refused, out, done, signedIn] = await recordsOf(workspace, {
    actions: ["console.signIn", "console.signOut", "apiKeys.update"],
    pageSize: 4,
  });

  expect(signedIn).toMatchObject({ action: "console.signIn", outcome: "success", actor: { type: "token", name: "First token" } });
  expect(done).toMatchObject({ action: "apiKeys.update", actor: { type: "session", name: 'token "First token"' } });
  expect(out).toMatchObject({ action: "console.signOut", outcome: "success" });
  expect(refused).toMatchObject({ action: "console.signIn", outcome: "refused", actor: { name: null } });
});

test("an act beyond the rights of a token or a session is recorded as refused, and not done", async () => {
  const own = await createWorkspace(parley.url, parley.adminToken);
  const { token } = await own.owner.data("/v2/workspace/authtokens/create", { apiKey: own.apiKey, name: "reads only", role: "read" });
  const reader = own.customer.as({ ...own.customer.credentials, "x-svc-auth-token": token });

  const { status } = await reader.post("/v2/users/data/delete", { userIds: ["ada"] });
  await reader.post("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });

  const [refused, ...others] = await recordsOf(own, { actions: ["users.deleteData", "organizations.add"] });
  expect(status).toBe(403);
  expect(refused).toMatchObject({ action: "users.deleteData", outcome: "refused", actor: { name: "reads only" }, apiKey: own.apiKey });
  expect(others).toEqual([]);
});

test("an act on an organization that a token cannot access is recorded as refused, with its target", async () => {
  const own = await createWorkspace(parley.url, parley.adminToken);
  await own.customer.data("/v2/organizations/add", { organizations: [{ organizationId: "mine" }, { organizationId: "theirs" }] });
  const grant = { apiKey: own.apiKey, name: "of mine", organizationIds: ["mine"] };
  const { token } = await own.owner.data("/v2/workspace/authtokens/create", grant);
  const bound = own.customer.as({ ...own.customer.credentials, "x-svc-auth-token": token });

  const { status } = await bound.post("/v2/organizations/documents/delete", { organizationId: "theirs", documentIds: ["plan"] });

  const record = await newest(own, "documents.delete");
  expect(status).toBe(403);
  expect(record).toMatchObject({ outcome: "refused", actor: { name: "of mine" }, apiKey: own.apiKey });
  expect(record.targets).toContainEqual({ type: "organization", id: "theirs" });
});

test("strangers can add only a bounded number of records to the log of a workspace, and none for a workspace that does not exist", async () => {
  const other = await createWorkspace(parley.url, parley.adminToken);
  const wrong = { workspaceId: other.workspaceId, token: "wrong", role: "read" };

  await Promise.all(Array.from({ length: 60 }, () => signIn(wrong)));
  const answer = await signIn({ ...wrong, workspaceId: "ws_unknown" });

  const refused = await recordsOf(other, { actions: ["console.signIn"], pageSize: 100 });
  expect(answer.status).toBe(401);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(31);
});

test("acts of operators at the ops port are recorded, including reading a dead letter; lists are not", async () => {
  const ops = `http://127.0.0.1:${parley.opsPort}`;
  const post = (path: string, body: object) =>
    fetch(`${ops}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  await fetch(`${ops}/dead-letters`);
  await post("/dead-letters/redrive", { schema: "users", ids: [1] });
  await fetch(`${ops}/dead-letters/inspect?schema=users&id=7`);
  await post("/erasure-jobs/pause", { schema: "users", apiKeyId: "pk_none", jobId: "job_none" });

  const records: Seen[] = await admin().data("/v2/workspace/audit/get", { pageSize: 5 });

  expect(records.filter(({ action }) => action.startsWith("ops.")).map(({ action, outcome }) => [action, outcome])).toEqual([
    ["ops.erasureJobs.pause", "refused"],
    ["ops.deadLetters.inspect", "refused"],
    ["ops.deadLetters.redrive", "success"],
  ]);
  expect(records.find(({ action }) => action === "ops.deadLetters.redrive")?.targets).toEqual([
    { type: "schema", id: "users" },
    { type: "deadLetter", id: "1" },
  ]);
});

/** Makes all intents fail until the test ends it. */
async function failIntents(): Promise<() => Promise<void>> {
  await querySql(
    parley.databaseUrl,
    `create or replace function workspace.no_intent() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
     create trigger no_intent before insert on workspace.audit_records for each row execute function workspace.no_intent()`,
  );
  return async () => void (await querySql(parley.databaseUrl, "drop trigger if exists no_intent on workspace.audit_records"));
}

const isAudited = ({ auth, role, audited }: (typeof operations)[number]) =>
  auth !== "apiKey" || role === "administrate" || audited === true;

test("no operation does an act whose intent cannot be written; all other operations work", async () => {
  const own = await createWorkspace(parley.url, parley.adminToken);
  const requests = await Promise.all(
    operations
      .filter((operation) => operation.stream === undefined)
      .map(async (operation) => ({ operation, data: await withRealIds(operation.example.request, own) })),
  );
  const before = await everythingOf(own);
  onTestFinished(await failIntents());

  const answers: [string, number][] = [];
  for (const { operation, data } of requests.filter(({ operation }) => isAudited(operation))) {
    const caller = operation.auth === "admin" ? admin() : operation.auth === "workspace" ? own.owner : own.customer;
    const { status, body } = await caller.post(operation.path, data);
    if (status !== 503 || !String(body.error.message).includes("audit log")) answers.push([operation.path, status]);
  }

  // Operations without an effect because their target is missing are refused before they begin.
  expect(answers).toEqual([]);
  expect(await everythingOf(own)).toEqual(before);
  expect((await own.customer.post("/v2/organizations/add", { organizations: [{ organizationId: "goes-on" }] })).status).toBe(200);
  expect((await signIn({ workspaceId: own.workspaceId, token: own.owner.credentials["x-svc-auth-token"], role: "read" })).status).toBe(503);
});

/** What the workspace service stores of a workspace and its first API key, except when tokens were used. */
async function everythingOf({ workspaceId, apiKey }: Workspace): Promise<unknown> {
  return querySql(
    parley.databaseUrl,
    `select (select json_agg(k order by k.api_key_id) from workspace.api_keys k where workspace_id = $1) as keys,
       (select json_agg(t.token_id order by t.token_id) from workspace.workspace_tokens t where workspace_id = $1) as tokens,
       (select json_agg(t.token_id order by t.token_id) from workspace.api_key_tokens t where api_key_id = $2) as key_tokens,
       (select json_agg(d.domain order by d.domain) from workspace.domains d where api_key_id = $2) as domains,
       (select json_agg(w) from workspace.webhook_configs w where api_key_id = $2) as webhooks,
       (select count(*)::int from users.erasure_jobs where api_key_id = $2) + (select count(*)::int from directory.erasure_jobs where api_key_id = $2) as jobs`,
    [workspaceId, apiKey],
  );
}
