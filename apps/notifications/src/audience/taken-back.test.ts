import { create } from "@bufbuild/protobuf";
import { WebhookTriggeredSchema } from "@parley/contracts/activity";
import { expect, test } from "vitest";
import { takenBackBy } from "./taken-back.ts";

const takenBack = (trigger: string, more: object = {}) =>
  takenBackBy(create(WebhookTriggeredSchema, { trigger, commentId: "c1", ...more }));

test("a deleted comment takes back its notices, and a deleted thread all of them", () => {
  expect(takenBack("comment.delete")).toEqual({ commentId: "c1" });
  expect(takenBack("comment_annotation.delete", { commentId: "" })).toEqual({});
});

test("a removed tag takes back what it told, and leaves the comment to those who still take part in the thread", () => {
  const tag = { commentId: "c1", kind: "tag", userIds: ["ann"], staysComment: true };

  expect(takenBack("comment.untag", { withdrawnUserId: "ann" })).toEqual(tag);
  expect(takenBack("comment_annotation.leave", { withdrawnUserId: "ann", commentId: "" })).toEqual({ userIds: ["ann"] });
});

test("an assignment takes back that of the assignee before, if there was one", () => {
  const former = { oldAssigneeJson: '{"userId":"ann"}', commentId: "" };

  expect(takenBack("comment_annotation.assign", former)).toEqual({ kind: "assign", userIds: ["ann"], staysComment: true });
  expect(takenBack("comment_annotation.assign", { commentId: "" })).toBeUndefined();
});

test("a new or edited comment, a reaction or a change of the status takes nothing back", () => {
  for (const trigger of ["comment.add", "comment.update", "comment.reaction_add", "comment_annotation.status_change"])
    expect(takenBack(trigger)).toBeUndefined();
});
