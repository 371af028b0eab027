import { create } from "@bufbuild/protobuf";
import { WebhookTriggeredSchema } from "@parley/contracts/activity";
import { expect, test } from "vitest";
import { takenBackBy } from "./taken-back.ts";

const takenBack = (trigger: string, more: object = {}) =>
  takenBackBy(create(WebhookTriggeredSchema, { trigger, commentId: "c1", ...more }));

test("a deleted comment takes back its notices, and those of users who took part in the thread by it alone", () => {
  expect(takenBack("comment.delete", { leftUserIds: ["ann"] })).toEqual([{ commentId: "c1" }, { userIds: ["ann"] }]);
  expect(takenBack("comment_annotation.delete", { commentId: "" })).toEqual([{}]);
});

test("an edit takes back the tags that it removes; to users who still take part in the thread the comment is left", () => {
  expect(takenBack("comment.update", { untaggedUserIds: ["ann", "ben"], leftUserIds: ["ann"] })).toEqual([
    { userIds: ["ann"] },
    { commentId: "c1", kind: "tag", userIds: ["ben"], staysComment: true },
  ]);
  expect(takenBack("comment.update")).toEqual([]);
});

test("an assignment takes back that of the assignee before", () => {
  const former = { oldAssigneeJson: '{"userId":"ann"}', commentId: "" };

  expect(takenBack("comment_annotation.assign", former)).toEqual([{ kind: "assign", userIds: ["ann"], staysComment: true }]);
  expect(takenBack("comment_annotation.assign", { ...former, leftUserIds: ["ann"] })).toEqual([{ userIds: ["ann"] }]);
  expect(takenBack("comment_annotation.assign", { commentId: "" })).toEqual([]);
});

test("a new comment, a reaction or a change of the status takes nothing back", () => {
  for (const trigger of ["comment.add", "comment.reaction_add", "comment_annotation.status_change"]) expect(takenBack(trigger)).toEqual([]);
});
