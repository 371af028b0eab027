import { openConnection, querySql, until, waitsForLock } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, bob, startActivity, welcome } from "./activity.ts";

// Another transaction is changing the thread: it is open when the request arrives and commits while the request waits.
let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

const start = (annotationId: string) =>
  activity.administration.addCommentAnnotations({
    ...welcome,
    annotations: [{ annotation: { annotationId }, comments: [{ author: alice, comment: { commentId: "c1", text: "First." } }] }],
  });

/** Runs the request while the other transaction holds the rows changed by `sql`. Returns the request's answer. */
async function during<Answer>(sql: string, request: () => Promise<Answer>): Promise<Answer> {
  const other = await openConnection(activity.databaseUrl);
  await other.query("begin");
  await other.query(sql);
  const answer = request();
  await until(() => waitsForLock(activity.databaseUrl));
  await other.query("commit");
  return answer;
}

const add = (annotationId: string, commentIds: string[]) => () =>
  activity.administration.addComments({
    ...welcome,
    annotationId,
    comments: commentIds.map((commentId) => ({ author: bob, comment: { commentId, text: commentId } })),
  });

test.each([
  ["one comment", ["late"]],
  ["several comments", ["late", "later"]],
])("%s added while the thread is being assigned involve the new assignee", async (_, commentIds) => {
  const annotationId = `assigned-${commentIds.length}`;
  const assignee = `assignee-${commentIds.length}`;
  await start(annotationId);

  const { results } = await during(
    `update activity.annotations set assignee_id = '${assignee}' where api_key_id = 'pk_test_1' and annotation_id = '${annotationId}'`,
    add(annotationId, commentIds),
  );

  expect(results.map(({ success }) => success)).toEqual(commentIds.map(() => true));
  const { items } = await activity.administration.listUserComments({ ...welcome, userId: assignee });
  expect(items.map(({ id }) => id)).toEqual(commentIds);
});

test("a comment added while its thread is being deleted is not found and leaves no rows", async () => {
  await start("deleted");

  const { results } = await during(
    "delete from activity.annotations where api_key_id = 'pk_test_1' and annotation_id = 'deleted'",
    add("deleted", ["orphan"]),
  );

  expect(results).toMatchObject([{ id: "orphan", success: false, code: "not_found" }]);
  expect(await querySql(activity.databaseUrl, "select 1 from activity.comments where comment_id = 'orphan'")).toEqual([]);
});

test("a reaction added while its comment is being deleted is not found and leaves no rows", async () => {
  await start("reacted");
  const react = () =>
    activity.administration.addReactions({ ...welcome, annotationId: "reacted", commentId: "c1", user: bob, reactions: ["orphan"] });

  const { results } = await during(
    `with locked as (select annotation_ref from activity.annotations where api_key_id = 'pk_test_1' and annotation_id = 'reacted' for update)
     delete from activity.comments c using locked h where c.api_key_id = 'pk_test_1' and c.annotation_ref = h.annotation_ref`,
    react,
  );

  expect(results).toMatchObject([{ id: "orphan", success: false, code: "not_found" }]);
  expect(await querySql(activity.databaseUrl, "select 1 from activity.reactions where reaction = 'orphan'")).toEqual([]);
});

test("a comment added while the thread is being filled up is refused", async () => {
  await start("filled");

  const { results } = await during(
    "update activity.annotations set comment_count = 1000 where api_key_id = 'pk_test_1' and annotation_id = 'filled'",
    add("filled", ["late"]),
  );

  expect(results).toMatchObject([{ id: "late", success: false, code: "thread_full" }]);
});

test("a change of a thread is recorded with the values that it replaced", async () => {
  await start("status");
  const update = () =>
    activity.administration.updateCommentAnnotations({ ...welcome, annotationIds: ["status"], change: { status: "DONE" } });

  await during("update activity.annotations set status = 'PAUSED' where api_key_id = 'pk_test_1' and annotation_id = 'status'", update);

  const { activities } = await activity.administration.getActivities({ ...welcome, actionTypes: ["comment_annotation.status_change"] });
  expect(activities.map(({ changesJson }) => changesJson)).toEqual(['{"status":{"from":"PAUSED","to":"DONE"}}']);
});
