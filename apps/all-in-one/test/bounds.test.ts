import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "@parley/gateway/operations";
import { querySql } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoRequests } from "../src/demo/demo-requests.ts";
import { modules } from "../src/modules.ts";
import { Customer, createWorkspace, type Workspace } from "./customer.ts";
import { allTables } from "./erasure-catalog.ts";
import { type Parley, startParley } from "./parley.ts";
import { withRealIds } from "./real-ids.ts";

/** What keeps a table from growing without end: the variable of a quota, or a sentence. */
type Bound = { readonly quota: string } | { readonly by: string };

const quota = (variable: string): Bound => ({ quota: `PARLEY_${variable}_PER_KEY` });
const by = (sentence: string): Bound => ({ by: sentence });
const withIts = (table: string) => by(`a few for each row of ${table}, with which they are written and removed`);
const one = (of: string) => by(`one for each ${of}`);

const places = "ORGANIZATION_DIRECTORY_MAX";

/** What bounds each table, except those that every service has. */
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
  "directory.documents": quota(`${places}_DOCUMENTS`),
  "directory.folders": quota(`${places}_FOLDERS`),
  "directory.locations": quota(`${places}_LOCATIONS`),
  "directory.organizations": quota(`${places}_ORGANIZATIONS`),
  "directory.removals": one("open removal of places"),
  "notifications.configs": quota("NOTIFICATIONS_MAX_CONFIGS"),
  "notifications.email_items": by("one for each event and recipient until the mail is sent, thirty days at most"),
  "notifications.email_queue": one("mail that waits"),
  "notifications.email_suppressions": by("twenty for each user"),
  "notifications.emails": by("kept for thirty days, one for each user and thread in a quiet time"),
  "notifications.notifications": quota("NOTIFICATIONS_MAX_NOTIFICATIONS"),
  "notifications.read_marks": quota("NOTIFICATIONS_MAX_READ_MARKS"),
  "notifications.recipients": withIts("notifications"),
  "notifications.removals": by("one for each deleted notification, until what is left of it is removed"),
  "notifications.waiting_events": by("one at most for each event of a comment, until the users service responds"),
  "notifications.webhook_attempts": by("a hundred for each delivery"),
  "notifications.webhook_deliveries": by("kept for thirty days, two at most for each record of the activity log"),
  "notifications.webhook_documents": one("document"),
  "notifications.webhook_gone_endpoints": by("two for each API key"),
  "notifications.webhook_payloads": one("delivery"),
  "notifications.webhook_queue": one("delivery that waits"),
  "notifications.webhook_recoveries": by("ten that run and a hundred completed ones for each API key"),
  "rewriter.calls": by("kept for ninety days, one for each call of a model"),
  "rewriter.usage_days": by("a hundred and one for each day of an API key"),
  "users.group_members": quota("USERS_MAX_GROUP_MEMBERS"),
  "users.memberships": quota("USERS_MAX_MEMBERSHIPS"),
  "users.removals": by("one for each request that deleted groups, until their members are removed"),
  "users.user_groups": quota("USERS_MAX_GROUPS"),
  "users.users": quota("USERS_MAX_USERS"),
  "workspace.api_key_tokens": by("PARLEY_WORKSPACE_MAX_AUTH_TOKENS for each API key"),
  "workspace.api_keys": by("PARLEY_WORKSPACE_MAX_API_KEYS for each workspace"),
  "workspace.data_keys": by("one for each rotation by an operator"),
  "workspace.domains": by("PARLEY_WORKSPACE_MAX_DOMAINS for each API key"),
  "workspace.email_configs": one("API key"),
  "workspace.idempotency_records": quota("WORKSPACE_MAX_IDEMPOTENCY_KEYS"),
  "workspace.key_minutes": by("one for each minute of a day of an API key, and for each hour of a week"),
  "workspace.minute_reports": by("kept for a day, some in a minute of each process"),
  "workspace.provider_keys": by("three for each workspace"),
  "workspace.webhook_configs": one("API key"),
  "workspace.webhook_secrets": by("five for each API key"),
  "workspace.workspace_tokens": by("PARLEY_WORKSPACE_MAX_AUTH_TOKENS and a thousand sessions for each workspace"),
  "workspace.workspaces": by("only whoever has the admin token creates them"),
};

