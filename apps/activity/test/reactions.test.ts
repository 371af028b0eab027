import { withConstants } from "@parley/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, bob, startActivity, welcome } from "./activity.ts";

let activity: Activity;

const thread = { ...welcome, annotationId: "thread", commentId: "c1" };

beforeAll(async () => {
  activity = await startActivity({ ...withConstants({ maxThreadBytes: 65_536 }) });
  const comments = ["c1", "c2", "c3"].map((commentId) => ({ author: alice, comment: { commentId, text: commentId } }));
  await activity.administration.addCommentAnnotations({ ...welcome, annotations: [{ annotation: { annotationId: "thread" }, comments }] });
});

afterAll(() => activity?.[Symbol.asyncDispose]());

const reactionsOf = async (commentId: string) => {
  const { annotations } = await activity.administration.getCommentAnnotations({ ...welcome, annotationIds: ["thread"] });
  const comment = annotations[0]?.comments.find((candidate) => candidate.commentId === commentId);
  return comment?.reactions.map(({ reaction, user }) => `${user?.userId} ${reaction}`).sort();
};

test("a reaction added several times exists once", async () => {
  const add = () => activity.administration.addReactions({ ...thread, user: bob, reactions: ["👍", "👍", "heart"] });

  const first = await add();
  const again = await Promise.all([add(), add(), add()]);

  expect(first.results.map(({ id, message }) => [id, message])).toEqual([
    ["👍", "The reaction was added."],
    ["heart", "The reaction was added."],
  ]);
  for (const { results } of again)
    expect(results).toMatchObject([{ success: true, message: "The reaction already exists." }, { success: true }]);
  expect(await reactionsOf("c1")).toEqual(["bob heart", "bob 👍"]);
  const { activities } = await activity.administration.getActivities({ ...welcome, featureTypes: ["reaction"], userId: "bob" });
  expect(activities).toHaveLength(2);
});

test("users react in their own name, and remove only their own reactions", async () => {
  await activity.administration.addReactions({ ...thread, commentId: "c2", user: alice, reactions: ["👍"] });
  await activity.administration.addReactions({ ...thread, commentId: "c2", user: bob, reactions: ["👍", "🎉"] });

  const remove = () => activity.administration.deleteReactions({ ...thread, commentId: "c2", userId: "bob", reactions: ["👍", "never"] });
  expect((await remove()).results).toMatchObject([
    { id: "👍", success: true },
    { id: "never", success: true },
  ]);
  expect((await remove()).results).toMatchObject([{ success: true }, { success: true }]);

  expect(await reactionsOf("c2")).toEqual(["alice 👍", "bob 🎉"]);
});

test("reactions to missing comments are refused individually", async () => {
  for (const place of [{ commentId: "unknown" }, { annotationId: "unknown" }, { documentId: "roadmap" }]) {
    const added = await activity.administration.addReactions({ ...thread, ...place, user: bob, reactions: ["👍"] });
    const deleted = await activity.administration.deleteReactions({ ...thread, ...place, userId: "bob", reactions: ["👍"] });
    expect([...added.results, ...deleted.results]).toMatchObject([
      { id: "👍", success: false, code: "not_found" },
      { success: false, code: "not_found" },
    ]);
  }
});

test("a reaction is deleted with its comment", async () => {
  await activity.administration.addReactions({ ...thread, commentId: "c3", user: { userId: "dan" }, reactions: ["👍"] });

  await activity.administration.deleteComments({ ...welcome, annotationId: "thread", commentIds: ["c3"] });

  expect((await activity.administration.listUserReactions({ ...welcome, userId: "dan" })).items).toEqual([]);
});

test("reactions count towards the size of their thread, and deletions make room", async () => {
  const user = (index: number) => ({ userId: `user-${index}`, extraJson: JSON.stringify({ text: "x".repeat(7_000) }) });
  const add = (index: number) => activity.administration.addReactions({ ...thread, user: user(index), reactions: ["a", "b"] });

  const codes: string[] = [];
  for (let index = 0; index < 6; index++) codes.push(...(await add(index)).results.map(({ code }) => code));
  expect(codes.indexOf("thread_full")).toBeGreaterThan(5);
  expect((await add(0)).results).toMatchObject([{ success: true }, { success: true }]);

  for (let index = 0; index < 6; index++)
    await activity.administration.deleteReactions({ ...thread, userId: `user-${index}`, reactions: ["a", "b"] });
  expect((await add(9)).results).toMatchObject([{ success: true }, { success: true }]);
});
