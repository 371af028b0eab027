import { expect, test } from "vitest";
import { isUnchanged, participantsChange, type ThreadPeople } from "./participants.ts";

const c1 = { commentId: "c1", createdAtMs: 1, authorId: "alice", taggedIds: ["bob"] };
const c2 = { commentId: "c2", createdAtMs: 2, authorId: "bob", taggedIds: [] };
const thread: ThreadPeople = { assigneeId: "carol", comments: [c1, c2] };

test("a new assignee is added to every comment, and the old one is removed from comments that involve them for no other reason", () => {
  const change = participantsChange(thread, { ...thread, assigneeId: "bob" });

  expect(change).toEqual({
    commentsJoined: [],
    commentsLeft: [
      { userId: "carol", commentId: "c1", createdAtMs: 1 },
      { userId: "carol", commentId: "c2", createdAtMs: 2 },
    ],
    joined: [],
    left: ["carol"],
    mentioned: [],
    unmentioned: [],
  });
});

test("a user who is no longer tagged remains a participant through another comment", () => {
  const change = participantsChange(thread, { ...thread, comments: [{ ...c1, taggedIds: ["dan"] }, c2] });

  expect(change).toEqual({
    commentsJoined: [{ userId: "dan", commentId: "c1", createdAtMs: 1 }],
    commentsLeft: [{ userId: "bob", commentId: "c1", createdAtMs: 1 }],
    joined: ["dan"],
    left: [],
    mentioned: ["dan"],
    unmentioned: ["bob"],
  });
});

test("an author is removed with their last comment", () => {
  const change = participantsChange(thread, { ...thread, comments: [c2] });

  expect(change).toMatchObject({ left: ["alice"], commentsJoined: [], joined: [] });
  expect(change.commentsLeft.map(({ userId }) => userId)).toEqual(["alice", "bob", "carol"]);
});

test("an unchanged thread causes no changes", () => {
  expect(isUnchanged(participantsChange(thread, { ...thread }))).toBe(true);
});
