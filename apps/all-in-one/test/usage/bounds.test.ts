import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "@parley/gateway/operations";
import { settingsOf } from "@parley/runtime";
import { querySql } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoRequests } from "../../src/demo/seed-demo.ts";
import { modules } from "../../src/modules.ts";
import { Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { allTables } from "../support/erasure-catalog.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { withRealIds } from "../support/real-ids.ts";
import { madeByReading, makes } from "./rows-made.ts";

/** The bound of a table: the variable of a quota, or a sentence that says why the table cannot grow without limit. */
type Bound = { readonly quota: string } | { readonly by: string };

const quota = (variable: string): Bound => ({ quota: `PARLEY_${variable}_PER_KEY` });
const by = (sentence: string): Bound => ({ by: sentence });
const withIts = (table: string) => by(`a few for each row of ${table}, with which they are written and removed`);
const one = (of: string) => by(`one for each ${of}`);

const places = "ORGANIZATION_DIRECTORY_MAX";

/** The bound of each table, except those that every service has. */
const bounds: Readonly<Record<string, Bound>> = {
  "activity.activities": quota("ACTIVITY_MAX_ACTIVITIES"),
  "activity.feed_epochs": one("start of the database server"),
  "activity.feed_markers": by("a few for each removal"),
  "activity.annotation_users": withIts("annotations"),
  "activity.annotations": quota("ACTIVITY_MAX_ANNOTATIONS"),
  "activity.comment_users": withIts("comments"),
  "activity.comments": quota("ACTIVITY_MAX_COMMENTS"),
  "activity.reactions": quota("ACTIVITY_MAX_REACTIONS"),
  "activity.recordings": quota("ACTIVITY_MAX_RECORDINGS"),
  "activity.search_comments": withIts("comments"),
  "activity.search_keys": one("API key"),
  "activity.search_segments": by("one for each thousand of comments of an organization, and one for each organization"),
  "directory.documents": quota(`${places}_DOCUMENTS`),
  "directory.folders": quota(`${places}_FOLDERS`),
  "directory.locations": quota(`${places}_LOCATIONS`),
  "directory.organizations": quota(`${places}_ORGANIZATIONS`),
  "directory.deleted_places": one("open removal of places"),
  "notifications.configs": quota("NOTIFICATIONS_MAX_CONFIGS"),
  "notifications.delivery_processes": by("two for each process, until ten minutes after its end"),
  "notifications.delivery_groups": by("one for each endpoint of an API key, and one for its mails"),
  "notifications.email_items": by("one for each event and recipient until the mail is sent, thirty days at most"),
  "notifications.email_queue": one("mail that waits"),
  "notifications.email_suppressions": by("twenty for each user"),
  "notifications.emails": by("kept for thirty days, one for each user and thread in a quiet time"),
  "notifications.notifications": quota("NOTIFICATIONS_MAX_NOTIFICATIONS"),
  "notifications.read_marks": quota("NOTIFICATIONS_MAX_READ_MARKS"),
  "notifications.recipients": withIts("notifications"),
  "notifications.deleted_notifications": by("one for each deleted notification, until what is left of it is removed"),
  "notifications.waiting_events": by("one at most for each event of a comment, until the users service responds"),
  "notifications.webhook_attempts": by("a hundred for each delivery"),
  "notifications.webhook_deliveries": by("kept for thirty days, one for each record of the activity log and endpoint at most"),
  "notifications.webhook_documents": one("document"),
  "notifications.webhook_gone_endpoints": by("one for each endpoint of an API key"),
  "notifications.webhook_endpoint_states": by("one for each endpoint of an API key"),
  "notifications.webhook_payloads": one("delivery"),
  "notifications.webhook_queue": one("delivery that waits"),
  "notifications.webhook_recoveries": by("ten that run and a hundred completed ones for each API key"),
  "rewriter.calls": by("kept for ninety days, one for each call of a model"),
  "rewriter.usage_days": by("a hundred and one for each day of an API key"),
  "users.group_members": quota("USERS_MAX_GROUP_MEMBERS"),
  "users.memberships": quota("USERS_MAX_MEMBERSHIPS"),
  "users.deleted_groups": by("one for each request that deleted groups, until their members are removed"),
  "users.user_groups": quota("USERS_MAX_GROUPS"),
  "users.users": quota("USERS_MAX_USERS"),
  "workspace.api_key_tokens": by("PARLEY_WORKSPACE_MAX_AUTH_TOKENS for each API key"),
  "workspace.api_keys": by("PARLEY_WORKSPACE_MAX_API_KEYS for each workspace"),
  "workspace.removal_certificates": by("one for each removal, kept for three years"),
  "workspace.audit_chains": one("workspace"),
  "workspace.audit_people": withIts("audit_records"),
  "workspace.audit_records": by("kept for PARLEY_AUDIT_RETENTION_DAYS, one for each act of administration; refusals at a bounded rate"),
  "workspace.data_keys": by("one for each rotation by an operator"),
  "workspace.domains": by("PARLEY_WORKSPACE_MAX_DOMAINS for each API key"),
  "workspace.email_configs": one("API key"),
  "workspace.idempotency_records": quota("WORKSPACE_MAX_IDEMPOTENCY_KEYS"),
  "workspace.key_minutes": by("one for each minute of a day of an API key, and for each hour of a week"),
  "workspace.minute_reports": by("kept for a day, some in a minute of each process"),
  "workspace.usage_days": by("one for each of 400 days of an API key"),
  "workspace.usage_people": by("kept for two days, one for each user who acts on a day"),
  "workspace.user_token_revocations": by("kept for two days, one for each user whose tokens are revoked"),
  "workspace.provider_keys": by("three for each workspace"),
  "workspace.webhook_configs": one("API key"),
  "workspace.webhook_endpoints": by("fifty for each API key"),
  "workspace.webhook_secrets": by("five for each API key"),
  "workspace.workspace_tokens": by("PARLEY_WORKSPACE_MAX_AUTH_TOKENS and a thousand sessions for each workspace"),
  "workspace.workspaces": by("only whoever has the admin token creates them"),
};

/** The bounds of the tables that services share by name. */
const shared: Readonly<Record<string, Bound>> = {
  dead_letters: by("kept for thirty days, one for each event that cannot be handled"),
  erasure_jobs: quota("ERASURE_MAX_REMOVALS"),
  erasure_marks: by("kept for sixty days, one for each subject of a removal"),
  erasure_tasks: by("some for each open removal"),
  erasures: one("open removal"),
  erasures_done: by("some for each removal, until its owner has heard of them"),
  inbox: by("kept for two weeks, one for each event and consumer"),
  outbox: by("one for each event that is to be published"),
  repeated_calls: by("kept for a day, one for each call that was sent again"),
  work: by("one for each piece of work that waits"),
};

// Every act of administration has records in the audit log. Rows written in the background, such as inbox entries for comments and feed
// entries for removals, may appear while a later operation runs.
const background =
  /^(rewriter|activity\.feed_markers|notifications\.(email|webhook|delivery|notifications|recipients|removals)|workspace\.(user_token_|audit_|key_minutes|minute_reports|removal_certificates|usage_))/;

let parley: Parley;
let mails: MailServer;
let workspace: Workspace;

beforeAll(async () => {
  mails = await MailServer.start();
  parley = await startParley("all-in-one", {
    PARLEY_SMTP_URL: mails.url(),
    PARLEY_PUBLIC_URL: "https://parley.example.com",
    PARLEY_CHANGES_STREAM_MS: "100",
  });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  for (const { path, data } of demoRequests) await workspace.customer.data(path, data);
});

afterAll(async () => {
  await parley?.stop();
  await mails?.stop();
});

/**
 * The variables of all quotas. Variables of the gateway, two of which the workspace service shares, and of the rewriter are left out: they
 * limit requests and running work.
 */
const variables = new Set(
  modules
    .filter(({ name }) => name !== "gateway" && name !== "rewriter")
    .flatMap(({ config }) => settingsOf(config).map(({ name }) => name))
    .filter((name) => name.endsWith("_PER_KEY") && !name.startsWith("PARLEY_MAX_")),
);

test("every table has a declared bound", async () => {
  const tables = (await allTables(parley.databaseUrl)).filter(({ schema }) => schema !== "parley" && schema !== "public");

  const unbounded = tables.filter(({ name, table }) => bounds[name] === undefined && shared[table] === undefined);

  expect(unbounded.map(({ name }) => name)).toEqual([]);
  expect(Object.keys(bounds).filter((name) => !tables.some((each) => each.name === name))).toEqual([]);
  expect(Object.keys(shared).filter((table) => !tables.some((each) => each.table === table))).toEqual([]);
});

test("every quota declared as a bound is a setting, and every such setting bounds a table", () => {
  const declared = [...Object.values(bounds), ...Object.values(shared)].flatMap((bound) => ("quota" in bound ? [bound.quota] : []));

  expect([...new Set(declared)].sort()).toEqual([...variables].sort());
});

test("every operation that changes data declares the tables in which it creates rows, and these have a bound", () => {
  const changing = operations.filter(({ mutates, path }) => mutates || path === "/v2/rewriter/ask-ai/stream").map(({ path }) => path);

  expect(Object.keys(makes).sort()).toEqual(changing.sort());
  expect([...new Set(Object.values(makes).flat())].filter((table) => bounds[table] === undefined)).toEqual([]);
});

test("no operation creates rows in undeclared tables", { timeout: 120_000 }, async () => {
  for (const { path, auth, example } of operations) {
    const request = await withRealIds(example.request, workspace);
    const caller = auth === "apiKey" ? workspace.customer : workspace.owner;
    const before = await rowsOfTables();
    await (auth === "admin" ? new Customer(parley.url, { "x-svc-admin-token": parley.adminToken }) : caller).post(path, request);
    const after = await rowsOfTables();

    const grown = Object.keys(bounds).filter((table) => !background.test(table) && (after.get(table) ?? 0) > (before.get(table) ?? 0));
    expect(
      grown.filter((table) => !(makes[path] ?? madeByReading[path] ?? []).includes(table)),
      path,
    ).toEqual([]);
  }
});

async function rowsOfTables(): Promise<Map<string, number>> {
  const counts = Object.keys(bounds).map((table) => `select '${table}' as table, count(*)::int as rows from ${table}`);
  const rows = await querySql<{ table: string; rows: number }>(parley.databaseUrl, counts.join(" union all "));
  return new Map(rows.map((row) => [row.table, row.rows]));
}

test("the operators' guide names every quota", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../../../deploy/operators.md"), "utf8");

  expect([...variables].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
