import { webhookTriggersTopic } from "@parley/contracts/topics";
import { declaredStatements } from "@parley/database";
import { documentSubject, organizationSubject } from "@parley/erasure";
import { event } from "@parley/messaging";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { allTables, digests } from "../support/erasure-catalog.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one", { ...withConstants({ erasureApiKeyWaitMs: 500 }), PARLEY_USAGE_REPORT_MS: "100" });
});

afterAll(() => parley?.stop());

// The record of the removal itself: hashes, counts and names of collections.
const records = /^\w+\.(erasure_jobs|erasures_done|erasure_marks)$/;

async function plant(): Promise<Workspace> {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = workspace;
  const at = { organizationId: "acme", documentId: "doc" };
  const users = [{ userId: "u", name: "U" }];
  await customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl: "https://webhooks.example.invalid/raw" },
  });
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    createOrganization: true,
    createFolder: true,
    documents: [{ documentId: "doc", folderId: "f" }],
  });
  await customer.data("/v2/organizations/documents/locations/add", { ...at, locations: [{ id: "l" }] });
  await customer.data("/v2/users/add", { organizationId: "acme", users });
  for (const groupId of ["kept", "deleted"]) {
    await customer.data("/v2/organizations/usergroups/add", { organizationId: "acme", organizationUserGroups: [{ groupId }] });
    await customer.data("/v2/organizations/usergroups/users/add", {
      organizationId: "acme",
      organizationUserGroupId: groupId,
      userIds: ["u"],
    });
  }
  await customer.data("/v2/commentannotations/add", {
    ...at,
    commentAnnotations: [{ annotationId: "a", commentData: [{ commentId: "c", commentText: "text", from: { userId: "u" } }] }],
  });
  await customer.data("/v2/recordings/add", { ...at, recordings: [{ recordingId: "r", user: { userId: "u" } }] });
  await customer.data("/v1/notifications/add", {
    ...at,
    notificationId: "n",
    actionUser: { userId: "u" },
    notifyUsers: [{ userId: "v" }],
    displayHeadlineMessageTemplate: "Hello",
  });
  await customer.post("/v2/users/add", { organizationId: "acme", users }, { "idempotency-key": "once" });
  await querySql(parley.databaseUrl, "insert into rewriter.usage_days select $1, current_date, 'model', 'openai', 1, 0, 1, 1, 1", [
    workspace.apiKey,
  ]);
  return workspace;
}

/** The tables with rows that name the API key in any column. */
async function tablesWith(apiKey: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name } of await allTables(parley.databaseUrl)) {
    const [row] = await querySql<{ found: boolean }>(
      parley.databaseUrl,
      `select exists (select from ${name} x where strpos(x::text, $1) > 0) as found`,
      [apiKey],
    );
    if (row?.found === true && !records.test(name)) names.push(name);
  }
  return names;
}

const tasksLeft = async (jobId: string) => {
  const [job] = await querySql<{ left: number }>(
    parley.databaseUrl,
    "select tasks_left as left from workspace.erasure_jobs where job_id = $1",
    [jobId],
  );
  return job?.left;
};

/** An event accepted just before the deletion and handled long after it. */
async function publishLate({ apiKey }: Workspace): Promise<void> {
  const { id, key, type, payload, subjects } = event(webhookTriggersTopic, {
    apiKeyId: apiKey,
    key: "acme/doc",
    subjects: [organizationSubject("acme"), documentSubject("doc")],
    message: {
      apiKeyId: apiKey,
      organizationId: "acme",
      documentId: "doc",
      annotationId: "a",
      trigger: "comment.add",
      annotationJson: "{}",
      actorJson: "{}",
    },
  });
  await querySql(
    parley.databaseUrl,
    `insert into activity.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
     values (3, $1, $2, $3, $4, $5, $6, '', $7)`,
    [id, webhookTriggersTopic.name, key, type, apiKey, subjects, Buffer.from(payload)],
  );
}

test("after the deletion of an API key only its audit log and usage figures remain, and other keys' data is unchanged", {
  timeout: 180_000,
}, async () => {
  const gone = await plant();
  const other = await plant();
  const ofOthers = () => digests(parley.databaseUrl, `strpos(x::text, '${other.apiKey}') > 0 and x::text not like '%webhook%'`);
  const before = await ofOthers();
  // Usage is reported a moment later.
  await until(async () => (await tablesWith(gone.apiKey)).includes("workspace.usage_people"), 30_000);
  expect((await tablesWith(gone.apiKey)).length).toBeGreaterThan(25);

  const { jobId } = await gone.owner.data("/v2/workspace/apikey/delete", { apiKey: gone.apiKey });
  await until(async () => (await tasksLeft(jobId)) === 0, 30_000);
  await publishLate(gone);
  await until(async () => {
    const [row] = await querySql<{ waits: boolean }>(parley.databaseUrl, "select exists (select from activity.outbox) as waits");
    return row?.waits === false;
  });

  expect(await tablesWith(gone.apiKey)).toEqual(["workspace.audit_records", "workspace.usage_days"]);
  const after = await ofOthers();
  const moved = Object.keys(before).filter(
    (table) => before[table] !== after[table] && !/outbox|webhook|work$|key_minutes|usage_(days|people)/.test(table),
  );
  expect(moved).toEqual([]);
});

test("every table keyed by API key is included in the removal of API keys", async () => {
  const keyed = await querySql<{ name: string }>(
    parley.databaseUrl,
    `select table_schema || '.' || table_name as name from information_schema.columns
     where column_name = 'api_key_id' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const named = new Set(declaredStatements().map(({ name }) => name.replace(".erasure_key_", ".")));
  const unnamed = keyed.map(({ name }) => name).filter((name) => !named.has(name));

  expect(
    unnamed.filter((name) => !/\.(erasures|erasures_done|erasure_jobs|erasure_tasks|erasure_marks)$|^workspace\.usage_days$/.test(name)),
  ).toEqual([]);
});
