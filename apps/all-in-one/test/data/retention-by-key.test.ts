import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

// Keys with a short retention, with no retention of their own, and with one only for mails. Old and new rows of everything are inserted,
// and then the services start again, which is when they first look for expired rows.

let parley: Parley;
let brief: Workspace;
let keeping: Workspace;
let mailsOnly: Workspace;

const place = { organizationId: "acme", documentId: "welcome" };
const dayMs = 86_400_000;
const retention = { activitiesDays: 2, notificationsDays: 2, deliveriesDays: 2, mailsDays: 2 };
const kinds = ["activities", "notifications", "recipients", "read_marks", "deliveries", "payloads", "attempts", "queue", "emails", "items"];

const path = "/v2/workspace/apikeyconfig/update";
const update = (customer: Customer, change: object) => customer.data(path, change);

beforeAll(async () => {
  parley = await startParley("all-in-one");
  [brief, keeping, mailsOnly] = [await plant(), await plant(), await plant()];
  await update(brief.customer, { retention });
  await update(mailsOnly.customer, { retention: { mailsDays: 2 } });
  await parley.stop();
  parley = await startParley("all-in-one", { PARLEY_DATABASE_URL: parley.databaseUrl });
  brief = moved(brief);
  keeping = moved(keeping);
});

afterAll(() => parley?.stop());

/** The same customer, at the new address of the gateway. */
const moved = (workspace: Workspace): Workspace => ({ ...workspace, customer: new Customer(parley.url, workspace.customer.credentials) });

/** A key with an old and a new row of everything that has a retention. */
async function plant(): Promise<Workspace> {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer, apiKey } = workspace;
  await customer.data("/v2/users/add", {
    organizationId: "acme",
    users: [{ userId: "alice" }, { userId: "bob" }],
    createOrganization: true,
  });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "welcome" }] });
  await update(customer, { notifyOfComments: true, activityLogImmutable: true });
  for (const when of ["old", "new"]) {
    const contact = { userId: "bob", name: "Bob" };
    const commentData = [
      { commentId: when, from: { userId: "alice" }, commentText: "@bob", taggedUserContacts: [{ userId: "bob", text: "@bob", contact }] },
    ];
    await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: when, commentData }] });
    await until(async () => (await unreadThreads(customer)) === (when === "old" ? 1 : 2));
    await customer.data("/v1/notifications/add", {
      ...place,
      notificationId: when,
      actionUser: { userId: "alice" },
      displayHeadlineMessageTemplate: when,
      notifyUsers: [{ userId: "bob" }],
    });
    await querySql(parley.databaseUrl, deliveryAndMail(apiKey, when));
    if (when === "old") await querySql(parley.databaseUrl, `${marked(apiKey)}; ${aged(apiKey)}`);
  }
  return workspace;
}

/** Bob has read the notification. */
const marked = (apiKey: string) =>
  `insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id)
   select api_key_id, organization_id, notification_ref, 'bob' from notifications.notifications
   where api_key_id = '${apiKey}' and notification_id = 'old'`;

function deliveryAndMail(apiKey: string, when: string): string {
  return `
    with delivery as (
      insert into notifications.webhook_deliveries (api_key_id, webhook_id, target, trigger, organization_id, document_id, annotation_id, sequence, subjects)
        values ('${apiKey}', '${when}', 'raw', 'comment.add', 'acme', 'welcome', 'a', 1, '{}') returning delivery_id, created_at_ms
    ), payload as (
      insert into notifications.webhook_payloads (api_key_id, delivery_id) select '${apiKey}', delivery_id from delivery
    ), attempt as (
      insert into notifications.webhook_attempts (api_key_id, delivery_id, number, started_at_ms, duration_ms, error_class, error, response_excerpt)
        select '${apiKey}', delivery_id, 1, 0, 0, '', '', '' from delivery
    ), queued as (
      insert into notifications.webhook_queue (api_key_id, target, document_key, delivery_id, created_at_ms, bytes, state, due_at_ms, is_unchecked)
        select '${apiKey}', 'raw', hashtextextended('welcome', 0), delivery_id, created_at_ms, 1, 'scheduled', 9000000000000000, false from delivery
    ), mail as (
      insert into notifications.emails (api_key_id, public_id, organization_id, document_id, annotation_id, user_id, state, subjects)
        values ('${apiKey}', '${when}', 'acme', 'welcome', 'a', 'bob', 'sent', '{}') returning email_id
    )
    insert into notifications.email_items (api_key_id, organization_id, email_id, kind, is_directed, comment_id, actor_id, actor_name, item_text, written_at_ms)
      select '${apiKey}', 'acme', email_id, 'comment', false, 'c', 'alice', '', '', 1 from mail`;
}

