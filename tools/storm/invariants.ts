import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { orphanedRows } from "../../libs/testing/src/orphaned-rows.ts";
import { withClient } from "../installation/with-client.ts";
import { Patience } from "./patience.ts";
import type { Finding } from "./verify.ts";

/** An invariant of the database after any fault: a query that finds the violating rows. */
interface Invariant {
  readonly what: string;
  readonly sql: string;
}

const schemas = ["workspace", "directory", "users", "notifications", "activity"];
const drainedWithinMs = 45_000;
// The tables whose names mark them as queues: a new queue cannot be forgotten.
const queuesSql = `select table_schema || '.' || table_name as queue from information_schema.tables
  where table_name in ('outbox', 'work') or table_name like '%\\_queue' order by 1`;

const invariants: readonly Invariant[] = [
  ...schemas.map((schema) => ({ what: `dead letters in ${schema}`, sql: `select from ${schema}.dead_letters` })),
  {
    what: "annotations with a wrong count of comments",
    sql: `select from activity.annotations a where comment_count <>
      (select count(*) from activity.comments c where (c.api_key_id, c.annotation_ref) = (a.api_key_id, a.annotation_ref))`,
  },
  {
    what: "annotations with a wrong count of reactions",
    sql: `select from activity.annotations a where reaction_count <>
      (select count(*) from activity.reactions r where (r.api_key_id, r.annotation_ref) = (a.api_key_id, a.annotation_ref))`,
  },
  {
    what: "reactions to missing comments",
    sql: `select from activity.reactions r where not exists (select from activity.comments c
      where (c.api_key_id, c.annotation_ref, c.comment_id) = (r.api_key_id, r.annotation_ref, r.comment_id))`,
  },
  {
    what: "comments that are missing for their author",
    sql: `select from activity.comments c where not exists (select from activity.comment_users u
      where (u.api_key_id, u.annotation_ref, u.comment_id, u.user_id) = (c.api_key_id, c.annotation_ref, c.comment_id, c.author_id))`,
  },
  {
    what: "users' entries of deleted comments",
    sql: `select from activity.comment_users u where not exists (select from activity.comments c
      where (c.api_key_id, c.annotation_ref, c.comment_id) = (u.api_key_id, u.annotation_ref, u.comment_id))`,
  },
  {
    what: "comments of a searched API key that its index does not have",
    sql: `select from activity.search_keys k join activity.comments c using (api_key_id) where not exists (select from activity.search_comments s
      where (s.api_key_id, s.annotation_ref, s.comment_id) = (c.api_key_id, c.annotation_ref, c.comment_id))`,
  },
  {
    what: "indexed comments that are in another segment than their thread",
    sql: `select from activity.search_comments c where segment is distinct from (select segment from activity.search_segments s
      where s.api_key_id = c.api_key_id and s.organization_id = c.organization_id and (s.from_ms, s.from_ref) <= (c.created_at_ms, c.annotation_ref)
      order by s.from_ms desc, s.from_ref desc limit 1)`,
  },
  {
    what: "group members without a profile",
    sql: `select from users.group_members m where not exists (select from users.users u
      where (u.api_key_id, u.user_id) = (m.api_key_id, m.user_id))`,
  },
  {
    what: "recipients of deleted notifications",
    sql: `select from notifications.recipients r where not exists (select from notifications.notifications n
      where (n.api_key_id, n.notification_ref) = (r.api_key_id, r.notification_ref)) and not exists (select from notifications.deleted_notifications n
      where (n.api_key_id, n.notification_ref) = (r.api_key_id, r.notification_ref))`,
  },
];

/** Waits until every queue is empty, then checks every invariant. */
export function checkInvariants(databaseUrl: string): Promise<Finding[]> {
  return withClient(databaseUrl, async (client) => {
    const findings: Finding[] = [];
    for (const [queue, rows] of await undrained(client))
      findings.push(broken(`${rows} rows of ${queue} still wait, and their number does not fall`));
    for (const { what, sql } of invariants) {
      const { rowCount } = await client.query(sql);
      if (rowCount) findings.push(broken(`${rowCount} ${what}`));
    }
    findings.push(...(await orphanedRows(databaseUrl)).map(broken));
    return findings;
  });
}

/** The rest of each queue when no queue shrinks any more. */
async function undrained(client: pg.Client): Promise<[queue: string, rows: number][]> {
  const patience = new Patience(drainedWithinMs);
  for (;;) {
    const left = (await queueLengths(client)).filter(([, rows]) => rows > 0);
    if (left.length === 0 || patience.isOver(left.reduce((sum, [, rows]) => sum + rows, 0))) return left;
    await delay(200);
  }
}

/** The number of waiting rows in each queue. */
export async function queueLengths(client: pg.Client): Promise<[queue: string, rows: number][]> {
  const queues = (await client.query<{ queue: string }>(queuesSql)).rows.map(({ queue }) => queue);
  // The index of search has no queue of its own: it follows the comments.
  const unindexed = `select 'comments to index' as queue, count(*)::int as rows from activity.search_keys k join activity.comments c using (api_key_id)
    where (c.written_position, c.annotation_ref, c.comment_id) > (k.written_position, k.written_ref, k.written_comment_id)`;
  const sql = [unindexed, ...queues.map((queue) => `select '${queue}' as queue, count(*)::int as rows from ${queue}`)].join(" union all ");
  return (await client.query<{ queue: string; rows: number }>(sql)).rows.map(({ queue, rows }) => [queue, rows]);
}

function broken(what: string): Finding {
  return { kind: "broken", scenario: "database", what };
}
