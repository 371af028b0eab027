import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Finding } from "./verify.ts";

/** What must hold within the database, whatever was struck: a query that finds the rows which break it. */
interface Invariant {
  readonly what: string;
  readonly sql: string;
}

const schemas = ["workspace", "directory", "users", "notifications", "activity"];
const drainedWithinMs = 45_000;

const invariants: readonly Invariant[] = [
  ...schemas.map((schema) => ({ what: `dead letters in ${schema}`, sql: `select from ${schema}.dead_letters` })),
  {
    what: "annotations that count their comments wrongly",
    sql: `select from activity.annotations a where comment_count <>
      (select count(*) from activity.comments c where (c.api_key_id, c.annotation_ref) = (a.api_key_id, a.annotation_ref))`,
  },
  {
    what: "annotations that count their reactions wrongly",
    sql: `select from activity.annotations a where reaction_count <>
      (select count(*) from activity.reactions r where (r.api_key_id, r.annotation_ref) = (a.api_key_id, a.annotation_ref))`,
  },
  {
    what: "reactions to comments that are not there",
    sql: `select from activity.reactions r where not exists (select from activity.comments c
      where (c.api_key_id, c.annotation_ref, c.comment_id) = (r.api_key_id, r.annotation_ref, r.comment_id))`,
  },
  {
    what: "comments that their author does not find",
    sql: `select from activity.comments c where not exists (select from activity.comment_users u
      where (u.api_key_id, u.annotation_ref, u.comment_id, u.user_id) = (c.api_key_id, c.annotation_ref, c.comment_id, c.author_id))`,
  },
  {
    what: "comments that users find although they are gone",
    sql: `select from activity.comment_users u where not exists (select from activity.comments c
      where (c.api_key_id, c.annotation_ref, c.comment_id) = (u.api_key_id, u.annotation_ref, u.comment_id))`,
  },
  {
    what: "group members without a profile",
    sql: `select from users.group_members m where not exists (select from users.users u
      where (u.api_key_id, u.user_id) = (m.api_key_id, m.user_id))`,
  },
  {
    what: "recipients of notifications that are gone",
    sql: `select from notifications.recipients r where not exists (select from notifications.notifications n
      where (n.api_key_id, n.notification_ref) = (r.api_key_id, r.notification_ref)) and not exists (select from notifications.removals n
      where (n.api_key_id, n.notification_ref) = (r.api_key_id, r.notification_ref))`,
  },
];

/** Waits until every event has been published, then looks at every invariant. */
export async function checkInvariants(databaseUrl: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const findings: Finding[] = [];
    const waiting = await undrained(client);
    if (waiting > 0) findings.push(broken(`${waiting} events were not published within ${drainedWithinMs} ms`));
    for (const { what, sql } of invariants) {
      const { rowCount } = await client.query(sql);
      if (rowCount) findings.push(broken(`${rowCount} ${what}`));
    }
    return findings;
  } finally {
    await client.end();
  }
}

async function undrained(client: pg.Client): Promise<number> {
  const deadline = performance.now() + drainedWithinMs;
  const sql = `select ${schemas.map((schema) => `(select count(*)::int from ${schema}.outbox)`).join(" + ")} as rows`;
  for (;;) {
    const { rows } = await client.query<{ rows: number }>(sql);
    const left = rows[0]?.rows ?? 0;
    if (left === 0 || performance.now() > deadline) return left;
    await delay(200);
  }
}

function broken(what: string): Finding {
  return { kind: "broken", scenario: "database", what };
}