/** What bounds the tables that services share by name. */
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

const threads = ["activity.annotations", "activity.comments", "activity.activities"];
const newKey = ["api_keys", "api_key_tokens", "domains", "email_configs", "webhook_configs"].map((table) => `workspace.${table}`);

const nothing = (...paths: string[]) => Object.fromEntries(paths.map((path) => [`/v2/workspace/${path}`, [] as string[]]));

/** In which tables each operation that changes something makes rows, besides the shared ones. */
const makes: Readonly<Record<string, readonly string[]>> = {
  ...nothing("apikey/update", "apikey/disable", "apikey/delete", "authtokens/update", "authtokens/revoke"),
  ...nothing("tokens/update", "tokens/revoke", "removals/pause", "removals/resume"),
  "/v2/workspace/create": ["workspace.workspaces", "workspace.workspace_tokens", "workspace.data_keys", ...newKey],
  "/v2/workspace/apikey/create": newKey,
  "/v2/workspace/authtokens/create": ["workspace.api_key_tokens"],
  "/v2/workspace/authtokens/rotate": ["workspace.api_key_tokens"],
  "/v2/workspace/tokens/create": ["workspace.workspace_tokens"],
  "/v2/workspace/tokens/rotate": ["workspace.workspace_tokens"],
  "/v2/workspace/aimodelsconfig/update": ["workspace.provider_keys"],
  "/v2/workspace/domains/add": ["workspace.domains"],
  "/v2/workspace/domains/delete": [],
  "/v2/workspace/webhookconfig/update": ["workspace.webhook_configs"],
  "/v2/workspace/webhooksecret/rotate": ["workspace.webhook_secrets"],
  "/v2/workspace/emailconfig/update": ["workspace.email_configs"],
  "/v2/workspace/emailconfig/test": [],
  "/v2/workspace/apikeyconfig/update": [],
  "/v2/organizations/add": ["directory.organizations"],
  "/v1/organizations/update": [],
  "/v1/organizations/access/disablestate/update": ["directory.organizations"],
  "/v2/organizations/delete": ["directory.removals", "activity.feed_markers"],
  "/v2/organizations/folders/add": ["directory.folders", "directory.organizations"],
  "/v2/organizations/folders/update": [],
  "/v2/organizations/folders/delete": ["directory.removals", "activity.feed_markers"],
  "/v2/organizations/documents/add": ["directory.documents", "directory.folders", "directory.organizations", "directory.removals"],
  "/v2/organizations/documents/update": [],
  "/v1/organizations/documents/move": [],
  "/v2/organizations/documents/access/disablestate/update": [],
  "/v2/organizations/documents/delete": ["directory.removals", "activity.feed_markers"],
  "/v2/organizations/documents/locations/add": ["directory.locations"],
  "/v2/organizations/documents/locations/update": [],
  "/v1/organizations/documents/locations/data/delete": ["directory.removals", "activity.feed_markers"],
  "/v2/organizations/documents/locations/delete": ["directory.removals", "activity.feed_markers"],
  "/v2/users/add": ["users.users", "users.memberships", "directory.organizations", "directory.folders", "directory.documents"],
  "/v2/users/update": [],
  "/v2/users/delete": [],
  "/v2/users/data/delete": ["activity.feed_markers"],
  "/v2/organizations/usergroups/add": ["users.user_groups", "directory.organizations"],
  "/v2/organizations/usergroups/delete": ["users.removals"],
  "/v2/organizations/usergroups/users/add": ["users.group_members"],
  "/v2/organizations/usergroups/users/delete": [],
  "/v2/commentannotations/add": [...threads, "activity.comment_users", "activity.annotation_users"],
  "/v2/commentannotations/update": ["activity.activities", "activity.annotation_users", "activity.comment_users"],
  "/v2/commentannotations/delete": ["activity.activities"],
  "/v2/commentannotations/comments/add": [...threads.slice(1), "activity.comment_users", "activity.annotation_users"],
  "/v2/commentannotations/comments/update": ["activity.activities", "activity.comment_users", "activity.annotation_users"],
  "/v2/commentannotations/comments/delete": ["activity.activities"],
  "/v2/commentannotations/comments/reactions/add": ["activity.reactions", "activity.activities"],
  "/v2/commentannotations/comments/reactions/delete": ["activity.activities"],
  "/v2/recordings/add": ["activity.recordings", "activity.activities"],
  "/v2/recordings/delete": ["activity.activities"],
  "/v2/activities/add": ["activity.activities"],
  "/v2/activities/update": [],
  "/v1/notifications/add": ["notifications.notifications", "notifications.recipients", "directory.organizations", "directory.documents"],
  "/v2/notifications/update": ["notifications.read_marks"],
  "/v2/notifications/delete": ["notifications.removals"],
  "/v2/notifications/config/set": ["notifications.configs"],
  "/v2/emails/retry": ["notifications.email_queue"],
  "/v2/emails/suppressions/delete": [],
  "/v2/webhooks/test": [],
  "/v2/webhooks/deliveries/retry": ["notifications.webhook_queue", "notifications.webhook_attempts"],
  "/v2/webhooks/deliveries/recover": ["notifications.webhook_recoveries", "notifications.webhook_queue"],
  "/v2/webhooks/portal/create": [],
  "/v2/webhooks/portal/revoke": [],
  "/v2/rewriter/ask-ai": ["rewriter.calls", "rewriter.usage_days"],
  "/v2/rewriter/ask-ai/stream": ["rewriter.calls", "rewriter.usage_days"],
};

