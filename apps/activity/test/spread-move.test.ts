import { querySql, until } from "@parley/testing";
import { CitusDatabases } from "@parley/testing/citus";
import { expect, test } from "vitest";
import { activityModule } from "../src/module.ts";
import { alice } from "./activity.ts";
import { addThread, idsBehind, keysApart, startSpread } from "./spread-scene.ts";

const databases = new CitusDatabases(activityModule);

test("a key is moved to another server while it is used: nothing fails or is lost, and each change is announced once in order", async () => {
  await databases.run("distribute");
  const [key] = await keysApart(databases.url);
  const activity = await startSpread(databases, [key]);
  await addThread(activity, key, "a");
  const place = { apiKeyId: key, organizationId: "acme", documentId: "welcome", annotationId: "a" };
  const added: string[] = [];
  const told: string[] = [];
  let goesOn = true;
  const write = async (writer: number) => {
    for (let count = 0; goesOn; count++) {
      const commentId = `c${writer}-${count}`;
      const comments = [{ author: alice, comment: { commentId, text: "During the move" } }];
      const { results } = await activity.administration.addComments({ ...place, comments });
      expect(results).toMatchObject([{ success: true }]);
      added.push(commentId);
    }
  };
  let isWriting = true;
  const writing = Promise.all([write(0), write(1)]).finally(() => {
    isWriting = false;
  });
  // The thread and its reaction came before the comments.
  const follow = async () => {
    for (let cursor = "start"; isWriting || told.length < added.length + 2; ) {
      const page = await idsBehind(activity, key, cursor, 200);
      told.push(...page.ids);
      cursor = page.nextCursor;
    }
  };
  const all = Promise.all([writing, follow()]);
  const grown = (more: number) => {
    const from = added.length;
    return until(() => added.length >= from + more || undefined, 60_000);
  };
  await grown(20);

  await databases.moveKey("activity.annotations", key);
  await grown(20);
  goesOn = false;
  await all;

  const stored = await querySql<{ id: string }>(
    databases.url,
    "select comment_id as id from activity.comments where api_key_id = $1 and comment_id <> 'c'",
    [key],
  );
  expect(stored.map(({ id }) => id).toSorted()).toEqual(added.toSorted());
  const records = await querySql<{ id: string }>(
    databases.url,
    "select activity_id as id from activity.activities where api_key_id = $1 order by feed_position, activity_ref",
    [key],
  );
  expect(told).toEqual(records.map(({ id }) => id));
}, 180_000);
