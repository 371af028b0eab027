import type pg from "pg";
import type { Caller } from "../installation/caller.ts";
import type { Installation } from "../installation/installation.ts";
import { withClient } from "../installation/with-client.ts";

/** The searched organization. */
export const organizationId = "searched";
/** Its documents: `d0` to `d999`, and `lone`, which has a single thread. */
const documentIds = [...Array.from({ length: 1_000 }, (_, index) => `d${index}`), "lone"] as const;
/** A document with a thousandth of the threads, a user with one in 5,000 threads, and a user with a single thread. */
export const [oneDocument, someUser, loneUser] = ["d500", "u500", "loner"] as const;
const commentsPerThread = 2;
const wordsPerComment = 12;
const documentsAtOnce = 500;
const users = 5_000;

/** Two words: every comment has one of them, and none has both. */
export const [oftenOnce, oftenTwice] = ["firstly", "secondly"] as const;

/** Creates an API key whose only organization has `comments` comments. */
export async function searchedKey(installation: Installation, comments: number): Promise<Caller> {
  const { apiKey, customer } = await installation.workspace();
  for (let from = 0; from < documentIds.length; from += documentsAtOnce) {
    const documents = documentIds.slice(from, from + documentsAtOnce).map((documentId) => ({ documentId }));
    await customer.arrange("/v2/organizations/documents/add", { organizationId, documents, createOrganization: true });
  }
  await withClient(installation.databaseUrl, (client) => plantComments(client, apiKey, comments));
  return customer;
}

/**
 * Inserts `comments` comments of one organization directly into the tables. Each has twelve of twenty thousand words, which are distributed
 * like words of a language: a few are in most comments. `everywhere` is in every comment, `ancient` in every comment of the older half, and
 * `zanzibar` in one comment of the thread in the middle. That thread is the only one of its document, its user and its status.
 */
async function plantComments(client: pg.Client, apiKey: string, comments: number): Promise<void> {
  const threads = Math.ceil(comments / commentsPerThread);
  const lone = Math.floor(threads / 2);
  const each = `generate_series(1, ${threads}) n`;
  const document = `case when n = ${lone} then 'lone' else 'd' || n % ${documentIds.length - 1} end`;
  const user = `case when n = ${lone} then '${loneUser}' else 'u' || n % ${users} end`;
  await client.query(
    `insert into activity.annotations (api_key_id, organization_id, document_id, annotation_id, annotation_ref, status, comment_count, last_position,
       thread_bytes, created_at_ms)
     select $1, $2, ${document}, 'a' || n, 5000000000 + n, case when n = ${lone} then 'LONE' else 'OPEN' end, ${commentsPerThread}, ${commentsPerThread}, 800,
       1700000000000 + n from ${each}`,
    [apiKey, organizationId],
  );
  await client.query(
    `insert into activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
     select $1, $2, ${user}, ${document}, 1700000000000 + n, 5000000000 + n from ${each}`,
    [apiKey, organizationId],
  );
  await client.query(
    `insert into activity.comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, bytes, created_at_ms)
     select $1, 5000000000 + n, 'c' || i, i, ${user}, jsonb_build_object('userId', ${user}),
       'everywhere ' || case when i = 1 then '${oftenOnce} ' else '${oftenTwice} ' end || case when n <= ${lone} then 'ancient ' else '' end
       || case when n = ${lone} and i = 1 then 'zanzibar ' else '' end || (
         select string_agg(substr(translate(md5(floor(20000 ^ random())::int::text || (n + i) * 0), '0123456789', 'ghijklmnop'), 1, 2 + w % 7), ' ')
         from generate_series(1, ${wordsPerComment}) w where n > 0 and i > 0), 400, 1700000000000 + n
     from ${each}, generate_series(1, ${commentsPerThread}) i`,
    [apiKey],
  );
  await client.query("vacuum analyze");
}
