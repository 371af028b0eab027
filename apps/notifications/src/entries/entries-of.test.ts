import { create } from "@bufbuild/protobuf";
import { WebhookTriggeredSchema } from "@parley/contracts/activity";
import { expect, test } from "vitest";
import { candidatesOf, entriesOf } from "./entries-of.ts";

const alice = { userId: "alice", name: "Alice" };

function commented(involved: readonly string[]) {
  const comment = { commentId: "c1", from: alice, commentText: "Hello", taggedUserContacts: [], createdAt: 1_000 };
  const message = create(WebhookTriggeredSchema, {
    apiKeyId: "pk",
    organizationId: "acme",
    documentId: "welcome",
    annotationId: "a",
    commentId: "c1",
    trigger: "comment.add",
    actorJson: JSON.stringify(alice),
    targetCommentJson: JSON.stringify(comment),
    annotationJson: JSON.stringify({ involvedUsers: involved.map((userId) => ({ userId, team: "blue" })) }),
  });
  return { id: "event", timeMs: 2_000, message };
}

test("an entry has the time of its event, by which erasure finds it, however late the event arrives", () => {
  const event = commented(["bob"]);

  expect(entriesOf(event, candidatesOf(event)).map(({ createdAtMs }) => createdAtMs)).toEqual([2_000]);
});

test("an entry whose author is known by id alone reserves bytes for a stored name", () => {
  const event = commented(["bob"]);
  const ofAuthor = (from: object) => {
    const targetCommentJson = JSON.stringify({ commentId: "c1", from, commentText: "Hello", createdAt: 1_000 });
    return entriesOf({ ...event, message: { ...event.message, targetCommentJson } }, candidatesOf(event))[0]?.storedBytes ?? 0;
  };

  // A name has at most 1,000 characters of three bytes each.
  expect(ofAuthor({ userId: "alice" })).toBeGreaterThan(ofAuthor({ userId: "alice", email: "a" }) + 2_900);
});

test("an entry names its recipients without the customer's own keys", () => {
  const event = commented(["bob"]);

  expect(entriesOf(event, candidatesOf(event)).map(({ notifyUsers }) => JSON.parse(notifyUsers))).toEqual([[{ userId: "bob" }]]);
});

test("more recipients than a notification can name are split over several, each with its own id", () => {
  const event = commented(Array.from({ length: 2_001 }, (_, n) => `u${n}`));

  const entries = entriesOf(event, candidatesOf(event));

  expect(entries.map(({ userIds }) => userIds.length)).toEqual([1_000, 1_000, 1]);
  expect(new Set(entries.map(({ notificationId }) => notificationId)).size).toBe(3);
});
