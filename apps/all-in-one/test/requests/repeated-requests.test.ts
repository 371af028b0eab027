import { openConnection, querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

// A process may die after a request took effect and before its response was stored. The customer's repetition is then executed again.
let parley: Parley;
let customer: Customer;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  ({ customer } = await createWorkspace(parley.url, parley.adminToken));
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "d" }],
    createOrganization: true,
  });
  await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: "a", commentData: [comment] }] });
});

afterAll(() => parley?.stop());

const place = { organizationId: "acme", documentId: "d" };
const author = { userId: "u" };
const comment = { from: author, commentText: "Hello." };

test.each([
  [
    "comments",
    "/v2/commentannotations/comments/add",
    { ...place, annotationId: "a", commentData: [comment, comment] },
    "activity.comments",
  ],
  ["a thread", "/v2/commentannotations/add", { ...place, commentAnnotations: [{ commentData: [comment] }] }, "activity.annotations"],
  ["a recording", "/v2/recordings/add", { ...place, recordings: [{ user: author, type: "screen" }] }, "activity.recordings"],
  ["an activity", "/v2/activities/add", { organizationId: "acme", activities: [{ actionType: "import.done" }] }, "activity.activities"],
  [
    "a notification",
    "/v1/notifications/add",
    { ...place, actionUser: author, displayHeadlineMessageTemplate: "Look", notifyAll: true },
    "notifications.notifications",
  ],
])("a repetition with the same idempotency key adds %s once, even if the first response was lost", async (_, path, data, table) => {
  const headers = { "idempotency-key": `key-of-${table}` };
  const first = await customer.post(path, data, headers);
  await forgetAnswers();
  const [{ rows: before } = { rows: 0 }] = await count(table);

  const second = await customer.post(path, data, headers);

  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers["idempotent-replayed"]).toBeUndefined();
  expect(await count(table)).toEqual([{ rows: before }]);
  expect(before).toBeGreaterThan(0);
});

test.each([
  ["a comment", "/v2/commentannotations/comments/delete", { ...place, annotationId: "a", commentIds: ["gone"] }],
  ["a thread", "/v2/commentannotations/delete", { ...place, annotationIds: ["gone"] }],
  ["a recording", "/v2/recordings/delete", { ...place, recordingIds: ["gone"] }],
  ["an activity", "/v2/activities/delete", { organizationId: "acme", activityIds: ["gone"] }],
  ["a notification", "/v2/notifications/delete", { organizationId: "acme", notificationIds: ["gone"] }],
  ["a user", "/v2/users/delete", { organizationId: "acme", userIds: ["gone"] }],
  ["a group", "/v2/organizations/usergroups/delete", { organizationId: "acme", groupIds: ["gone"] }],
  ["a location", "/v2/organizations/documents/locations/delete", { organizationId: "acme", documentId: "d", locationIds: ["gone"] }],
  ["a document", "/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["gone"] }],
  ["a folder", "/v2/organizations/folders/delete", { organizationId: "acme", folderId: "gone" }],
  ["an organization", "/v2/organizations/delete", { organizationIds: ["gone"] }],
])(
  "a repetition with the same idempotency key finds %s deleted if the first response was lost, and only then",
  async (name, path, data) => {
    const headers = { "idempotency-key": `removal of ${name}`.replaceAll(" ", "-") };
    const first = await customer.post(path, data, headers);
    await forgetAnswers();

    const second = await customer.post(path, data, headers);

    expect(JSON.stringify(first.body)).toMatch(/not[_-]found/);
    expect(second.status).toBe(200);
    expect(JSON.stringify(second.body)).not.toMatch(/not[_-]found/);
    expect(JSON.stringify((await customer.post(path, data)).body)).toMatch(/not[_-]found/);
  },
);

test("a repetition with the same idempotency key returns the removal begun by the first request if its response was lost", async () => {
  const { customer: own, owner, apiKey } = await createWorkspace(parley.url, parley.adminToken);
  const repeated = async (as: Customer, path: string, data: unknown) => {
    const headers = { "idempotency-key": `removal of ${path}`.replaceAll(" ", "-") };
    const first = await as.post(path, data, headers);
    await forgetAnswers();
    return [first, await as.post(path, data, headers)] as const;
  };

  const [user, userAgain] = await repeated(own, "/v2/users/data/delete", { userIds: ["u"] });
  const [key, keyAgain] = await repeated(owner, "/v2/workspace/apikey/delete", { apiKey });

  expect([user.status, key.status]).toEqual([202, 202]);
  expect(userAgain.body.result.data).toEqual(user.body.result.data);
  expect(keyAgain.body.result.data).toEqual(key.body.result.data);
  expect(user.body.result.data.jobId).toMatch(/^job_/);
});

function count(table: string): Promise<{ rows: number }[]> {
  return querySql(parley.databaseUrl, `select count(*)::int as rows from ${table}`);
}

test("a customer who abandoned a request may send it again at once with its key, and it takes effect once", async () => {
  const data = { ...place, annotationId: "a", commentData: [comment] };
  const headers = { "idempotency-key": "key-of-the-impatient" };
  const [{ rows: before } = { rows: 0 }] = await count("activity.comments");
  const lock = await openConnection(parley.databaseUrl);
  await lock.query("begin; lock table activity.comments in share mode");
  const givingUp = new AbortController();
  const first = customer.post("/v2/commentannotations/comments/add", data, headers, givingUp.signal);
  await until(async () => (await querySql(parley.databaseUrl, "select from pg_locks where not granted")).length > 0);

  givingUp.abort();
  await expect(first).rejects.toThrow();
  await lock.query("commit");

  // The gateway has yet to notice the disconnection.
  const second = await until(async () => {
    const answer = await customer.post("/v2/commentannotations/comments/add", data, headers);
    return answer.status !== 409 && answer;
  }, 3_000);
  expect(second.status).toBe(200);
  expect(await count("activity.comments")).toEqual([{ rows: before + 1 }]);
});

test("unfinished work of a claim that another claim has replaced is not done after it", async () => {
  const data = { ...place, annotationId: "a", commentData: [{ ...comment, commentId: "once" }] };
  const headers = { "idempotency-key": "key-of-two-claims" };
  await customer.post("/v2/commentannotations/comments/add", data, headers);
  await forgetAnswers();

  const second = await customer.post("/v2/commentannotations/comments/add", data, headers);

  expect(second.status).toBe(200);
  // The service knows that the first attempt under the second claim supersedes all attempts under the first.
  expect(await querySql(parley.databaseUrl, "select attempt from activity.repeated_calls order by created_at_ms desc limit 1")).toEqual([
    { attempt: "4" },
  ]);
});

test("after a day the key identifies a new request, even with the same body", async () => {
  const data = { ...place, annotationId: "a", commentData: [comment] };
  const headers = { "idempotency-key": "key-of-yesterday" };
  await customer.post("/v2/commentannotations/comments/add", data, headers);
  const [{ rows: before } = { rows: 0 }] = await count("activity.comments");
  await querySql(parley.databaseUrl, "update workspace.idempotency_records set created_at_ms = created_at_ms - 25 * 3600000");

  const second = await customer.post("/v2/commentannotations/comments/add", data, headers);

  expect(second.status).toBe(200);
  expect(await count("activity.comments")).toEqual([{ rows: before + 1 }]);
});

// As if the process had died before it could write them, and the lease had ended.
function forgetAnswers(): Promise<unknown> {
  return querySql(parley.databaseUrl, "update workspace.idempotency_records set status = null, sealed_body = null, lease_until_ms = 0");
}
