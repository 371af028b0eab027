import { setTimeout as delay } from "node:timers/promises";
import { auditKeySet, readRemovalCertificate, subjectHashOf } from "@parley/audit";
import type pg from "pg";
import { gone } from "./seed.ts";

/** The rows that a certificate must report for collections. Several tasks may look for the same row, which only one of them removes. */
interface Planted {
  readonly collections: readonly string[];
  readonly rows: number;
  /** Several tasks may change the same row, in a random order: the number is a minimum. */
  readonly isLeast: boolean;
}

const ofUser = (table: string, column = "user_id") => `(select count(*) from ${table} where api_key_id = $1 and ${column} = $2)`;
const own = "select api_key_id, annotation_ref, comment_id from activity.comments where api_key_id = $1 and author_id = $2";
const ofDelivery = (table: string) =>
  `(select count(*) from notifications.${table} t join notifications.webhook_deliveries d using (api_key_id, delivery_id)
    where d.api_key_id = $1 and d.subjects && array['user:' || $2])`;
const ofMail = (table: string) =>
  `(select count(*) from notifications.${table} t join notifications.emails e using (api_key_id, email_id)
    where e.api_key_id = $1 and e.subjects && array['user:' || $2])`;
const messages = (schema: string) =>
  `(select count(*) from ${schema}.outbox where api_key_id = $1 and subjects && array['user:' || $2])
   + (select count(*) from ${schema}.dead_letters where api_key_id = $1 and subjects && array['user:' || $2])`;

const exact: Readonly<Record<string, string>> = {
  "users/profiles": ofUser("users.users"),
  "users/memberships": ofUser("users.memberships"),
  "activity/recordings": ofUser("activity.recordings"),
  "activity/activities": ofUser("activity.activities", "action_user_id"),
  "activity/mentions": `(select count(*) from activity.activities where api_key_id = $1 and action_user_id is distinct from $2
    and strpos(concat(changes::text, entity_data::text, entity_target_data::text, display_message_template_data::text, metadata::text), to_json($2::text)::text) > 0)`,
  "notifications/configs": ofUser("notifications.configs"),
  "notifications/email-suppressions": ofUser("notifications.email_suppressions"),
};

const least: Readonly<Record<string, string>> = {
  // Members of a group that was deleted before may be removed with it.
  "users/groups": "(select count(*) from users.group_members where api_key_id = $1 and user_id = $2 and group_ref <> 900000001)",
  // Concurrent writers add rows about the user's participation to threads assigned to the user.
  // Counted together: which of the three removes a row of a thread first is random.
  "activity/comments activity/assignments activity/reactions": [
    ofUser("activity.comments", "author_id"),
    `(select count(*) from activity.comments where api_key_id = $1 and author_id <> $2 and $2 = any(tagged_ids))`,
    ofUser("activity.annotations", "assignee_id"),
    `(select count(*) from activity.annotations a where api_key_id = $1 and exists (select from activity.comments c where c.api_key_id = $1
       and c.annotation_ref = a.annotation_ref) and not exists (select from activity.comments c where c.api_key_id = $1
       and c.annotation_ref = a.annotation_ref and c.author_id <> $2))`,
    `(select count(*) from activity.reactions r where api_key_id = $1 and (user_id = $2 or (annotation_ref, comment_id) in (
       select annotation_ref, comment_id from (${own}) o)))`,
    `(select count(*) from activity.comment_users u where api_key_id = $1 and (user_id = $2 or (annotation_ref, comment_id) in (
       select annotation_ref, comment_id from (${own}) o)))`,
    `(select count(*) from activity.annotation_users u where api_key_id = $1 and (user_id = $2 or not exists (
       select from activity.comments c where c.api_key_id = $1 and c.annotation_ref = u.annotation_ref and c.author_id <> $2
         and (c.author_id = u.user_id or u.user_id = any(c.tagged_ids)))
       and not exists (select from activity.annotations a where a.api_key_id = $1 and a.annotation_ref = u.annotation_ref
         and a.assignee_id = u.user_id)))`,
  ].join(" + "),
  "notifications/notifications notifications/recipients notifications/read-marks notifications/mentions": [
    ofUser("notifications.notifications", "action_user_id"),
    ofUser("notifications.recipients"),
    ofUser("notifications.read_marks"),
  ].join(" + "),
  "notifications/webhooks": ["webhook_deliveries", "webhook_payloads", "webhook_attempts"].map(ofDelivery).join(" + "),
  "notifications/emails notifications/email-items": ["emails", "email_items", "email_queue"].map(ofMail).join(" + "),
  "users/messages": messages("users"),
  "directory/messages": messages("directory"),
  "activity/messages": messages("activity"),
  "notifications/messages": messages("notifications"),
  "workspace/answers": "1",
  "workspace/audit": "1",
};

/** The rows of the user in each collection, counted with plain statements before the removal. */
export async function plantedRows(client: pg.Client, apiKey: string): Promise<Planted[]> {
  const planted: Planted[] = [];
  for (const [statements, isLeast] of [
    [exact, false],
    [least, true],
  ] as const) {
    for (const [collections, count] of Object.entries(statements)) {
      const { rows } = await client.query<{ rows: string }>(`select (${count})::bigint as rows, $1::text as key, $2::text as user`, [
        apiKey,
        gone.userId,
      ]);
      planted.push({ collections: collections.split(" "), rows: Number(rows[0]?.rows), isLeast });
    }
  }
  return planted;
}

const certifiedWithinMs = 30_000;

/** One sentence for each mistake in the removal's certificate. */
export async function certificateProblems(client: pg.Client, url: string, jobId: string, planted: readonly Planted[]): Promise<string[]> {
  const kept = await keptCertificate(client, jobId);
  if (kept === undefined) return ["The removal has no certificate."];
  const keys = auditKeySet.parse(await (await fetch(`${url}/.well-known/jwks.json`)).json());
  const read = await readRemovalCertificate(kept.certificate, keys);
  if ("problem" in read) return [`The certificate of the removal is ${read.problem}.`];
  const { collections, subjects } = read.certificate;
  const rowsOf = (names: readonly string[]) =>
    collections.reduce((sum, { service, collection, rows }) => sum + (names.includes(`${service}/${collection}`) ? (rows ?? 0) : 0), 0);
  const text = JSON.stringify(read.certificate);
  return [
    ...planted
      .map((each) => ({ ...each, certified: rowsOf(each.collections) }))
      .filter(({ rows, certified, isLeast }) => (isLeast ? certified < rows : certified !== rows))
      .map(
        ({ collections: names, rows, certified }) => `The certificate says ${certified} rows of ${names.join(", ")}; planted were ${rows}.`,
      ),
    ...(subjects.includes(subjectHashOf(kept.salt, `user:${gone.userId}`)) ? [] : ["The certificate is not about the user."]),
    ...[gone.userId, gone.mark].filter((word) => text.includes(word)).map((word) => `The certificate names ${word}.`),
  ];
}

async function keptCertificate(client: pg.Client, jobId: string): Promise<{ certificate: string; salt: string } | undefined> {
  const untilMs = performance.now() + certifiedWithinMs;
  for (;;) {
    const { rows } = await client.query<{ certificate: string; salt: string }>(
      "select certificate, salt from workspace.removal_certificates where job_id = $1",
      [jobId],
    );
    if (rows[0] !== undefined || performance.now() > untilMs) return rows[0];
    await delay(100);
  }
}