// Operations that read make these: the first signing secret of an API key.
const madeByReading: Readonly<Record<string, readonly string[]>> = { "/v2/workspace/webhooksecret/get": ["workspace.webhook_secrets"] };

// What is written in the background, as what comments put into inboxes and what the feed says of removals, may come to be while a later operation runs.
const background =
  /^(rewriter|activity\.feed_markers|notifications\.(email|webhook|notifications|recipients|removals)|workspace\.(key_minutes|minute_reports))/;

let parley: Parley;
let mails: MailServer;
let workspace: Workspace;

beforeAll(async () => {
  mails = await MailServer.start();
  parley = await startParley("all-in-one", { PARLEY_SMTP_URL: mails.url(), PARLEY_PUBLIC_URL: "https://parley.example.com" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  for (const { path, data } of demoRequests) await workspace.customer.data(path, data);
});

afterAll(async () => {
  await parley?.stop();
  await mails?.stop();
});

/** The variables of all quotas. Those of the gateway and the rewriter bound what runs at a time. */
const variables = new Set(
  modules
    .filter(({ name }) => name !== "gateway" && name !== "rewriter")
    .flatMap(({ config }) => Object.values(config).map(({ name }) => name))
    .filter((name) => name.endsWith("_PER_KEY")),
);

test("every table has a declared bound", async () => {
  const tables = (await allTables(parley.databaseUrl)).filter(({ schema }) => schema !== "parley" && schema !== "public");

  const unbounded = tables.filter(({ name, table }) => bounds[name] === undefined && shared[table] === undefined);

  expect(unbounded.map(({ name }) => name)).toEqual([]);
  expect(Object.keys(bounds).filter((name) => !tables.some((each) => each.name === name))).toEqual([]);
  expect(Object.keys(shared).filter((table) => !tables.some((each) => each.table === table))).toEqual([]);
});

test("every quota that is declared as a bound is a setting, and every such setting bounds a table", () => {
  const declared = [...Object.values(bounds), ...Object.values(shared)].flatMap((bound) => ("quota" in bound ? [bound.quota] : []));

  expect([...new Set(declared)].sort()).toEqual([...variables].sort());
});

test("every operation that changes something declares what it makes, and all of that has a bound", () => {
  const changing = operations.filter(({ mutates, path }) => mutates || path === "/v2/rewriter/ask-ai/stream").map(({ path }) => path);

  expect(Object.keys(makes).sort()).toEqual(changing.sort());
  expect([...new Set(Object.values(makes).flat())].filter((table) => bounds[table] === undefined)).toEqual([]);
});

test("no operation makes rows of which its declaration does not tell", { timeout: 120_000 }, async () => {
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
  const guide = readFileSync(join(import.meta.dirname, "../../../deploy/operators.md"), "utf8");

  expect([...variables].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
