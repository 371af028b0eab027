import { withConstants } from "@parley/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, bob, carol, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity({ PARLEY_ACTIVITY_MAX_THREAD_COMMENTS: "5", ...withConstants({ maxThreadBytes: 65_536 }) });
});

afterAll(() => activity?.[Symbol.asyncDispose]());

const start = (annotationId: string, text = "First.") =>
  activity.administration.addCommentAnnotations({
    ...welcome,
    annotations: [{ annotation: { annotationId }, comments: [{ author: alice, comment: { commentId: "c1", text } }] }],
  });

const commentsOf = async (annotationId: string) => {
  const { annotations } = await activity.administration.getCommentAnnotations({ ...welcome, annotationIds: [annotationId] });
  return annotations[0]?.comments ?? [];
};

const add = (annotationId: string, comments: { commentId?: string; text?: string; createdAtMs?: bigint; author?: object }[]) =>
  activity.administration.addComments({
    ...welcome,
    annotationId,
    comments: comments.map(({ author = bob, createdAtMs, ...comment }) => ({
      author,
      comment,
      ...(createdAtMs === undefined ? {} : { createdAtMs }),
    })),
  });

const said = ({ text, editedAtMs }: { text: string; editedAtMs?: bigint | undefined }) =>
  editedAtMs === undefined ? text : `${text} (edited)`;

test("comments are ordered by time, those of the same time in the order of the request", async () => {
  await start("order");

  await add("order", [
    { commentId: "z", text: "z", createdAtMs: 2_000n },
    { commentId: "a", text: "a", createdAtMs: 2_000n },
    { commentId: "old", text: "old", createdAtMs: 1_000n },
  ]);

  expect((await commentsOf("order")).map(({ commentId }) => commentId)).toEqual(["old", "z", "a", "c1"]);
});

test("comments on a missing annotation are refused individually", async () => {
  const { results } = await add("unknown", [
    { commentId: "c1", text: "x" },
    { commentId: "c2", text: "y" },
  ]);

  expect(results).toMatchObject([
    { id: "c1", success: false, code: "not_found" },
    { id: "c2", success: false, code: "not_found" },
  ]);
});

test("an empty comment is refused", async () => {
  await start("silent");

  expect((await add("silent", [{ commentId: "c2" }])).results).toMatchObject([{ success: false, code: "invalid" }]);
});

test("an update that would leave a comment empty is refused, and the comment is unchanged", async () => {
  await start("emptied");

  const { results } = await activity.administration.updateComments({
    ...welcome,
    annotationId: "emptied",
    commentIds: ["c1"],
    change: { text: "", html: "", attachments: { attachments: [] } },
  });

  expect(results).toMatchObject([{ id: "c1", success: false, code: "invalid" }]);
  expect((await commentsOf("emptied")).map(said)).toEqual(["First."]);
});

test("adding a comment again changes nothing; with another text it is an edit; by another author it is refused", async () => {
  await start("repeat");
  await add("repeat", [{ commentId: "c2", text: "Mine." }]);

  expect((await add("repeat", [{ commentId: "c2", text: "Mine." }])).results).toMatchObject([
    { success: true, message: "The comment is already stored with these values." },
  ]);
  expect((await add("repeat", [{ commentId: "c2", text: "Stolen.", author: carol }])).results).toMatchObject([
    { success: false, code: "already_exists" },
  ]);
  expect((await commentsOf("repeat")).map(said)).toEqual(["First.", "Mine."]);

  await add("repeat", [{ commentId: "c2", text: "Better." }]);
  expect((await commentsOf("repeat")).map(said)).toEqual(["First.", "Better. (edited)"]);
});

test("the same comment sent many times concurrently is stored and recorded once", async () => {
  await start("race");

  await Promise.all(Array.from({ length: 12 }, () => add("race", [{ commentId: "c2", text: "Once." }])));

  expect(await commentsOf("race")).toHaveLength(2);
  const { activities } = await activity.administration.getActivities({ ...welcome, actionTypes: ["comment.add"], userId: "bob" });
  expect(activities.filter(({ entityDataJson }) => entityDataJson.includes("race"))).toHaveLength(1);
});