/** All rows of the key are three days old. */
function aged(apiKey: string): string {
  const tables = [
    "activity.activities",
    "notifications.notifications",
    "notifications.recipients",
    "notifications.webhook_deliveries",
    "notifications.emails",
  ];
  return tables
    .map((table) => `update ${table} set created_at_ms = created_at_ms - ${3 * dayMs}::bigint where api_key_id = '${apiKey}'`)
    .join(";\n");
}

const unreadThreads = async (customer: Customer) => {
  const counted = { organizationId: "acme", documentIds: ["welcome"], userId: "bob" };
  return (await customer.data("/v2/commentannotations/count/get", counted)).welcome.unread;
};

/** The stored rows of a key, as kind and number: either those older than two days or whose owner is deleted, or all others. */
async function rowsOf(apiKey: string, when: "old" | "new"): Promise<string[]> {
  const count = (table: string, owner = "notifications.notifications", id = "notification_ref") =>
    `select count(*)::int as rows from ${table} t left join ${owner} o using (api_key_id, ${id})
     where api_key_id = '${apiKey}' and (coalesce(o.created_at_ms, 0) < extract(epoch from now()) * 1000 - ${2 * dayMs}) = ${when === "old"}`;
  const statements = [
    count("activity.activities", "activity.activities", "activity_id"),
    count("notifications.notifications"),
    count("notifications.recipients"),
    count("notifications.read_marks"),
    ...["deliveries", "payloads", "attempts", "queue"].map((name) =>
      count(`notifications.webhook_${name}`, "notifications.webhook_deliveries", "delivery_id"),
    ),
    count("notifications.emails", "notifications.emails", "email_id"),
    count("notifications.email_items", "notifications.emails", "email_id"),
  ];
  const counts = await querySql<{ rows: number }>(parley.databaseUrl, statements.join(" union all "));
  return counts.flatMap(({ rows }, index) => (rows > 0 ? [`${kinds[index]} ${rows}`] : []));
}

/** Waits until all data of the key that is older than its retention has been deleted. */
const isGone = () => until(async () => (await rowsOf(brief.apiKey, "old")).length === 0, 20_000);

test("a retention is bounded, shown, changed by kind and removed", async () => {
  const own = await createWorkspace(parley.url, parley.adminToken);
  const read = async () => (await own.customer.data("/v2/workspace/apikeyconfig/get", {})).retention;
  const none = { activitiesDays: null, notificationsDays: null, deliveriesDays: null, mailsDays: null };

  expect(await read()).toEqual(none);
  expect((await update(own.customer, { retention })).retention).toEqual(retention);
  for (const days of [0, -1, 1.5, 3_651]) {
    expect((await own.customer.post(path, { retention: { mailsDays: days } })).status).toBe(400);
  }
  expect(await read()).toEqual(retention);
  await update(own.customer, { retention: { mailsDays: null, deliveriesDays: 30 } });
  expect(await read()).toEqual({ ...retention, mailsDays: null, deliveriesDays: 30 });
});

test("rows older than their key's retention are deleted with dependent rows, including immutable records, and newer ones are kept", async () => {
  await isGone();

  expect(await rowsOf(brief.apiKey, "new")).toEqual([
    "activities 1",
    "notifications 2",
    "recipients 2",
    "deliveries 1",
    "payloads 1",
    "attempts 1",
    "queue 1",
    "emails 1",
    "items 1",
  ]);
});

test("rows of other keys are kept, as are kinds for which a key has no retention", async () => {
  await until(async () => !(await rowsOf(mailsOnly.apiKey, "old")).some((row) => row.startsWith("emails")));
  await isGone();

  expect(await rowsOf(keeping.apiKey, "old")).toEqual([
    "activities 1",
    "notifications 2",
    "recipients 2",
    "read_marks 1",
    "deliveries 1",
    "payloads 1",
    "attempts 1",
    "queue 1",
    "emails 1",
    "items 1",
  ]);
  expect((await rowsOf(mailsOnly.apiKey, "old")).map((row) => row.split(" ")[0])).toEqual(kinds.slice(0, -2));
});

test("inboxes, unread counts and the feed of changes no longer show deleted rows, and threads are kept", async () => {
  await isGone();
  const seen = async ({ customer }: Workspace) => {
    const inbox = await customer.data("/v2/notifications/get", { organizationId: "acme", userId: "bob" });
    const changes = await customer.data("/v2/changes/get", { cursor: "start" });
    const threads = await customer.data("/v2/commentannotations/get", { organizationId: "acme", documentId: "welcome" });
    const ids = (list: { annotationId: string }[]) => list.map(({ annotationId }) => annotationId).sort();
    return {
      inbox: inbox.length,
      unread: await unreadThreads(customer),
      told: [...new Set(ids(changes))],
      threads: ids(threads),
    };
  };

  expect(await seen(brief)).toEqual({ inbox: 2, unread: 1, told: ["new"], threads: ["new", "old"] });
  expect(await seen(keeping)).toEqual({ inbox: 4, unread: 2, told: ["new", "old"], threads: ["new", "old"] });
});
