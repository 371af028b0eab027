import type { DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { ActivityService } from "@parley/contracts/activity";
import { InboxService, NotificationsService } from "@parley/contracts/notifications";
import { createRpcClient, createRpcTransport } from "@parley/rpc";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { rowsWith } from "../support/erasure-catalog.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let workspace: Workspace;
let customer: Customer;
const transports: ReturnType<typeof createRpcTransport>[] = [];

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  customer = workspace.customer;
});

afterAll(async () => {
  await Promise.all(transports.map((transport) => transport.close()));
  await parley?.stop();
});

function clientOf<Service extends DescService>(app: string, service: Service): Client<Service> {
  const transport = createRpcTransport({ baseUrl: `http://127.0.0.1:${parley.rpcPorts.get(app)}`, tokens: [parley.serviceToken] });
  transports.push(transport);
  return createRpcClient(service, transport);
}

async function finished(jobId: string): Promise<number[]> {
  const left: number[] = [];
  await until(async () => {
    const status = await customer.data("/v1/users/data/delete/status", { jobId });
    left.push(status.tasksLeft);
    return status.isDeleteCompleted;
  }, 20_000);
  return left;
}

test("after the erasure of a user no table of any schema contains the id or texts of the user, and other users' texts are unchanged", async () => {
  const gone = "user-x7q-gone";
  const mark = "MARK-x7q-text";
  const activity = clientOf("activity", ActivityService);
  const notifications = clientOf("notifications", NotificationsService);
  const inbox = clientOf("notifications", InboxService);
  const erased = { userId: gone, name: mark, email: `${mark}@example.com` };
  const other = { userId: "other", name: "Other" };
  await customer.data("/v2/users/add", { organizationId: "acme", createOrganization: true, users: [{ ...erased, title: mark }, other] });
  await customer.data("/v2/users/add", { organizationId: "acme", documentId: "plan", createDocument: true, users: [erased, other] });
  await customer.data("/v2/organizations/usergroups/add", {
    organizationId: "acme",
    organizationUserGroups: [{ groupId: "g", groupName: "G" }],
  });
  await customer.data("/v2/organizations/usergroups/users/add", {
    organizationId: "acme",
    organizationUserGroupId: "g",
    userIds: [gone, "other"],
  });
  const document = { apiKeyId: workspace.apiKey, organizationId: "acme", documentId: "plan" };
  await activity.addCommentAnnotations({
    ...document,
    annotations: [
      {
        annotation: { annotationId: "shared", assignee: erased, location: { locationId: "l" } },
        comments: [
          { author: other, comment: { commentId: "c1", text: "by other", taggedUsers: [erased, other] } },
          { author: erased, comment: { commentId: "c2", text: mark, html: mark, taggedUsers: [{ userId: "third" }] } },
        ],
      },
      { annotation: { annotationId: "own" }, comments: [{ author: erased, comment: { commentId: "c1", text: mark } }] },
      { annotation: { annotationId: "assigned", assignee: erased }, comments: [] },
    ],
  });
  await activity.updateCommentAnnotations({
    ...document,
    actionUser: other,
    annotationIds: ["shared"],
    change: { assigneeChange: { case: "assignee", value: erased } },
  });
  await activity.updateCommentAnnotations({
    ...document,
    actionUser: other,
    annotationIds: ["assigned"],
    change: { assigneeChange: { case: "assignee", value: other } },
  });
  for (const user of [erased, other]) {
    await activity.addReactions({ ...document, annotationId: "shared", commentId: "c1", user, reactions: ["+1"] });
    await activity.addReactions({ ...document, annotationId: "shared", commentId: "c2", user, reactions: ["+1"] });
    await activity.addRecordings({ ...document, recordings: [{ user, recording: { recordingId: `r-${user.userId}`, name: user.name } }] });
  }
  await customer.data("/v2/activities/add", {
    organizationId: "acme",
    activities: [
      { id: "a1", actionType: "x", actionUser: { userId: gone }, displayMessageTemplate: mark },
      { id: "a2", actionType: "x", actionUser: other, displayMessageTemplate: "{{who}}", displayMessageTemplateData: { who: erased } },
    ],
  });
  const notification = { ...document, displayHeadlineMessageTemplate: "Hello" };
  await notifications.addNotification({
    ...notification,
    notificationId: "n1",
    actionUser: erased,
    notifyUsers: [other],
    displayBodyMessage: mark,
  });
  await notifications.addNotification({ ...notification, notificationId: "n2", actionUser: other, notifyUsers: [erased, other] });
  await notifications.addNotification({
    ...notification,
    notificationId: "n3",
    actionUser: other,
    notifyUsers: [erased],
    displayBodyMessage: mark,
  });
  await notifications.addNotification({
    ...notification,
    notificationId: "n4",
    actionUser: other,
    notifyAll: true,
    displayHeadlineMessageTemplateDataJson: JSON.stringify({ recipientUser: erased }),
    detailsJson: JSON.stringify({ displayBodyMessageTemplate: "{who}", displayBodyMessageTemplateData: { who: erased } }),
  });
  await inbox.markRead({ apiKeyId: workspace.apiKey, organizationId: "acme", userId: gone, notificationIds: ["n2", "n4"] });
  await customer.data("/v2/notifications/config/set", {
    organizationId: "acme",
    userIds: [gone],
    documentIds: ["plan"],
    config: { inbox: "NONE" },
  });
  expect((await rowsWith(parley.databaseUrl, [gone])).length).toBeGreaterThan(15);

  const { status, body } = await customer.post("/v2/users/data/delete", { userIds: [gone] });
  const left = await finished(body.result.data.jobId);

  expect(status).toBe(202);
  expect(left.every((tasks, index) => index === 0 || tasks <= (left[index - 1] ?? 0))).toBe(true);
  expect(body.result.data.tasksCount).toBeGreaterThanOrEqual(left[0] ?? 0);
  expect(await rowsWith(parley.databaseUrl, [gone, mark])).toEqual([]);
  const { annotations } = await activity.getCommentAnnotations(document);
  annotations.sort((a, b) => (a.annotationId < b.annotationId ? -1 : 1));
  expect(annotations.map(({ annotationId }) => annotationId)).toEqual(["assigned", "shared"]);
  expect(annotations[1]).toMatchObject({
    comments: [{ commentId: "c1", text: "by other", taggedUsers: [other], reactions: [{ reaction: "+1" }] }],
  });
  expect((await notifications.getNotifications(document)).notifications.map(({ notificationId }) => notificationId).sort()).toEqual([
    "n2",
    "n4",
  ]);
});
