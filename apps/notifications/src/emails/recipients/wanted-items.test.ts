import { expect, test } from "vitest";
import type { ItemRow } from "../queue/email-items-of.store.ts";
import { wantedItems } from "./wanted-items.ts";

const bob = { userId: "bob", name: "Bob", email: "bob@acme.example", inOrganization: true, isMember: true };
const circumstances = { access: "open", level: "ALL" } as const;

const notification = {
  headlineTemplate: "Hello",
  templateData: "{}",
  bodyMessage: null,
  details: "{}",
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
  isRead: false,
};

test("a notification to all users of an organization is not sent to a user who has left, unless it names them", () => {
  const gone = { ...bob, inOrganization: false, isMember: false };

  expect(wantedItems([item], circumstances, bob)).toMatchObject([{ text: "Hello" }]);
  expect(wantedItems([item], circumstances, gone)).toBe("not_a_member");
  expect(
    wantedItems([{ ...item, notification: { ...notification, notifyUsers: '[{"userId":"bob"}]' } }], circumstances, gone),
  ).toMatchObject([{ text: "Hello" }]);
});
