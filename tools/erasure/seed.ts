import type pg from "pg";

/** The removed user, and the mark in their texts: nothing else in the database is similar. */
export const gone = { userId: "user-to-\u00e9rase-7kq2", mark: "MARK-OF-THE-ERASED-7kq2" };

interface Seeded {
  readonly apiKey: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly threads: number;
}

// Rows to erase per thread of the seed, over all tables.
const rowsPerThread = 16;

/**
 * Writes `rows` rows about the user among those of others: own and shared threads, tags, assignments, reactions in both directions,
 * recordings, log records by and about the user, notifications caused and received, places and groups.
 */
export async function seed(client: pg.Client, apiKey: string, rows: number): Promise<Seeded> {
  const threads = Math.ceil(rows / rowsPerThread);
  const seeded: Seeded = { apiKey, organizationId: "acme", documentId: "proof", threads };
  const values = {
    key: apiKey,
    gone: gone.userId,
    mark: gone.mark,
    user: JSON.stringify({ userId: gone.userId, name: gone.mark, email: `${gone.mark}@example.com` }),
    other: JSON.stringify({ userId: "other", name: "Other" }),
    threads: String(threads),
  };
  for (const statement of statements) await client.query(filled(statement, values));
  return seeded;
}

// The values are our own constants and an API key.
function filled(statement: string, values: Readonly<Record<string, string>>): string {
  return statement.replace(/:(\w+):/g, (_, name: string) => values[name] ?? "");
}

const first = 50_000_000;
const isOwn = "n % 3 = 0";
const time = "1700000000000 + n";
const thread = `generate_series(1, :threads:) n`;
const at = "':key:', 'acme', 'proof'";

