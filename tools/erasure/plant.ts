import { erasureCoverage, tasksOf, userSubject } from "@parley/erasure";
import type pg from "pg";
import { gone } from "./seed.ts";

const ofUsers = ["users", "directory", "activity", "notifications"];
// Their events are about API keys, not about users.
const ofKeys = ["workspace", "rewriter"];
// No relay reads this lane, so its rows wait like events that cannot be published.
const lane = 99;
const later = "4102444800000";
const anHourAgo = "(extract(epoch from now()) * 1000)::bigint - 3600000";
const delivery = `select delivery_id from notifications.webhook_deliveries where api_key_id = $1 and webhook_id = 'planted'`;
const mail = "select email_id from notifications.emails where api_key_id = $1 and public_id = 'planted'";

/** The queries that count the remaining rows of tables without a text that names the user. */
const byNumber: Readonly<Record<string, string>> = {
  "notifications.webhook_queue": `select count(*)::int as rows from notifications.webhook_queue q where api_key_id = $1
     and not exists (select from notifications.webhook_deliveries d where d.api_key_id = q.api_key_id and d.delivery_id = q.delivery_id and d.webhook_id <> 'planted')`,
  "notifications.email_queue": `select count(*)::int as rows from notifications.email_queue q where api_key_id = $1
     and not exists (select from notifications.emails e where e.api_key_id = q.api_key_id and e.email_id = q.email_id and e.public_id <> 'planted')`,
  "activity.search_comments": "select count(*)::int as rows from activity.search_comments where api_key_id = $1 and segment = 0",
  "workspace.idempotency_records":
    "select count(*)::int as rows from workspace.idempotency_records where scope_id = $1 and idempotency_key = 'planted' and sealed_body is not null",
};

/** Plants a row in every table that the seed does not reach, and the neighbours' data. */
export async function plant(client: pg.Client, apiKey: string, neighbours: readonly string[]): Promise<void> {
  for (const schema of ofUsers) {
    for (const userId of [gone.userId, ...neighbours]) await plantMessages(client, schema, apiKey, userId);
  }
  for (const schema of ofKeys) await plantMessages(client, schema, apiKey, "nobody");
  for (const statement of statements) await client.query(statement, parametersOf(statement, apiKey));
  for (const userId of neighbours) {
    for (const statement of ofNeighbours) await client.query(statement, [apiKey, userId]);
  }
}

/** One sentence for each table of the catalogue that a removal must reach and where nothing was planted. */
export async function unplanted(client: pg.Client, apiKey: string): Promise<string[]> {
  const partsOfUsers = new Set(tasksOf("user").map(({ service, collection }) => `${service}/${collection}`));
  const problems: string[] = [];
  for (const [schema, tables] of Object.entries(erasureCoverage)) {
    for (const [table, covered] of Object.entries(tables)) {
      if (!("collections" in covered)) continue;
      const name = `${schema}.${table}`;
      // A group names no user: its members do.
      const namesUser =
        name !== "users.user_groups" && covered.collections.some((collection: string) => partsOfUsers.has(`${schema}/${collection}`));
      if (!(await isPlanted(client, name, apiKey, namesUser)))
        problems.push(`Nothing was planted in ${name}: the proof does not reach it.`);
    }
  }
  return problems;
}

/** One sentence for each table with a remaining planted row that does not name the user, or with a lost row of a neighbour. */
export async function leftOrLost(client: pg.Client, apiKey: string, neighbours: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, count] of Object.entries(byNumber)) {
    const { rows } = await client.query<{ rows: number }>(count, [apiKey]);
    if (rows[0]?.rows !== 0) problems.push(`${rows[0]?.rows} rows that were planted in ${name} are left.`);
  }
  for (const schema of ofUsers) {
    for (const table of ["outbox", "dead_letters"]) {
      const { rows } = await client.query(`select from ${schema}.${table} where api_key_id = $1 and subjects && $2`, [
        apiKey,
        neighbours.map(userSubject),
      ]);
      if (rows.length !== neighbours.length)
        problems.push(`${neighbours.length - rows.length} rows of neighbours are lost in ${schema}.${table}.`);
    }
  }
  return problems;
}

async function isPlanted(client: pg.Client, name: string, apiKey: string, namesUser: boolean): Promise<boolean> {
  const count = byNumber[name];
  if (count !== undefined) return ((await client.query<{ rows: number }>(count, [apiKey])).rows[0]?.rows ?? 0) > 0;
  const text = namesUser ? gone.userId : apiKey;
  const { rows } = await client.query(`select from ${name} x where strpos(x::text, $1) > 0 or strpos(x::text, $2) > 0 limit 1`, [
    text,
    namesUser ? gone.mark : text,
  ]);
  return rows.length > 0;
}

