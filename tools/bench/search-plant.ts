import type pg from "pg";

/** The searched organization and its only document. */
export const searchedPlace = { organizationId: "searched", documentId: "large" } as const;
const commentsPerThread = 2;
const wordsPerComment = 12;

/** Words of which each second comment has one, and none has both. */
export const [oftenOnce, oftenTwice] = ["firstly", "secondly"] as const;

/**
 * Inserts `comments` comments of one organization directly into the tables. Each has twelve of twenty thousand words, which are distributed
 * like words of a language: a few are in most comments. `everywhere` is in each comment, `zanzibar` in a single one.
 */
export async function plantComments(client: pg.Client, apiKey: string, comments: number): Promise<void> {
  const threads = Math.ceil(comments / commentsPerThread);
  const { organizationId, documentId } = searchedPlace;
  const each = `generate_series(1, ${threads}) n`;
  await client.query(
    `insert into activity.annotations (api_key_id, organization_id, document_id, annotation_id, annotation_ref, status, comment_count, last_position,
       thread_bytes, created_at_ms)
     select $1, $2, $3, 'a' || n, 5000000000 + n, 'OPEN', ${commentsPerThread}, ${commentsPerThread}, 800, 1700000000000 + n from ${each}`,
    [apiKey, organizationId, documentId],
  );
  await client.query(
    `insert into activity.comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, bytes, created_at_ms)
     select $1, 5000000000 + n, 'c' || i, i, 'alice', '{"userId":"alice"}',
       'everywhere ' || case when i = 1 then '${oftenOnce} ' else '${oftenTwice} ' end || case when n = ${Math.floor(threads / 2)} and i = 1 then 'zanzibar ' else '' end || (
         select string_agg(substr(translate(md5(floor(20000 ^ random())::int::text || (n + i) * 0), '0123456789', 'ghijklmnop'), 1, 2 + w % 7), ' ')
         from generate_series(1, ${wordsPerComment}) w where n > 0 and i > 0), 400, 1700000000000 + n
     from ${each}, generate_series(1, ${commentsPerThread}) i`,
    [apiKey],
  );
  await client.query("vacuum analyze");
}