const statements: readonly string[] = [
  "insert into directory.organizations (api_key_id, organization_id) values (':key:', 'acme') on conflict do nothing",
  `insert into directory.documents (api_key_id, organization_ref, document_id)
   select api_key_id, organization_ref, 'proof' from directory.organizations where api_key_id = ':key:' and organization_id = 'acme'`,
  `insert into users.users (api_key_id, user_id, name, email, metadata) values (':key:', ':gone:', ':mark:', ':mark:@example.com', '{"note":":mark:"}'),
    (':key:', 'other', 'Other', null, '{}') on conflict do nothing`,
  `insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
   select ':key:', 'acme', 'document', 'place-' || n, u from ${thread}, unnest(array[':gone:', 'other']) u where n % 4 = 0`,
  `insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
   select ':key:', 'acme', 'organization', '', u from unnest(array[':gone:', 'other']) u on conflict do nothing`,
  `with g as (insert into users.user_groups (api_key_id, organization_id, group_id) select ':key:', 'acme', 'proof-' || n from ${thread} where n % 100 = 0 returning group_ref)
   insert into users.group_members (api_key_id, group_ref, user_id) select ':key:', group_ref, u from g, unnest(array[':gone:', 'other']) u`,
  // A third of the threads has only the user's comments; in the others the user answers, is tagged and, in some, assigned.
  `insert into activity.annotations (api_key_id, organization_id, document_id, annotation_id, annotation_ref, status, assignee_id, assignee, comment_count,
      last_position, thread_bytes, reaction_count, created_at_ms)
   select ${at}, 'proof-' || n, ${first} + n, 'OPEN', case when n % 5 = 1 then ':gone:' end, case when n % 5 = 1 then ':user:'::json end,
     case when ${isOwn} then 4 else 6 end, 6, 1800, case when ${isOwn} then 1 else 3 end, ${time} from ${thread}`,
  `insert into activity.comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, tagged_ids, tagged_users, bytes, created_at_ms)
   select ':key:', ${first} + n, 'c' || i, i, case when i <= 4 then ':gone:' else 'other' end, case when i <= 4 then ':user:'::json else ':other:'::json end,
     case when i <= 4 then ':mark: ' || n else 'text of another ' || n end, case when i = 5 then array[':gone:', 'third'] else '{}' end,
     case when i = 5 then '[{"userId":":gone:","text":"","contact"::user:},{"userId":"third","text":"","contact":{"userId":"third"}}]'::json else '[]' end, 300, ${time} + i
   from ${thread}, generate_series(1, 6) i where i <= 4 or not (${isOwn})`,
  `insert into activity.comment_users (api_key_id, organization_id, user_id, created_at_ms, annotation_ref, comment_id)
   select c.api_key_id, 'acme', u, c.created_at_ms, c.annotation_ref, c.comment_id
   from activity.comments c join activity.annotations a using (api_key_id, annotation_ref)
   cross join lateral (select distinct unnest(c.tagged_ids || c.author_id || a.assignee_id) as u) p
   where c.api_key_id = ':key:' and c.annotation_ref > ${first} and u is not null`,
  `insert into activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
   select distinct a.api_key_id, 'acme', u.user_id, 'proof', a.created_at_ms, a.annotation_ref
   from activity.annotations a join activity.comment_users u using (api_key_id, annotation_ref) where a.api_key_id = ':key:' and a.annotation_ref > ${first}`,
  `insert into activity.reactions (api_key_id, organization_id, annotation_ref, comment_id, user_id, reaction, reacting_user, bytes)
   select ':key:', 'acme', ${first} + n, 'c1', 'other', '+1', ':other:', 100 from ${thread}
   union all select ':key:', 'acme', ${first} + n, 'c6', u, '+1', j::json, 100
   from ${thread}, (values (':gone:', ':user:'), ('other', ':other:')) as v (u, j) where not (${isOwn})`,
  `insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, name, created_at_ms)
   select ${at}, 'proof-' || n || '-' || u, u, j::json, case when u = 'other' then 'Recording' else ':mark:' end, ${time}
   from ${thread}, (values (':gone:', ':user:'), ('other', ':other:')) as v (u, j) where n % 4 = 0`,
  `insert into activity.activities (api_key_id, organization_id, activity_id, document_id, feature_type, action_type, action_user_id, action_user, changes,
      display_message_template, immutable, created_at_ms)
   select ':key:', 'acme', 'proof-' || n || '-' || i, 'proof', 'comment', 'comment.add', case when i = 1 then ':gone:' else 'other' end,
     case when i = 1 then ':user:'::json else ':other:'::json end,
     case when i = 2 then '{"assignee":{"from":null,"to"::user:},"n":1}'::json when i = 3 then '{"status":{"from":"OPEN","to":"DONE"}}'::json end,
     case when i = 1 then ':mark:' else 'sentence' end, i = 3, ${time} from ${thread}, generate_series(1, 3) i`,
  `with n as (
     insert into notifications.notifications (api_key_id, organization_id, notification_id, document_id, action_user_id, action_user, headline_template,
       template_data, details, body_message, notify_users, notify_all, source_data, stored_bytes, created_at_ms)
     select ':key:', 'acme', 'proof-' || n || '-' || i, 'proof', case when i = 1 then ':gone:' else 'other' end,
       case when i = 1 then ':user:'::json else ':other:'::json end, 'Hello',
       case when i = 4 then '{"recipientUser"::user:}'::json else '{}' end,
       case when i = 4 then '{"displayBodyMessageTemplateData":{"who"::user:}}'::json else '{}' end, case when i in (1, 3) then ':mark:' end,
       case when i = 1 then '[:other:]' when i = 2 then '[:user:,:other:]' when i = 3 then '[:user:]' else '[]' end::json, i = 4, '{}', 500, ${time}
     from ${thread}, generate_series(1, 4) i where n % 5 = 0
     returning *
   )
   insert into notifications.recipients (api_key_id, organization_id, user_id, created_at_ms, notification_ref, document_id, stored_bytes)
   select api_key_id, organization_id, u ->> 'userId', created_at_ms, notification_ref, document_id, stored_bytes from n, json_array_elements(notify_users) u`,
  `insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id)
   select api_key_id, organization_id, notification_ref, u from notifications.notifications, unnest(array[':gone:', 'other']) u
   where api_key_id = ':key:' and notification_id like 'proof-%-4'`,
  `insert into notifications.configs (api_key_id, organization_id, user_id, document_id, inbox)
   select ':key:', 'acme', u, 'place-' || n, 'MINE' from ${thread}, unnest(array[':gone:', 'other']) u where n % 20 = 0`,
  "analyze",
];