test("an update changes the given values and marks the comment as edited, except for metadata", async () => {
  await start("update");
  const update = (change: object) =>
    activity.administration.updateComments({
      ...welcome,
      annotationId: "update",
      commentIds: ["c1"],
      change: { ...change },
      actionUser: alice,
    });

  await update({ metadataJson: '{"a":1}' });
  expect(await commentsOf("update")).toMatchObject([{ metadataJson: '{"a":1}' }]);
  expect((await commentsOf("update")).map(said)).toEqual(["First."]);

  await update({ html: "<i>x</i>", taggedUsers: { users: [carol] }, attachments: { attachments: [{ name: "a" }] } });
  expect(await commentsOf("update")).toMatchObject([
    { text: "First.", html: "<i>x</i>", taggedUsers: [carol], attachments: [{ name: "a" }], editedAtMs: expect.anything() },
  ]);

  await update({ text: "", taggedUsers: {}, attachments: {} });
  expect(await commentsOf("update")).toMatchObject([{ text: "", taggedUsers: [], attachments: [] }]);

  const { results } = await activity.administration.updateComments({
    ...welcome,
    annotationId: "update",
    commentIds: ["c1", "none"],
    change: { html: "<i>x</i>" },
  });
  expect(results).toMatchObject([
    { id: "c1", success: true, message: "The comment is already stored with these values." },
    { id: "none", success: false, code: "not_found" },
  ]);
});

test("a deleted comment is removed and the others are kept", async () => {
  await start("delete");
  await add("delete", [{ commentId: "c2", text: "Second." }]);

  const { results } = await activity.administration.deleteComments({ ...welcome, annotationId: "delete", commentIds: ["c1", "none"] });

  expect(results).toMatchObject([
    { id: "c1", success: true },
    { id: "none", success: false, code: "not_found" },
  ]);
  expect((await commentsOf("delete")).map(({ commentId }) => commentId)).toEqual(["c2"]);
});

test("a thread is limited in comments and bytes, and deletions make room", async () => {
  await start("full");
  const many = Array.from({ length: 6 }, (_, index) => ({ commentId: `n${index}`, text: "x" }));

  const { results } = await add("full", many);
  expect(results.map(({ code }) => code)).toEqual(["", "", "", "", "thread_full", "thread_full"]);
  expect(
    (
      await add("full", [
        { commentId: "n0", text: "x" },
        { commentId: "new", text: "y" },
      ])
    ).results.map(({ code }) => code),
  ).toEqual(["", "thread_full"]);

  await activity.administration.deleteComments({ ...welcome, annotationId: "full", commentIds: ["n0", "n1"] });
  const large = { text: "x".repeat(60_000) };
  expect(
    (
      await add("full", [
        { commentId: "l1", ...large },
        { commentId: "l2", ...large },
      ])
    ).results.map(({ code }) => code),
  ).toEqual(["", "thread_full"]);
  const { results: grown } = await activity.administration.updateComments({
    ...welcome,
    annotationId: "full",
    commentIds: ["n2"],
    change: { text: "x".repeat(10_000) },
  });
  expect(grown).toMatchObject([{ success: false, code: "thread_full" }]);
});

test("a thread that is deleted while comments are added leaves no rows of them", async () => {
  for (let round = 0; round < 10; round++) {
    await start(`deleted-${round}`);
    await Promise.all([
      add(`deleted-${round}`, [{ commentId: "late", text: "Late." }]),
      activity.administration.deleteCommentAnnotations({ ...welcome, annotationIds: [`deleted-${round}`] }),
      activity.administration.addReactions({
        ...welcome,
        annotationId: `deleted-${round}`,
        commentId: "c1",
        user: carol,
        reactions: ["👍"],
      }),
      activity.administration.updateCommentAnnotations({
        ...welcome,
        annotationIds: [`deleted-${round}`],
        change: { assigneeChange: { case: "assignee", value: carol } },
      }),
    ]);
  }

  const { items } = await activity.administration.listUserComments({ ...welcome, userId: "carol" });
  const { items: reactions } = await activity.administration.listUserReactions({ ...welcome, userId: "carol" });
  expect([...items, ...reactions].filter(({ dataJson }) => dataJson.includes("deleted-"))).toEqual([]);
});

test.each([
  ["a negative time", { createdAtMs: -1n }],
  ["a time later than a date can hold", { createdAtMs: 8_640_000_000_000_001n }],
])("%s is refused", async (_, bad) => {
  const request = { ...welcome, annotationId: "order", comments: [{ author: alice, comment: { text: "x" }, ...bad }] };

  await expect(activity.administration.addComments(request)).rejects.toMatchObject({ failure: { kind: "invalid_argument" } });
});

test("an author without an id, too many tagged users and too long texts are refused together", async () => {
  const comment = { text: "x".repeat(100_001), taggedUsers: Array.from({ length: 101 }, (_, index) => ({ userId: `u${index}` })) };
  const call = activity.administration.addComments({
    ...welcome,
    annotationId: "order",
    comments: [{ comment, author: { name: "Nobody" } }],
  });

  await expect(call).rejects.toMatchObject({
    failure: {
      violations: [
        { field: "comments[0].comment.text" },
        { field: "comments[0].comment.tagged_users" },
        { field: "comments[0].author.user_id" },
      ],
    },
  });
});
