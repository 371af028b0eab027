import { expect, test } from "vitest";
import type { AnnotationRow } from "../threads/reading/annotation-paths.store.ts";
import type { CommentRow } from "../threads/reading/comment-rows.store.ts";
import { threadJson, type WholeThread } from "./thread-json.ts";
import { type FittedThread, truncateThread } from "./truncate-thread.ts";

const annotation: AnnotationRow = {
  documentId: "d",
  annotationId: "a",
  ref: 1,
  status: "OPEN",
  priority: null,
  labels: null,
  type: null,
  locationId: null,
  locationName: null,
  locationExtra: null,
  assigneeId: "assignee",
  assignee: '{"userId":"assignee"}',
  metadata: `{"note":"${"m".repeat(500)}"}`,
  statusUserId: null,
  details: "{}",
  assignedAtMs: 1,
  reactionCount: 0,
  threadBytes: 0,
  createdAtMs: 1,
  updatedAtMs: 2,
  isMatch: true,
  isScanEnd: false,
};

function comment(n: number, changes: Partial<CommentRow> = {}): CommentRow {
  return {
    annotationRef: 1,
    commentId: `c${n}`,
    position: n,
    authorId: `author${n}`,
    author: `{"userId":"author${n}"}`,
    commentText: `Text ${n}. ${"é".repeat(100)}`,
    html: "",
    taggedIds: [],
    taggedUsers: "[]",
    attachments: "[]",
    metadata: "{}",
    details: "{}",
    bytes: 500,
    createdAtMs: n,
    updatedAtMs: n,
    editedAtMs: null,
    storedAtMs: n,
    ...changes,
  };
}

const threadOf = (...comments: readonly CommentRow[]) => threadJson({ apiKeyId: "k", organizationId: "o" }, annotation, comments, []);
const many = threadOf(...Array.from({ length: 200 }, (_, index) => comment(index + 1)));
const targetOf = (thread: WholeThread, n: number) => thread.comments[n - 1];

function bytesOf({ annotationJson, targetJson, userIds }: FittedThread): number {
  return [annotationJson, targetJson, ...userIds].reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
}

test("a thread that fits is carried whole, and every named user is among the users", () => {
  const fitted = truncateThread(many, targetOf(many, 200), ["actor"], 1_000_000);

  expect(fitted.isPartial).toBe(false);
  const read = JSON.parse(fitted.annotationJson);
  expect(read.comments).toHaveLength(200);
  expect(read.metadata.note).toHaveLength(500);
  expect(read.involvedUsers).toHaveLength(201);
  expect(JSON.parse(fitted.targetJson).commentId).toBe("c200");
  expect(fitted.userIds).toEqual(new Set(["actor", "assignee", ...Array.from({ length: 200 }, (_, index) => `author${index + 1}`)]));
});

test.each([20_000, 40_000, 60_000, 80_000])("%i bytes carry the target and the newest comments without a gap", (bytes) => {
  const fitted = truncateThread(many, targetOf(many, 3), ["actor"], bytes);

  expect(fitted.isPartial).toBe(true);
  expect(bytesOf(fitted)).toBeLessThanOrEqual(bytes);
  const read = JSON.parse(fitted.annotationJson);
  const kept = read.comments.map(({ commentId }: { commentId: string }) => commentId);
  const newest = Array.from({ length: kept.length }, (_, index) => `c${200 - kept.length + index + 1}`);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept).toEqual(newest);
  expect(JSON.parse(fitted.targetJson)).toMatchObject({ commentId: "c3", from: { userId: "author3" } });
  const named = [...read.involvedUsers, ...read.comments.map(({ from }: { from: object }) => from)];
  for (const { userId } of named) expect(fitted.userIds).toContain(userId);
});

test("a target that is too large loses everything but its text first, then the end of the text", () => {
  const huge = comment(1, {
    html: "h".repeat(50_000),
    taggedIds: ["t"],
    taggedUsers: `[{"userId":"t","text":"@t","contact":{"userId":"t","note":"${"n".repeat(5_000)}"}}]`,
  });
  const withHtml = threadOf(huge);
  const withText = threadOf({ ...huge, commentText: "é".repeat(50_000) });

  const bare = truncateThread(withHtml, targetOf(withHtml, 1), [], 20_000);
  const cut = truncateThread(withText, targetOf(withText, 1), [], 20_000);

  expect(JSON.parse(bare.targetJson)).toMatchObject({
    commentText: huge.commentText,
    commentHtml: "",
    taggedUserContacts: [{ userId: "t" }],
  });
  expect(JSON.parse(cut.targetJson).commentText).toBe("é".repeat(2_000));
  for (const fitted of [bare, cut]) {
    expect(bytesOf(fitted)).toBeLessThanOrEqual(20_000);
    expect(fitted.isPartial).toBe(true);
    expect(fitted.userIds).toContain("t");
  }
});

test("the annotation and a part of the target are carried even without any room", () => {
  const fitted = truncateThread(many, targetOf(many, 3), ["actor"], 0);

  expect(JSON.parse(fitted.annotationJson)).toMatchObject({
    annotationId: "a",
    status: { id: "OPEN", name: "OPEN", type: "default" },
    comments: [],
    metadata: { apiKey: "k", organizationId: "o", documentId: "d" },
    involvedUsers: [],
  });
  expect(JSON.parse(fitted.targetJson).commentId).toBe("c3");
  expect(fitted.userIds).toEqual(new Set(["actor", "assignee", "author1", "author3"]));
});

test("a target with HTML alone that does not fit is carried with the text of its HTML", () => {
  const html = `<p>Fish &amp; <b>ch</b>ips</p>${"<!-- long -->".repeat(1_000)}`;
  const thread = threadOf(comment(1, { commentText: "", html }));

  const { targetJson } = truncateThread(thread, targetOf(thread, 1), [], 5_000);

  expect(JSON.parse(targetJson)).toMatchObject({ commentText: "Fish & chips", commentHtml: "" });
});
