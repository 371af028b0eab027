import pg from "pg";
import type { Caller } from "../installation/caller.ts";
import { startInstallation } from "../installation/installation.ts";
import { quantile } from "./figures.ts";

const usualRows = 1_000_000;
const rounds = 10;
// The rows of one thread.
const rowsOfThread = 10;

/**
 * Measures dry runs for a document, an organization and a user, each over nearly all stored rows (`dry-run:10000000` sets their number).
 * The organization has threads of two comments and a reaction, recordings, and records of the activity log; one user takes part in all of
 * them.
 */
export async function benchDryRun([rows]: readonly string[] = []): Promise<void> {
  const threads = Math.ceil(Number(rows ?? usualRows) / rowsOfThread);
  if (!Number.isSafeInteger(threads) || threads <= 0) throw new Error(`dry-run:${rows} is not a number of rows.`);
  await using installation = await startInstallation({ shape: "all-in-one" });
  const { apiKey, customer } = await installation.demo();
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  try {
    const beganMs = performance.now();
    await plant(client, apiKey, threads);
    console.log(`  ${threads * rowsOfThread} rows in ${Math.round((performance.now() - beganMs) / 1_000)} s`);
  } finally {
    await client.end();
  }
  await tell("a document", customer, "/v2/organizations/documents/delete", { organizationId: "planted", documentIds: ["large"] });
  await tell("an organization", customer, "/v2/organizations/delete", { organizationIds: ["planted"] });
  await tell("a user", customer, "/v2/users/data/delete", { userIds: ["heavy"] });
}

async function plant(client: pg.Client, apiKey: string, threads: number): Promise<void> {
  const each = `generate_series(1, ${threads}) n`;
  const ref = "9000000000 + n";
  const inserts = [
    `activity.annotations (api_key_id, organization_id, document_id, annotation_id, annotation_ref, status, comment_count, last_position,
       thread_bytes, reaction_count, created_at_ms) select $1, 'planted', 'large', 'a' || n, ${ref}, 'OPEN', 2, 2, 900, 1, n from ${each}`,
    `activity.comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, bytes, created_at_ms)
       select $1, ${ref}, 'c' || i, i, case i when 1 then 'heavy' else 'u' || n % 5000 end, '{"userId":"u"}', 'text', 300, n
       from ${each}, generate_series(1, 2) i`,
    `activity.comment_users (api_key_id, organization_id, user_id, created_at_ms, annotation_ref, comment_id)
       select $1, 'planted', case i when 1 then 'heavy' else 'u' || n % 5000 end, n, ${ref}, 'c' || i from ${each}, generate_series(1, 2) i`,
    `activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
       select $1, 'planted', u, 'large', n, ${ref} from ${each}, unnest(array['heavy', 'u' || n % 5000]) u`,
    `activity.reactions (api_key_id, organization_id, annotation_ref, comment_id, user_id, reaction, reacting_user, bytes, created_at_ms)
       select $1, 'planted', ${ref}, 'c1', 'heavy', 'r', '{"userId":"heavy"}', 300, n from ${each}`,
    `activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, created_at_ms)
       select $1, 'planted', 'large', 'r' || n, 'heavy', '{"userId":"heavy"}', n from ${each}`,
    `activity.activities (api_key_id, organization_id, activity_id, document_id, feature_type, action_type, action_user_id, immutable, created_at_ms)
       select $1, 'planted', 'x' || n, 'large', 'comment', 'comment.add', 'heavy', false, n from ${each}`,
  ];
  for (const insert of inserts) await client.query(`insert into ${insert}`, [apiKey]);
  await client.query("vacuum analyze");
}

async function tell(what: string, customer: Caller, path: string, data: object): Promise<void> {
  const took: number[] = [];
  let counts: unknown;
  for (let round = 0; round < rounds; round++) {
    const beganMs = performance.now();
    counts = (await customer.tryAsk(path, { ...data, dryRun: true }))?.counts;
    took.push(performance.now() - beganMs);
  }
  if (!Array.isArray(counts)) throw new Error(`The dry run of ${what} failed.`);
  const text = counts.flatMap(({ service, collection, rows }) => (rows === 0 ? [] : [`${service}/${collection} ${rows}`])).join(", ");
  console.log(`  ${what}: median ${quantile(took, 0.5).toFixed(0)} ms, slowest ${Math.max(...took).toFixed(0)} ms of ${rounds}: ${text}`);
}
