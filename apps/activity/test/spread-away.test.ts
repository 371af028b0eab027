import { querySql } from "@parley/testing";
import { CitusDatabases } from "@parley/testing/citus";
import { expect, test } from "vitest";
import { activityModule } from "../src/module.ts";
import { alice, carol } from "./activity.ts";
import { addRecord, addThread, idsBehind, keysApart, startSpread } from "./spread-scene.ts";

const databases = new CitusDatabases(activityModule);

test("while a server is away, threads of keys on another are read, started and changed, and what needs the server fails as unavailable", async () => {
  await databases.run("distribute");
  const [key, other] = await keysApart(databases.url);
  const activity = await startSpread(databases, [key, other]);
  for (const apiKeyId of [key, other]) await addThread(activity, apiKeyId, "a");
  const [away] = await querySql<{ port: number }>(
    databases.url,
    `select nodeport as port from pg_dist_shard_placement
     where shardid = get_shard_id_for_distribution_column('activity.annotations', $1::text)`,
    [other],
  );
  const { administration } = activity;
  const place = { apiKeyId: key, organizationId: "acme", documentId: "welcome" };

  await databases.cluster.stopWorker(away?.port ?? 0);

  await administration.updateCommentAnnotations({ ...place, annotationIds: ["a"], change: { status: "DONE" } });
  await administration.updateComments({ ...place, annotationId: "a", commentIds: ["c"], change: { text: "Changed" } });
  await addRecord(activity, key, "own");
  const { annotations } = await administration.getCommentAnnotations(place);
  expect(annotations.map(({ status, comments }) => [status, comments[0]?.text])).toEqual([["DONE", "Changed"]]);
  expect((await idsBehind(activity, key, "start", 10_000)).ids).toContain("own");

  const comments = ["d", "e"].map((commentId) => ({ author: alice, comment: { commentId, text: "More" } }));
  const { results } = await administration.addComments({ ...place, annotationId: "a", comments });
  expect(results.map(({ success }) => success)).toEqual([true, true]);
  await administration.addCommentAnnotations({ ...place, annotations: [{ annotation: { annotationId: "b", assignee: carol } }] });
  await addThread(activity, key, "c");
  await administration.deleteReactions({ ...place, annotationId: "c", commentId: "c", userId: alice.userId, reactions: ["👍"] });
  const { annotations: after } = await administration.getCommentAnnotations(place);
  expect(after.map((thread) => [thread.annotationId, thread.comments.length, thread.involvedUsers.map(({ userId }) => userId)])).toEqual([
    ["a", 3, ["alice"]],
    ["b", 0, ["carol"]],
    ["c", 1, ["alice"]],
  ]);
  const { annotations: ofCarol } = await administration.getCommentAnnotations({ ...place, documentId: "", userIds: [carol.userId] });
  expect(ofCarol.map(({ annotationId }) => annotationId)).toEqual(["b"]);

  const recordings = [{ user: alice, recording: { recordingId: "r" } }];
  await administration.addRecordings({ ...place, recordings });
  // The second request changes the recording; only the first one is recorded as its creation.
  await administration.addRecordings({ ...place, recordings });
  const { recordings: stored } = await administration.getRecordings(place);
  expect(stored.map(({ recordingId }) => recordingId)).toEqual(["r"]);
  const { activities } = await administration.getActivities({ ...place, actionTypes: ["recording.add"] });
  expect(activities).toHaveLength(1);

  const unavailable = { failure: { kind: "unavailable" } };
  await expect(addThread(activity, other, "b")).rejects.toMatchObject(unavailable);
  await expect(administration.addComments({ ...place, apiKeyId: other, annotationId: "a", comments })).rejects.toMatchObject(unavailable);
  await expect(administration.addRecordings({ ...place, apiKeyId: other, recordings })).rejects.toMatchObject(unavailable);

  // A coordinator that starts again asks each server for its positions before it tells any changes.
  await databases.cluster.crashCoordinator();
  for (let attempt = 0; attempt < 3; attempt++) await expect(idsBehind(activity, key, "start")).rejects.toMatchObject(unavailable);
}, 120_000);
