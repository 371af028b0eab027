import { startCitus } from "@parley/testing/citus";
import pg from "pg";
import { spreadDatabase } from "../installation/spread-database.ts";

const usualComments = 5_000_000;
const commentsAtOnce = 250_000;
const commentsOfThread = 5;
const usersOfThread = 3;
const keys = 1_000;
const wanted = 1_000_000_000;
// In proportion to `commentsOfThread`: a thread is a record of the activity log, too.
const recordsOfComment = (commentsOfThread + 1) / commentsOfThread;

/**
 * Loads comments of 1,000 API keys over two workers and prints the bytes of one on each, with all that is stored beside it: its thread, the
 * users who take part, and its record in the activity log. Calculates what a billion would need.
 */
export async function benchRows(comments = usualComments): Promise<void> {
  if (!(comments >= commentsAtOnce)) throw new Error(`At least ${commentsAtOnce} comments are needed.`);
  await using cluster = await startCitus({ workers: 2, durable: false });
  const client = new pg.Client({ connectionString: await spreadDatabase(cluster, "rows") });
  await client.connect();
  try {
    const beganMs = performance.now();
    let loaded = 0;
    // Chunk by chunk, as time goes by: each key's rows get into its indexes between those of all others.
    for (; loaded < comments; loaded += commentsAtOnce) await load(client, loaded / commentsOfThread);
    console.log(`${loaded.toLocaleString("en")} comments of ${keys} keys in ${Math.round((performance.now() - beganMs) / 1_000)} s`);
    await tellSizes(client, loaded);
  } finally {
    await client.end();
  }
}

async function load(client: pg.Client, firstThread: number): Promise<void> {
  const threads = `generate_series(${firstThread + 1}, ${firstThread + commentsAtOnce / commentsOfThread}) n`;
  const comment = `n * ${commentsOfThread} + i`;
  const key = `'pk_' || n % ${keys}`;
  const place = "'acme', 'd' || n % 5000";
  const user = `'user_' || (n + i % ${usersOfThread}) % 2000`;
  const person = `json_build_object('userId', ${user}, 'name', 'Somebody Somewhere', 'email', ${user} || '@acme.example')`;
  const each = (count: number) => `from ${threads}, generate_series(1, ${count}) i`;
  const inserts = [
    `annotations (api_key_id, organization_id, document_id, annotation_id, annotation_ref, status, comment_count, last_position, thread_bytes, created_at_ms)
       select ${key}, ${place}, 'ann_' || md5(n::text), n, 'OPEN', ${commentsOfThread}, ${commentsOfThread}, 1500, n from ${threads}`,
    `annotation_users (api_key_id, organization_id, document_id, user_id, created_at_ms, annotation_ref)
       select ${key}, ${place}, ${user}, n, n ${each(usersOfThread)}`,
    `comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, bytes, created_at_ms, written_position)
       select ${key}, n, 'com_' || md5((${comment})::text), i, ${user}, ${person}, md5(n::text) || md5(i::text) || ' ' || md5((n + i)::text) || ' said', 300,
         ${comment}, ${comment} ${each(commentsOfThread)}`,
    `comment_users (api_key_id, organization_id, user_id, created_at_ms, annotation_ref, comment_id)
       select ${key}, 'acme', ${user}, ${comment}, n, 'com_' || md5((${comment})::text) ${each(commentsOfThread)}`,
    `activities (api_key_id, organization_id, document_id, activity_id, feature_type, action_type, action_user_id, action_user, entity_data,
         display_message_template, immutable, created_at_ms, feed_position)
       select ${key}, ${place}, 'act_' || md5(n || '-' || i), 'comment', 'comment.add', ${user}, ${person},
         json_build_object('annotationId', 'ann_' || md5(n::text), 'commentId', 'com_' || md5((${comment})::text)),
         '{{actionUser}} added a comment.', false, ${comment}, ${comment} ${each(commentsOfThread * recordsOfComment)}`,
  ];
  for (const insert of inserts) await client.query(`insert into activity.${insert}`);
}

interface Size {
  readonly table: string;
  readonly port: number;
  readonly rows: string;
  readonly indexes: string;
}

async function tellSizes(client: pg.Client, comments: number): Promise<void> {
  const { rows: sizes } = await client.query<Size>(
    `select split_part(logicalrelid::text, '.', 2) as table, nodeport as port,
       sum(split_part(result, ' ', 1)::bigint) as rows, sum(split_part(result, ' ', 2)::bigint) as indexes
     from unnest(array['annotations', 'annotation_users', 'comments', 'comment_users', 'activities']) t,
       run_command_on_shards('activity.' || t, $$ select pg_table_size('%1$s') || ' ' || pg_indexes_size('%1$s') $$)
       join pg_dist_shard_placement using (shardid) join pg_dist_shard using (shardid)
     group by 1, 2 order by 1, 2`,
  );
  const sum = (of: readonly Size[], part: "rows" | "indexes") => of.reduce((all, size) => all + Number(size[part]), 0);
  const perComment = (of: readonly Size[]) =>
    `${Math.round(sum(of, "rows") / comments)} bytes of rows and ${Math.round(sum(of, "indexes") / comments)} of indexes`;
  for (const table of new Set(sizes.map((size) => size.table))) {
    console.log(`${table}: ${perComment(sizes.filter((size) => size.table === table))} a comment`);
  }
  const whole = sum(sizes, "rows") + sum(sizes, "indexes");
  console.log(`all: ${perComment(sizes)} a comment; ${tib((whole / comments) * wanted)} for ${wanted.toLocaleString("en")}`);
  for (const port of new Set(sizes.map((size) => size.port))) {
    const own = sizes.filter((size) => size.port === port);
    const bytes = sum(own, "rows") + sum(own, "indexes");
    console.log(
      `a worker has ${((100 * bytes) / whole).toFixed(1)} %: ${tib((bytes / comments) * wanted)} for ${wanted.toLocaleString("en")}`,
    );
  }
}

function tib(bytes: number): string {
  return `${(bytes / 1024 ** 4).toFixed(2)} TiB`;
}
