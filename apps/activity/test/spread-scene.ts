import { randomInt } from "node:crypto";
import { querySql, until } from "@parley/testing";
import type { CitusDatabases } from "@parley/testing/citus";
import pg from "pg";
import { onTestFinished } from "vitest";
import { type Activity, alice, startActivity } from "./activity.ts";

/** The service on spread rows, with helpers for tests. */
export async function startSpread(databases: CitusDatabases, apiKeyIds: readonly string[]) {
  const activity = await startActivity({ PARLEY_DATABASE_URL: databases.url });
  onTestFinished(() => activity[Symbol.asyncDispose]());
  for (const apiKeyId of apiKeyIds) activity.surroundings.open(apiKeyId, "acme", "welcome");
  return activity;
}

/** Adds a record to the feed of an API key. */
export function addRecord({ administration }: Activity, apiKeyId: string, id: string) {
  return administration.addActivities({ apiKeyId, organizationId: "acme", activities: [{ id, actionType: "custom.act" }] });
}

/** Adds a record as soon as the servers accept it again. */
export function addAfterCrash(activity: Activity, apiKeyId: string, id: string): Promise<unknown> {
  return until(
    () =>
      addRecord(activity, apiKeyId, id).then(
        () => true,
        () => undefined,
      ),
    30_000,
  );
}

/** Adds an annotation with a comment and a reaction. */
export async function addThread({ administration }: Activity, apiKeyId: string, annotationId: string): Promise<void> {
  const place = { apiKeyId, organizationId: "acme", documentId: "welcome" };
  const comments = [{ author: alice, comment: { commentId: "c", text: `About ${annotationId}` } }];
  await administration.addCommentAnnotations({ ...place, annotations: [{ annotation: { annotationId }, comments }] });
  await administration.addReactions({ ...place, annotationId, commentId: "c", user: alice, reactions: ["👍"] });
}

/** Writes to the feed in every way in which a thread changes, and deletes another thread. */
export async function changeThread(activity: Activity, apiKeyId: string, annotationId: string): Promise<void> {
  const { administration } = activity;
  const place = { apiKeyId, organizationId: "acme", documentId: "welcome" };
  await administration.updateCommentAnnotations({ ...place, annotationIds: [annotationId], change: { status: "DONE" } });
  await administration.addComments({ ...place, annotationId, comments: [{ author: alice, comment: { commentId: "d", text: "More" } }] });
  await administration.updateComments({ ...place, annotationId, commentIds: ["c"], change: { text: "Changed" } });
  await administration.deleteReactions({ ...place, annotationId, commentId: "c", userId: alice.userId, reactions: ["👍"] });
  await administration.deleteComments({ ...place, annotationId, commentIds: ["d"] });
  await administration.addActivities({ ...place, activities: [{ id: `own-${annotationId}`, actionType: "custom.act" }] });
  await administration.updateActivities({ ...place, activities: [{ id: `own-${annotationId}`, actionIcon: "star" }] });
  await administration.addRecordings({ ...place, recordings: [{ user: alice, recording: { recordingId: "r" } }] });
  await administration.deleteRecordings({ ...place, recordingIds: ["r"] });
  await addThread(activity, apiKeyId, "other");
  const { results } = await administration.deleteCommentAnnotations({ ...place, annotationIds: ["other"] });
  if (!results.every(({ success }) => success)) throw new Error("The annotation was not deleted.");
}

/** The ids of the changes behind a cursor that can be read now. */
export async function idsBehind({ administration }: Activity, apiKeyId: string, cursor: string, waitMs = 0) {
  const { changes, nextCursor } = await administration.readChanges({ apiKeyId, cursor, waitMs });
  return { ids: changes.map(({ activityId }) => activityId), nextCursor };
}

/** Two API keys whose rows are on different servers. */
export async function keysApart(url: string): Promise<[string, string]> {
  const rows = await querySql<{ id: string }>(
    url,
    `select distinct on (p.nodeport) k.id from (select 'pk_apart_' || n as id from generate_series(1, 100) n) k
     join pg_dist_shard_placement p on p.shardid = get_shard_id_for_distribution_column('activity.activities', k.id)`,
  );
  const [first, second] = rows.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error("All keys are on one server.");
  return [first, second];
}

/**
 * Writes a record whose transaction has ended on the coordinator and is still prepared on the server of its row, as in the moment between
 * the two, or after a crash in it. Returns what commits it there.
 */
export async function commitHalf(url: string, apiKeyId: string, id: string): Promise<() => Promise<void>> {
  const [shard] = await querySql<{ id: string; port: number; node: number }>(
    url,
    `select p.shardid::text as id, p.nodeport as port, n.groupid as node from pg_dist_shard_placement p join pg_dist_node n using (nodename, nodeport)
     where p.shardid = get_shard_id_for_distribution_column('activity.activities', $1::text)`,
    [apiKeyId],
  );
  if (shard === undefined) throw new Error("The table is not spread.");
  const worker = Object.assign(new URL(url), { port: String(shard.port), password: "" }).href;
  const name = `citus_0_${randomInt(1_000_000)}_1_0`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  const { rows } = await client.query<{ position: string }>("select activity.feed_position() as position");
  await client.query("insert into pg_dist_transaction (groupid, gid) values ($1, $2)", [shard.node, name]);
  const there = new pg.Client({ connectionString: worker });
  onTestFinished(() => there.end());
  await there.connect();
  await there.query("begin");
  await there.query(
    `insert into activity.activities_${shard.id} (api_key_id, organization_id, activity_id, activity_ref, document_id, feature_type, action_type, immutable,
       feed_position, created_at_ms, updated_at_ms, stored_at_ms) values ($1, 'acme', $2, 1, 'welcome', 'custom', 'custom.act', false, $3, 1, 1, 1)`,
    [apiKeyId, id, rows[0]?.position],
  );
  await there.query(`prepare transaction '${name}'`);
  await client.query("commit");
  await client.end();
  return async () => {
    await there.query(`commit prepared '${name}'`);
  };
}
