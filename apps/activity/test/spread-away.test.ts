import { querySql } from "@parley/testing";
import { CitusDatabases } from "@parley/testing/citus";
import { expect, test } from "vitest";
import { activityModule } from "../src/module.ts";
import { alice } from "./activity.ts";
import { addRecord, addThread, idsBehind, keysApart, startSpread } from "./spread-scene.ts";

const databases = new CitusDatabases(activityModule);

test("while a server is away, the keys of another are read and changed, and what needs the server fails as unavailable", async () => {
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

  await administration.updateCommentAnnotations({ ...place, annotations: [{ annotationId: "a", status: "DONE" }] });
  await administration.updateComments({ ...place, annotationId: "a", comments: [{ commentId: "c", text: "Changed" }] });
  await addRecord(activity, key, "own");
  const { annotations } = await administration.getCommentAnnotations(place);
  expect(annotations.map(({ status, comments }) => [status, comments[0]?.text])).toEqual([["DONE", "Changed"]]);
  expect((await idsBehind(activity, key, "start", 10_000)).ids).toContain("own");

  const comments = [{ author: alice, comment: { commentId: "d", text: "More" } }];
  for (const apiKeyId of [key, other]) {
    await expect(administration.addComments({ ...place, apiKeyId, annotationId: "a", comments })).rejects.toMatchObject({
      failure: { kind: "unavailable" },
    });
  }
}, 120_000);
