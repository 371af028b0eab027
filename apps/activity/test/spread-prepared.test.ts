import { declaredStatements } from "@parley/database";
import { querySql } from "@parley/testing";
import { CitusDatabases } from "@parley/testing/citus";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { activityModule } from "../src/module.ts";
import { addAfterCrash, addRecord, commitHalf, idsBehind, keysApart, startSpread } from "./spread-scene.ts";

const databases = new CitusDatabases(activityModule, { recovers: false });

test("a change that has ended on the coordinator and is prepared on its server is read before later ones", async () => {
  await databases.run("distribute");
  const [key, elsewhere] = await keysApart(databases.url);
  const activity = await startSpread(databases, [key, elsewhere]);
  await addRecord(activity, key, "first");
  const { nextCursor } = await idsBehind(activity, key, "start", 5_000);
  const commit = await commitHalf(databases.url, key, "half");
  await addRecord(activity, key, "later");
  await addRecord(activity, elsewhere, "other");

  expect((await idsBehind(activity, key, nextCursor)).ids).toEqual([]);
  expect((await idsBehind(activity, elsewhere, "start", 5_000)).ids).toEqual(["other"]);

  const waiting = idsBehind(activity, key, nextCursor, 20_000);
  await commit();
  expect((await waiting).ids).toEqual(["half", "later"]);
});

test("a change that is prepared on its server wakes those who wait for its document, though a later one of another passed them", async () => {
  await databases.run("distribute");
  const [key] = await keysApart(databases.url);
  const activity = await startSpread(databases, [key]);
  await addRecord(activity, key, "first");
  const { nextCursor } = await idsBehind(activity, key, "start", 5_000);
  const commit = await commitHalf(databases.url, key, "half");
  activity.surroundings.open(key, "acme", "elsewhere");
  const later = { id: "later", documentId: "elsewhere", actionType: "custom.act" };
  await activity.administration.addActivities({ apiKeyId: key, organizationId: "acme", activities: [later] });
  const ofDocument = { apiKeyId: key, organizationId: "acme", documentId: "welcome", cursor: nextCursor };
  const waiting = activity.administration.readChanges({ ...ofDocument, waitMs: 20_000 });
  // Meanwhile the waiting reader is looked after several times.
  expect((await idsBehind(activity, key, nextCursor, 500)).ids).toEqual([]);

  const committedMs = performance.now();
  await commit();

  expect((await waiting).changes.map(({ activityId }) => activityId)).toEqual(["half"]);
  expect(performance.now() - committedMs).toBeLessThan(5_000);
}, 60_000);

test("a change that is prepared on its server since before a crash of the coordinator is read before later ones", async () => {
  await databases.run("distribute");
  const [key, elsewhere] = await keysApart(databases.url);
  const activity = await startSpread(databases, [key, elsewhere]);
  await addRecord(activity, key, "first");
  await addRecord(activity, elsewhere, "far");
  const { nextCursor } = await idsBehind(activity, key, "start", 5_000);
  const commit = await commitHalf(databases.url, key, "half");
  await addRecord(activity, key, "between");
  // From the crash on, positions are shifted.
  await querySql(databases.url, "update activity.activities set feed_position = 10000000 where api_key_id = $1", [elsewhere]);
  await databases.cluster.crashCoordinator();
  await addAfterCrash(activity, key, "later");

  expect((await idsBehind(activity, key, nextCursor)).ids).toEqual([]);
  await commit();
  expect((await idsBehind(activity, key, nextCursor, 10_000)).ids).toEqual(["half", "between", "later"]);
}, 120_000);

test("an erasure does not end while rows from before it are prepared on their server", async () => {
  await databases.run("distribute");
  const [key] = await keysApart(databases.url);
  await startSpread(databases, [key]);
  const commit = await commitHalf(databases.url, key, "half");
  await querySql(
    databases.url,
    `insert into activity.erasures (api_key_id, job_id, owner, kind, scope, requested_at_ms, begun_at_ms, tasks_left)
       values ($1, 'job', 'users', 'user', '{}', 1, 1, 1)`,
    [key],
  );
  const client = new pg.Client({ connectionString: databases.url });
  await client.connect();
  onTestFinished(() => client.end());
  const settled = declaredStatements().find(({ name }) => name === "activity.erasure_settled");
  const isSettled = async () => {
    const values = { apiKeyWaitMs: 0, apiKeyId: key, jobId: "job" };
    const given = settled?.parameterNames.map((name) => values[name as keyof typeof values]) ?? [];
    return (await client.query<{ settled: boolean }>(settled?.text ?? "", given)).rows;
  };

  expect(await isSettled()).toEqual([{ settled: false }]);
  await commit();
  expect(await isSettled()).toEqual([{ settled: true }]);
});
