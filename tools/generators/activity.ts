import { query } from "../installation/with-client.ts";
import { fillTables, generateAsTold } from "./fill-tables.ts";

export interface ActivityToGenerate {
  readonly apiKeyId: string;
  readonly annotations: number;
  readonly commentsOfAnnotation: number;
  /** Annotations of one large document; the others have a hundred each. */
  readonly inLargeDocument: number;
  /** The comments of one user, one in each of the first annotations. */
  readonly ofHeavyUser: number;
}

export const fiveMillionComments: Omit<ActivityToGenerate, "apiKeyId"> = {
  annotations: 500_000,
  commentsOfAnnotation: 10,
  inLargeDocument: 100_000,
  ofHeavyUser: 200_000,
};

/** The ids of generated records. */
export const generatedActivityIds = {
  organization: "generated",
  largeDocument: "large",
  heavyUser: "heavy",
  document: (n: number) => `doc${String(n).padStart(6, "0")}`,
  annotation: (n: number) => `a${String(n).padStart(7, "0")}`,
  comment: (n: number) => `c${n}`,
  user: (n: number) => `u${String(n).padStart(6, "0")}`,
};

const { organization, largeDocument, heavyUser } = generatedActivityIds;
const documentAnnotations = 100;
const users = 20_000;
const firstMs = Date.UTC(2025, 0, 1);
const apartMs = 60_000;

const documentOf = (large: number) =>
  `case when n <= ${large} then '${largeDocument}' else 'doc' || lpad(((n - ${large} - 1) / ${documentAnnotations})::text, 6, '0') end`;
const createdAt = `${firstMs}::bigint + n * ${apartMs}`;
const user = (id: string) => `json_build_object('userId', ${id}, 'name', 'Name of ' || ${id})`;
const text = "'Comment ' || i || ' of annotation ' || n || ': ' || repeat('all work and no play ', 6)";

/** The steps in order; `$1` is the API key, `$2` the highest ref before the annotations. */
function steps({ annotations, commentsOfAnnotation, inLargeDocument, ofHeavyUser }: ActivityToGenerate): readonly string[] {
  // Three users talk in each thread; the heavy user begins the first threads.
  const author = `case when i = 1 and n <= ${ofHeavyUser} then '${heavyUser}' else 'u' || lpad(((n * 3 + i % 3) % ${users})::text, 6, '0') end`;
  const status = "case when n % 10 = 0 then 'OPEN' else 'RESOLVED' end";
  const all = `generate_series(1::bigint, ${annotations}) n`;
  const comments = `${all}, generate_series(1, ${commentsOfAnnotation}) i`;
  return [
    `insert into activity.annotations (api_key_id, organization_id, document_id, annotation_id, annotation_ref, status, location_id, location_name,
       comment_count, last_position, thread_bytes, reaction_count, created_at_ms, updated_at_ms)
     select $1, '${organization}', ${documentOf(inLargeDocument)}, 'a' || lpad(n::text, 7, '0'), $2::bigint + n, ${status}, 'page' || n % 10,
       'Page ' || n % 10, ${commentsOfAnnotation}, ${commentsOfAnnotation}, ${commentsOfAnnotation} * 500, 1, ${createdAt}, ${createdAt} from ${all}`,
    `insert into activity.comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, bytes, created_at_ms, updated_at_ms)
     select $1, $2::bigint + n, 'c' || i, i, ${author}, ${user(author)}, ${text}, 500, ${createdAt} + i, ${createdAt} + i from ${comments}`,
    `insert into activity.comment_users (api_key_id, organization_id, user_id, created_at_ms, annotation_ref, comment_id)
     select $1, '${organization}', ${author}, ${createdAt} + i, $2::bigint + n, 'c' || i from ${comments}`,
    `insert into activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
     select distinct $1, '${organization}', ${author}, ${documentOf(inLargeDocument)}, ${createdAt}, $2::bigint + n from ${comments}`,
    `insert into activity.reactions (api_key_id, organization_id, annotation_ref, comment_id, user_id, reaction, reacting_user, bytes, created_at_ms)
     select $1, '${organization}', $2::bigint + n, 'c1', u, '👍', ${user("u")}, 300, ${createdAt} + 60
     from (select n, 'u' || lpad((n % ${users})::text, 6, '0') as u from ${all}) r`,
    `insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, type, location_id, created_at_ms)
     select $1, '${organization}', ${documentOf(inLargeDocument)}, 'r' || n, u, ${user("u")}, 'audio', 'page' || n % 10, ${createdAt}
     from (select n, 'u' || lpad((n % ${users})::text, 6, '0') as u from generate_series(1::bigint, ${Math.ceil(annotations / 10)}) n) r`,
    `insert into activity.activities (api_key_id, organization_id, activity_id, document_id, feature_type, action_type, action_user_id, action_user,
       entity_data, display_message_template, immutable, created_at_ms, updated_at_ms)
     select $1, '${organization}', 'act' || n, ${documentOf(inLargeDocument)}, 'comment', 'comment_annotation.add', u, ${user("u")},
       json_build_object('annotationId', 'a' || lpad(n::text, 7, '0')), '{{actionUser}} added a comment.', false, ${createdAt}, ${createdAt}
     from (select n, 'u' || lpad((n % ${users})::text, 6, '0') as u from ${all}) r`,
  ];
}

/** Fills the activity service's existing tables with the data of years of use. */
export async function generateActivity(url: string, what: ActivityToGenerate, report: (line: string) => void): Promise<void> {
  const refs = "select setval('activity.refs', nextval('activity.refs') + $1::bigint) - $1::bigint - 1 as before";
  const { before } = await query(url, refs, [what.annotations]);
  await fillTables(
    url,
    steps(what).map((sql) => ({ sql, values: sql.includes("$2") ? [what.apiKeyId, before] : [what.apiKeyId] })),
    report,
  );
}

// `node tools/generators/activity.ts --api-key pk_… [--annotations 500000 …]`, with PARLEY_DATABASE_URL set and the activity service
// started once. Reads need nothing else; before a write into a generated document, it must be added as `generated` / `large`, `doc000000`,
// ….
if (import.meta.main) await generateAsTold(fiveMillionComments, generateActivity);
