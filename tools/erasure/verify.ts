import type pg from "pg";
import { gone } from "./seed.ts";

interface Table {
  readonly name: string;
}

/** Every table of every schema in the catalog. */
async function allTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Table>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The number of rows per table with the user's id or mark, as text or as bytes. Neighbours' ids do not count. */
export async function tracesOf(client: pg.Client, neighbours: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const name of await allTables(client)) {
    const texts = [gone.userId, gone.mark].flatMap((text) => [text, Buffer.from(text).toString("hex")]);
    // A neighbour's id that contains the user's id is not a trace of the user.
    const longer = neighbours.filter((id) => id.includes(gone.userId)).flatMap((id) => [id, Buffer.from(id).toString("hex")]);
    const text = longer.reduce((sql, _, index) => `replace(${sql}, $${index + 2}, '')`, "x::text");
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::int as rows from ${name} x where ${text} like any ($1::text[])`,
      [texts.map((wanted) => `%${wanted}%`), ...longer],
    );
    if ((rows[0]?.rows ?? 0) > 0) found[name] = rows[0]?.rows ?? 0;
  }
  return found;
}

// Others' rows that must not change: all columns, except those that contain the user.
const mentions = {
  "activity.comments": ["x.author_id <> $1", ["tagged_ids", "tagged_users"]],
  "activity.annotations": [
    "exists (select from activity.comments c where c.api_key_id = x.api_key_id and c.annotation_ref = x.annotation_ref and c.author_id <> $1)",
    // Concurrent writers change the last two.
    ["assignee_id", "assignee", "comment_count", "reaction_count", "thread_bytes", "last_position", "updated_at_ms"],
  ],
  "activity.comment_users": [
    "x.user_id <> $1 and not exists (select from activity.comments c where c.api_key_id = x.api_key_id and c.annotation_ref = x.annotation_ref and c.comment_id = x.comment_id and c.author_id = $1)",
    [],
  ],
  "activity.annotation_users": [
    "x.user_id <> $1 and exists (select from activity.comments c where c.api_key_id = x.api_key_id and c.annotation_ref = x.annotation_ref and c.author_id <> $1)",
    [],
  ],
  "activity.reactions": [
    "x.user_id <> $1 and not exists (select from activity.comments c where c.api_key_id = x.api_key_id and c.annotation_ref = x.annotation_ref and c.comment_id = x.comment_id and c.author_id = $1)",
    [],
  ],
  "activity.recordings": ["x.user_id <> $1", []],
  "activity.activities": [
    "x.action_user_id is distinct from $1",
    ["changes", "entity_data", "entity_target_data", "display_message_template_data", "metadata"],
  ],
  "notifications.notifications": [
    "x.action_user_id <> $1 and (x.notify_all or exists (select from json_array_elements(x.notify_users) u where u ->> 'userId' <> $1))",
    ["notify_users", "template_data", "details"],
  ],
  "notifications.recipients": [
    "x.user_id <> $1 and exists (select from notifications.notifications n where n.api_key_id = x.api_key_id and n.notification_ref = x.notification_ref and n.action_user_id not in ($1, 'w-writer'))",
    [],
  ],
  "notifications.read_marks": ["x.user_id <> $1", []],
  "notifications.configs": ["x.user_id <> $1", []],
  "users.users": ["x.user_id <> $1", []],
  "users.memberships": ["x.user_id <> $1", []],
  "users.group_members": ["x.user_id <> $1", []],
  "users.user_groups": ["$1 <> ''", []],
  "directory.organizations": ["$1 <> ''", []],
  "directory.folders": ["$1 <> ''", []],
  "directory.documents": ["$1 <> ''", []],
  "directory.locations": ["$1 <> ''", []],
  "workspace.api_keys": ["$1 <> ''", []],
} as const satisfies Record<string, readonly [condition: string, without: readonly string[]]>;

/** A digest of others' rows per table. Rows of concurrent writers (`w-…`) do not count. */
export async function digestsOfOthers(client: pg.Client): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [table, [condition, without]] of Object.entries(mentions)) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended((to_jsonb(x) - $2::text[])::text, 0)::numeric), 0) as digest
       from ${table} x where ${condition} and x::text not like '%w-%'`,
      [gone.userId, without],
    );
    digests[table] = rows[0]?.digest ?? "";
  }
  return digests;
}

/** Threads with wrong counts, and orphaned rows. */
export async function inconsistencies(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select (
       select count(*) from activity.annotations a where
         a.comment_count <> (select count(*) from activity.comments c where c.api_key_id = a.api_key_id and c.annotation_ref = a.annotation_ref)
         or a.reaction_count <> (select count(*) from activity.reactions r where r.api_key_id = a.api_key_id and r.annotation_ref = a.annotation_ref)
     ) + (
       select count(*) from activity.comment_users u where not exists (
         select from activity.comments c where c.api_key_id = u.api_key_id and c.annotation_ref = u.annotation_ref and c.comment_id = u.comment_id)
     ) + (
       select count(*) from activity.annotation_users u where not exists (
         select from activity.annotations a where a.api_key_id = u.api_key_id and a.annotation_ref = u.annotation_ref)
     ) + (
       select count(*) from notifications.recipients r where not exists (
         select from notifications.notifications n where n.api_key_id = r.api_key_id and n.notification_ref = r.notification_ref)
     ) as rows`,
  );
  return Number(rows[0]?.rows ?? 0);
}
