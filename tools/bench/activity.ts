import { parseArgs } from "node:util";
import { declaredStatements } from "@parley/database";
import pg from "pg";
// Declares the service's statement.
import "../../apps/activity/src/threads/new-comments.store.ts";
import { generatedActivityIds } from "../generators/activity.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { query } from "../installation/with-client.ts";
import { addComment, commentsOf, compareCalls } from "./activity-calls.ts";
import { actingUser, type System, scaled, startSystem, text } from "./activity-system.ts";
import { walkActivity } from "./activity-walk.ts";
import { median, throughput } from "./figures.ts";

const rounds = 5;
const { annotation } = generatedActivityIds;

/**
 * Measures adding a comment, reading pages of a large document, and reading a user's comments (Get all user data), at a hundredth of the
 * size and at full size. The two systems take turns, so that other load on the machine affects both. `share` makes both smaller, for a
 * quick look.
 */
export async function benchActivity(share = 1): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await scratchPostgres({ durable: true }));
  const start = async (name: string, size: number) => stack.use(await startSystem(name, scaled(size), await postgres.createDatabase(name)));
  const [small, large] = [await start("small", share / 100), await start("large", share)];
  await compareCalls([small, large], [commentsOf(small), commentsOf(large)]);
  await againstPostgresAlone(large);
  await walkActivity(large);
}

/** Compares the cost of adding a comment: the bare row, the whole statement (rows of five tables), and the service. */
async function againstPostgresAlone(system: System): Promise<void> {
  const { place, databaseUrl, administration, sizes } = system;
  const first = await query(
    databaseUrl,
    "select min(annotation_ref)::float8 as ref, 0 as ms, '' as id from activity.annotations where api_key_id = $1",
    [place.apiKeyId],
  );
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 8,
    options: "-c search_path=activity -c plan_cache_mode=force_generic_plan",
  });
  const whole = declaredStatements().find(({ name }) => name === "activity.comment_insert");
  if (whole === undefined) throw new Error("There is no statement activity.comment_insert.");
  const bare =
    "insert into comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, bytes) values ($1, $2, $3, 99, $4, $5, $6, 500)";
  let number = 0;
  const id = () => `bench-${process.pid}-${number++}`;
  const ways = {
    "pg alone, the bare row of the comment": (n: number) =>
      pool.query({
        name: "bare",
        text: bare,
        values: [place.apiKeyId, first.ref + (n % 1_000), id(), actingUser.userId, JSON.stringify(actingUser), text],
      }),
    "pg alone, the service's statement": (n: number) => {
      const named = insertValues(system, n, id);
      return pool.query({ name: "whole", text: whole.text, values: whole.parameterNames.map((name) => named[name]) });
    },
    "the service, for a user": (n: number) => addComment(system, n),
    "the service, administration, 20 comments a call": (n: number) =>
      administration.addComments({
        ...place,
        annotationId: annotation((n % Math.min(5_000, sizes.inLargeDocument)) + 1),
        comments: Array.from({ length: 20 }, () => ({ author: actingUser, comment: { text } })),
      }),
  };
  const results = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, call] of Object.entries(ways)) results.get(name)?.push(await throughput(call));
  }
  await pool.end();
  printThroughput(results);
}

function printThroughput(results: ReadonlyMap<string, readonly number[]>): void {
  console.log("\n| add a comment, 32 in flight | calls/s | of the first |\n|---|---|---|");
  const [base = 1] = [...results.values()].map(median);
  for (const [name, perSecond] of results)
    console.log(`| ${name} | ${Math.round(median(perSecond)).toLocaleString("en")} | ${(median(perSecond) / base).toFixed(2)} |`);
}

/** The parameters of the comment's insert statement, for the nth comment. */
function insertValues({ place, sizes }: System, n: number, newId: () => string): Record<string, unknown> {
  const annotationId = annotation((n % Math.min(1_000, sizes.inLargeDocument)) + 1);
  const author = JSON.stringify(actingUser);
  return {
    ...place,
    immutable: false,
    annotationIds: [annotationId],
    maxComments: 1_000_000,
    maxBytes: 2_000_000_000,
    ordinal: 1,
    activity_id: newId(),
    feature_type: "comment",
    action_type: "comment.add",
    action_user_id: actingUser.userId,
    action_user: author,
    changes: null,
    entity_data: "{}",
    entity_target_data: null,
    template: "{{actionUser}} added a comment.",
    template_data: null,
    annotation_id: annotationId,
    comment_id: newId(),
    author_id: actingUser.userId,
    author,
    comment_text: text,
    html: "",
    tagged_ids: [],
    tagged_users: "[]",
    attachments: "[]",
    metadata: "{}",
    bytes: 500,
    created_at_ms: null,
    nth: 1,
    bytes_so_far: 500,
  };
}

// `node tools/bench/activity.ts [--share 0.02]`
if (import.meta.main) {
  const { values } = parseArgs({ options: { share: { type: "string", default: "1" } } });
  await benchActivity(Number(values.share));
}
