import { expect, test } from "vitest";
import type { ItemRow } from "../queue/email-items-of.store.ts";
import { wantedItems } from "./wanted-items.ts";

const bob = { userId: "bob", name: "Bob", email: "bob@acme.example", inOrganization: true };

const notification = {
  headlineTemplate: "Hello",
  templateData: "{}",
  bodyMessage: null,
  isRead: false,
  notifyUsers: "[]",
  notifyAll: true,
  actionUser: '{"userId":"alice"}',
};
const item: ItemRow = {
  apiKeyId: "pk",
  emailId: 1,
  kind: "notification",
  isDirected: true,
  commentId: "",
  actorId: "alice",
  actorName: "Alice",
  text: "",
  writtenAtMs: 0,
  notificationRef: 1,
  notification,
};

test("a notification to all users of an organization is not sent to a user who has left, unless it names them", () => {
  const gone = { ...bob, inOrganization: false };

  expect(wantedItems([item], "ALL", bob)).toMatchObject([{ text: "Hello" }]);
  expect(wantedItems([item], "ALL", gone)).toBe("nothing_left");
  expect(wantedItems([{ ...item, notification: { ...notification, notifyUsers: '[{"userId":"bob"}]' } }], "ALL", gone)).toMatchObject([
    { text: "Hello" },
  ]);
});