async function plantMessages(client: pg.Client, schema: string, apiKey: string, userId: string): Promise<void> {
  const payload = Buffer.from(userId === gone.userId ? gone.mark : userId);
  await client.query(
    `insert into ${schema}.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
     values (${lane}, gen_random_uuid(), 'proof', 'proof', 'proof', $1, array[$2], '', $3)`,
    [apiKey, userSubject(userId), payload],
  );
  await client.query(
    `insert into ${schema}.dead_letters (api_key_id, source, consumer_group, topic, event_id, event_key, event_type, subjects, trace_parent, payload,
       position, reason, error)
     values ($1, 'consumer', '${schema}', 'proof', gen_random_uuid(), 'proof', 'proof', array[$2], '', $3, 'proof', 'proof', 'proof')`,
    [apiKey, userSubject(userId), payload],
  );
}

function parametersOf(statement: string, apiKey: string): string[] {
  const all = [apiKey, gone.userId, gone.mark];
  return all.slice(0, Math.max(1, ...[...statement.matchAll(/\$(\d)/g)].map(([, number]) => Number(number))));
}

const statements: readonly string[] = [
  // First, so that the worker of the index, whose claim ends with its fence, does not take what is planted next.
  `insert into activity.search_keys (api_key_id, written_position, written_ref, written_comment_id, top_ref, below_ref, oldest_ref, leased_until_ms)
   values ($1, 0, 0, '', 0, 0, 0, ${later})
   on conflict (api_key_id) do update set leased_until_ms = excluded.leased_until_ms, fence = search_keys.fence + 1`,
  `insert into activity.search_comments (api_key_id, organization_id, annotation_ref, comment_id, created_at_ms, segment, terms)
   select api_key_id, 'acme', annotation_ref, comment_id, 0, 0, array[1] from activity.comments where api_key_id = $1 and author_id = $2 limit 1
   on conflict (api_key_id, annotation_ref, comment_id) do update set segment = 0`,
  "insert into activity.search_segments (api_key_id, organization_id, from_ms, from_ref, segment) values ($1, 'acme', 0, 0, 1) on conflict do nothing",
  "insert into activity.feed_markers (api_key_id, action_type, job_id) select $1, 'removal.start', 'planted'",
  // A deleted group whose members have not gone yet.
  `with deleted as (insert into users.deleted_groups (api_key_id, kind, organization_id, group_refs) values ($1, 'group', 'acme', array[900000001]) returning 1)
   insert into users.group_members (api_key_id, group_ref, user_id) select $1, 900000001, $2 from deleted`,
  `insert into users.deleted_groups (api_key_id, kind, organization_id, group_refs) select $1, 'group', $3 || $2, array[900000002]`,
  // The work that a deletion of groups queues, due after the check that everything was planted.
  `insert into users.work (api_key_id, kind, payload, state, due_at_ms)
   select $1, 'deleted-groups', '', 'scheduled', (extract(epoch from now()) * 1000)::bigint + 3000`,
  `insert into directory.folders (api_key_id, organization_ref, folder_id)
   select api_key_id, organization_ref, 'proof' from directory.organizations where api_key_id = $1 and organization_id = 'acme'`,
  `insert into directory.locations (api_key_id, document_ref, location_id)
   select api_key_id, document_ref, 'proof' from directory.documents where api_key_id = $1 and document_id = 'proof'`,
  `insert into notifications.deleted_notifications (api_key_id, notification_ref, organization_id, created_at_ms, user_ids) values ($1, 900000003, 'acme', 1, array[$2])`,
  `insert into notifications.waiting_events (api_key_id, organization_id, document_id, event_id, event_time_ms, subjects, message)
   values ($1, 'acme', 'planted', 'planted', 1, array['organization:acme', 'document:planted', 'user:' || $2], convert_to($3, 'UTF8'))`,
  `insert into notifications.webhook_documents (api_key_id, organization_id, document_id, last_sequence) values ($1, 'acme', 'planted', 1)`,
  `insert into notifications.webhook_deliveries (api_key_id, webhook_id, target, trigger, organization_id, document_id, annotation_id, sequence, subjects)
   select $1, 'planted', 'raw', 'comment.add', 'acme', 'planted', 'a', 1, array['organization:acme', 'document:planted', 'user:' || $2]`,
  `insert into notifications.webhook_payloads (api_key_id, delivery_id, body) select $1, delivery_id, $3 || $2 from (${delivery}) d`,
  `insert into notifications.webhook_attempts (api_key_id, delivery_id, number, started_at_ms, duration_ms, error_class, error, response_excerpt)
   select $1, delivery_id, 1, 1, 1, '', '', $3 || $2 from (${delivery}) d`,
  `insert into notifications.webhook_queue (api_key_id, target, document_key, delivery_id, created_at_ms, bytes, state, due_at_ms, is_unchecked)
   select $1, 'raw', hashtextextended('planted', 0), delivery_id, 1, 1, 'scheduled', ${later}, true from (${delivery}) d`,
  `insert into notifications.emails (api_key_id, public_id, organization_id, document_id, annotation_id, user_id, state, address, subjects)
   select $1, 'planted', 'acme', 'planted', 'a', $2, 'pending', $3, array['organization:acme', 'document:planted', 'user:' || $2]`,
  `insert into notifications.email_items (api_key_id, organization_id, email_id, kind, is_directed, comment_id, actor_id, actor_name, item_text, written_at_ms)
   select $1, 'acme', email_id, 'comment', true, 'c', $2, $3, $3, 1 from (${mail}) m`,
  `insert into notifications.email_queue (api_key_id, email_id, due_at_ms) select $1, email_id, ${later} from (${mail}) m`,
  "insert into notifications.email_suppressions (api_key_id, address, user_id, error) values ($1, $3, $2, '')",
  `insert into workspace.idempotency_records (scope_id, idempotency_key, request_hash, lease_id, lease_until_ms, status, sealed_body)
   values ($1, 'planted', '\\x00', 'l', 0, 200, 'sealed')`,
  `insert into workspace.email_configs (api_key_id, email_type, from_email, from_company, comment_template_id, tag_template_id)
   values ($1, 'default', '', '', '', '') on conflict do nothing`,
  `insert into workspace.key_minutes (api_key_id, minute_ms, requests) values ($1, ${anHourAgo}, 1) on conflict do nothing`,
  "insert into workspace.usage_people (api_key_id, user_hash, day_ms) values ($1, 'planted', 1)",
  `insert into workspace.user_token_revocations (api_key_id, user_hash, revoked_at_ms) values ($1, 'planted', ${anHourAgo})`,
  "insert into workspace.domains (api_key_id, domain) values ($1, 'planted.example.com') on conflict do nothing",
  `insert into workspace.webhook_endpoints (api_key_id, endpoint_id, url, description, filter_types, channels, organization_ids, document_ids, payload,
     header_names, sealed, rate_limit, disabled, metadata)
   values ($1, 'planted', 'https://planted.example.com', '', '{}', '{}', '{}', '{}', 'raw', '{}', 'sealed', 0, false, '{}')`,
  "insert into workspace.audit_people (api_key_id, record_id, position, user_id, salt) values ($1, 'planted', 1, $2, 'salt')",
  "insert into workspace.webhook_secrets (api_key_id, secret_id, sealed_secret, signs_until_ms) values ($1, 'planted', 'sealed', 0)",
  `insert into rewriter.calls values ($1, 1, 'planted', 'ws_planted', 'openai', 'model', 'ok', 1, 1, 1, 1)`,
  `insert into rewriter.usage_days values ($1, current_date, 'planted', 'openai', 1, 0, 1, 1, 1)`,
];

const ofNeighbours: readonly string[] = [
  "insert into users.users (api_key_id, user_id, name) values ($1, $2, 'Neighbour')",
  "insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id) values ($1, 'acme', 'organization', '', $2)",
  `insert into users.group_members (api_key_id, group_ref, user_id)
   select $1, group_ref, $2 from users.user_groups where api_key_id = $1 and organization_id = 'acme' limit 1`,
  `insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, created_at_ms)
   select $1, 'acme', 'proof', 'of-' || $2::text, $2::text, json_build_object('userId', $2::text), 1700000000000`,
  `insert into activity.activities (api_key_id, organization_id, activity_id, document_id, feature_type, action_type, action_user_id, action_user, changes, immutable)
   select $1, 'acme', 'of-' || $2::text, 'proof', 'comment', 'comment.add', $2::text, json_build_object('userId', $2::text),
     json_build_object('assignee', json_build_object('to', json_build_object('userId', $2::text))), false`,
  "insert into notifications.configs (api_key_id, organization_id, user_id, document_id, inbox) values ($1, 'acme', $2, 'place', 'MINE')",
  `insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id)
   select $1, 'acme', notification_ref, $2 from notifications.notifications where api_key_id = $1 limit 1`,
];
