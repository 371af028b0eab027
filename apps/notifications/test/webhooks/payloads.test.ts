import { NotificationLevel } from "@parley/contracts/notifications";
import { until } from "@parley/testing";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { secret } from "./configure.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { annotationInBody, comment, commentAdded } from "./webhooks-service.ts";

const open = { id: "OPEN", name: "OPEN", type: "default", color: "#625df5" };
const done = { id: "DONE", name: "Done", type: "terminal" };

const { service, endpoint } = useWebhooks();

test("the raw endpoint receives the event with the whole thread, the names of its places and its position in the document", async () => {
  service.configure("pk_raw", { rawNotificationUrl: endpoint.url("/raw") });

  await service.send(
    commentAdded("pk_raw"),
    commentAdded("pk_raw", {
      trigger: "comment_annotation.status_change",
      oldStatusJson: JSON.stringify(open),
      newStatusJson: JSON.stringify(done),
      targetCommentJson: "",
    }),
    commentAdded("pk_raw", { trigger: "comment_annotation.assign", newAssigneeJson: '{"userId":"bob"}', targetCommentJson: "" }),
  );

  const [first, second, third] = await until(() => endpoint.bodies("/raw").length === 3 && endpoint.bodies("/raw"));
  expect(first).toEqual({
    webhookId: expect.stringMatching(/^evt_[0-9a-f]{32}_raw$/),
    event: "comment.add",
    actionType: "added",
    notificationSource: "comment",
    actionUser: { userId: "alice", name: "Alice Adams", email: "alice@acme.example" },
    metadata: {
      apiKey: "pk_raw",
      organizationId: "acme",
      organizationName: "Name of acme",
      documentId: "welcome",
      documentName: "Name of welcome",
      folderId: "drafts",
      locationId: "page-1",
      clientOrganizationId: "acme",
      clientDocumentId: "welcome",
    },
    commentAnnotation: annotationInBody("drafts"),
    targetComment: comment,
    timestamp: 1_700_000_000_000,
    sequence: 1,
  });
  expect(second).toMatchObject({
    event: "comment_annotation.status_change",
    actionType: "statusChanged",
    oldStatus: open,
    newStatus: done,
    sequence: 2,
  });
  expect(third).toMatchObject({ actionType: "assigned", assigned: true, newAssignee: { userId: "bob" } });
  for (const ofThread of [second, third]) expect(ofThread).not.toHaveProperty("targetComment");
});

test("the processed endpoint receives the users to notify, with the channels that their notification configs allow", async () => {
  service.configure("pk_processed", { processedNotificationUrl: endpoint.url("/processed") });
  const set = (userId: string, inbox: NotificationLevel, email: NotificationLevel) =>
    service.notifications.setNotificationConfig({
      apiKeyId: "pk_processed",
      organizationId: "acme",
      userId,
      setOrganizationConfig: true,
      inbox: { level: inbox },
      email: { level: email },
    });
  await set("bob", NotificationLevel.MINE, NotificationLevel.NONE);
  await set("carol", NotificationLevel.MINE, NotificationLevel.ALL);
  await set("dave", NotificationLevel.NONE, NotificationLevel.MINE);

  await service.send(commentAdded("pk_processed"));

  const [body] = await until(() => endpoint.bodies("/processed").length === 1 && endpoint.bodies("/processed"));
  expect(body).toEqual({
    webhookId: expect.stringMatching(/^evt_[0-9a-f]{32}_processed$/),
    event: "comment.add",
    actionType: "added",
    from: { userId: "alice", name: "Alice Adams", email: "alice@acme.example" },
    commentText: comment.commentText,
    commentTextFrom: comment.from,
    toContactsTagged: [{ userId: "bob", name: "Bob Brown", team: "blue", notify: { inbox: true, email: false } }],
    toContactsUpdated: [{ userId: "carol", name: "Carol Chen", notify: { inbox: false, email: true } }],
    documentId: "welcome",
    organizationId: "acme",
    targetAnnotationId: "greeting",
    targetCommentId: comment.commentId,
    targetComment: comment,
    status: open,
    notificationSource: "comment",
    timestamp: 1_700_000_000_000,
    sequence: 1,
  });
});

test("each delivery has the configured token and a signature that the Standard Webhooks library accepts", async () => {
  service.configure("pk_signed", { rawNotificationUrl: endpoint.url("/signed"), processedNotificationUrl: endpoint.url("/signed") });

  await service.send(commentAdded("pk_signed"));

  const received = await until(() => {
    const both = endpoint.received.filter(({ path }) => path === "/signed");
    return both.length === 2 && both;
  });
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  for (const { headers, body } of received) {
    expect(headers.authorization).toBe("Basic the-token");
    expect(headers["content-type"]).toBe("application/json");
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ webhookId: headers["webhook-id"] });
  }
});
