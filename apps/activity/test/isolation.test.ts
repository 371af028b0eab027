import { declaredStatements } from "@parley/database";
import { querySql, unscopedAccess } from "@parley/testing";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Activity, alice, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
  activity.surroundings.open("pk_test_2", "acme", "welcome");
  for (const key of ["pk_test_1", "pk_test_2"]) activity.surroundings.searchedKeys.add(key);
  await activity.administration.addCommentAnnotations({
    ...welcome,
    annotations: [{ annotation: { annotationId: "a" }, comments: [{ author: alice, comment: { commentId: "c", text: "x" } }] }],
  });
  await activity.administration.addReactions({ ...welcome, annotationId: "a", commentId: "c", user: alice, reactions: ["👍"] });
  await activity.administration.addRecordings({ ...welcome, recordings: [{ user: alice, recording: { recordingId: "r" } }] });
  await activity.administration.addActivities({ ...welcome, activities: [{ id: "log", actionType: "a" }] });
});

afterAll(() => activity?.[Symbol.asyncDispose]());

// Plans name the tables only while their rows are on one server.
test.skipIf(inject("citusWorkers").length > 0)("every statement names the key of the rows that it touches", async () => {
  const own = declaredStatements().filter(({ name }) => name.startsWith("activity."));

  expect(own.length).toBeGreaterThan(30);
  expect(await unscopedAccess(activity.databaseUrl, own)).toEqual([]);
});

test("ids of another key find, read and change nothing", async () => {
  const before = await rowsOf("pk_test_1");
  const other = { ...welcome, apiKeyId: "pk_test_2" };
  const { administration } = activity;
  const batches = await Promise.all([
    administration.updateCommentAnnotations({ ...other, annotationIds: ["a"], change: { status: "DONE" } }),
    administration.deleteCommentAnnotations({ ...other, annotationIds: ["a"] }),
    administration.addComments({ ...other, annotationId: "a", comments: [{ author: alice, comment: { text: "x" } }] }),
    administration.updateComments({ ...other, annotationId: "a", commentIds: ["c"], change: { text: "y" } }),
    administration.deleteComments({ ...other, annotationId: "a", commentIds: ["c"] }),
    administration.addReactions({ ...other, annotationId: "a", commentId: "c", user: alice, reactions: ["🎉"] }),
    administration.deleteReactions({ ...other, annotationId: "a", commentId: "c", userId: "alice", reactions: ["👍"] }),
    administration.deleteRecordings({ ...other, recordingIds: ["r"] }),
    administration.updateActivities({ ...other, activities: [{ id: "log", actionIcon: "i" }] }),
    administration.deleteActivities({ ...other, activityIds: ["log"] }),
  ]);
  const lists = await Promise.all([
    administration.getCommentAnnotations(other).then(({ annotations }) => annotations),
    administration
      .countCommentAnnotations({ ...other, documentIds: ["welcome"], userId: "alice" })
      .then(({ documents }) => documents.filter(({ total, mine }) => total !== 0 || mine !== 0)),
    administration.searchCommentAnnotations({ ...other, query: "x" }).then(({ threads }) => threads),
    administration.getSearchIndex(other).then(({ percent }) => (percent === 0 ? [] : [percent])),
    administration.getRecordings(other).then(({ recordings }) => recordings),
    administration.getActivities(other).then(({ activities }) => activities),
    administration.listUserComments({ ...other, userId: "alice" }).then(({ items }) => items),
    administration.listInvolvedDocuments({ ...other, userIds: ["alice"], limit: 10 }).then(({ users }) => users),
    administration.listUserReactions({ ...other, userId: "alice" }).then(({ items }) => items),
    administration.listUserRecordings({ ...other, userId: "alice" }).then(({ items }) => items),
    administration
      .countRemoval({ apiKeyId: other.apiKeyId, scope: { kind: "organization", organizationIds: ["acme"] } })
      .then(({ collections }) => collections.filter(({ rows }) => rows > 0n)),
  ]);

  for (const { results } of batches) for (const result of results) expect(result).toMatchObject({ success: false, code: "not_found" });
  expect(lists.flat()).toEqual([]);
  expect(await rowsOf("pk_test_1")).toEqual(before);
});

test("the same ids under another key are separate data", async () => {
  const other = { ...welcome, apiKeyId: "pk_test_2" };
  await activity.administration.addCommentAnnotations({
    ...other,
    annotations: [{ annotation: { annotationId: "a" }, comments: [{ author: alice, comment: { commentId: "c", text: "other" } }] }],
  });

  await activity.administration.deleteCommentAnnotations({ ...other, annotationIds: ["a"] });

  const { annotations } = await activity.administration.getCommentAnnotations(welcome);
  expect(annotations).toMatchObject([{ annotationId: "a", comments: [{ text: "x", reactions: [{ reaction: "👍" }] }] }]);
});

async function rowsOf(apiKeyId: string): Promise<unknown[]> {
  const tables = await querySql<{ name: string }>(
    activity.databaseUrl,
    "select table_name as name from information_schema.columns where table_schema = 'activity' and column_name = 'api_key_id' order by 1",
  );
  const texts = tables.map(({ name }) =>
    querySql(activity.databaseUrl, `select x::text from activity.${name} x where api_key_id = $1 order by 1`, [apiKeyId]),
  );
  return Promise.all(texts);
}
