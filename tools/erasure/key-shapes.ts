import type pg from "pg";
import { gone } from "./seed.ts";

/** The least and the greatest text, and several between, as the constraints of the tables allow them. */
const texts = "unnest(array['', ' ', 'acme', repeat(chr(1114111), 256)])";
/** The least and the greatest number that a key holds, and several between. */
const numbers = "unnest(array[-9007199254740991, -1, 0, 9007199254740991]::bigint[])";

const user = "json_build_object('userId', $2::text)";

/**
 * Rows of the removed user with every shape of key by which an erasure reads its tables, although no request makes most of them: an erasure
 * that begins behind the first key, or ends before the last, leaves one of them.
 */
const rows: readonly string[] = [
  `insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
   select $1, o, kind, p, $2 from ${texts} o, ${texts} p, unnest(array['organization', 'folder', 'document']) kind on conflict do nothing`,
  `insert into users.group_members (api_key_id, group_ref, user_id) select $1, n, $2 from ${numbers} n on conflict do nothing`,
  `insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, created_at_ms)
   select $1, o, 'keys', 'key-' || n, $2, ${user}, n from ${texts} o, ${numbers} n`,
  `insert into activity.activities (api_key_id, organization_id, activity_id, feature_type, action_type, action_user_id, action_user, immutable, created_at_ms)
   select $1, o, 'key-' || n, 'comment', 'comment.add', $2, ${user}, false, n from ${texts} o, ${numbers} n`,
  `insert into activity.activities (api_key_id, organization_id, activity_id, feature_type, action_type, changes, immutable, created_at_ms)
   select $1, o, 'mention-' || n, 'comment', 'comment.add', json_build_object('to', ${user}), false, n from ${texts} o, ${numbers} n`,
  `insert into notifications.configs (api_key_id, organization_id, user_id, document_id, inbox)
   select $1, o, $2, d, 'MINE' from ${texts} o, ${texts} d on conflict do nothing`,
  `insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id)
   select $1, o, n, $2 from ${texts} o, ${numbers} n on conflict do nothing`,
  `insert into notifications.recipients (api_key_id, organization_id, user_id, created_at_ms, notification_ref, document_id, stored_bytes)
   select $1, o, $2, t, n, 'keys', 1 from ${texts} o, unnest(array[-9007199254740991, 0, 1]::bigint[]) t, ${numbers} n`,
  `insert into notifications.email_suppressions (api_key_id, address, user_id, error) select $1, a, $2, '' from ${texts} a on conflict do nothing`,
  `insert into workspace.audit_people (api_key_id, record_id, position, user_id, salt)
   select $1, r, n, $2, 'salt' from ${texts} r, unnest(array[-2147483648, 0, 2147483647]) n`,
];

/** Plants them. */
export async function plantKeyShapes(client: pg.Client, apiKey: string): Promise<void> {
  for (const statement of rows) await client.query(statement, [apiKey, gone.userId]);
}
