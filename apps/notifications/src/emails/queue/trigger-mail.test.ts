import { create } from "@bufbuild/protobuf";
import { WebhookTriggeredSchema } from "@parley/contracts/activity";
import { expect, test } from "vitest";
import { mailOf } from "./trigger-mail.ts";

const alice = { userId: "alice", name: "Alice" };
const bob = { userId: "bob" };
const carol = { userId: "carol" };

/** The users who get a mail when carol acts on a comment of alice's. */
function mailed(trigger: string, more: object): string[] {
  const event = create(WebhookTriggeredSchema, {
    trigger,
    actorJson: JSON.stringify(carol),
    targetCommentJson: JSON.stringify({ commentId: "c", from: alice, commentText: "Hello" }),
    ...more,
  });
  return (mailOf(event)?.recipients ?? []).map(({ userId, kind }) => `${userId} ${kind}`);
}

test("a changed comment sends mails to newly tagged users, but neither to its author nor to the user who changed it", () => {
  expect(mailed("comment.update", { newlyTaggedUserIds: ["alice", "bob", "carol"] })).toEqual(["bob tag"]);
  expect(mailed("comment.update", { newlyTaggedUserIds: ["alice", "carol"] })).toEqual([]);
});

test("an assignment sends a mail to the new assignee, unless they assigned the thread to themselves", () => {
  expect(mailed("comment_annotation.assign", { newAssigneeJson: JSON.stringify(bob) })).toEqual(["bob assign"]);
  expect(mailed("comment_annotation.assign", { newAssigneeJson: JSON.stringify(carol) })).toEqual([]);
});
