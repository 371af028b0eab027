import { expect } from "vitest";
import type { VeltCall } from "../velt-py.ts";
import { ada, fresh, plan, success } from "./given.ts";

const service = "notifications";

const bob = { userId: "bob", name: "Bob", email: "bob@acme.example" };
const place = { organizationId: "acme", documentId: "plan" };

/** What a notification has besides its headline. */
const details = {
  displayBodyMessageTemplate: "{count} questions are open.",
  displayBodyMessageTemplateData: { count: "Two", users: [ada] },
  location: { id: 7, locationName: "Seven", page: 3 },
  metadata: { ticket: "T-1" },
  context: { access: { team: "design" } },
};

const note = {
  ...place,
  notificationId: "reviewed",
  actionUser: ada,
  displayHeadlineMessageTemplate: "{actionUser} reviewed {what} for {recipientUser}",
  displayHeadlineMessageTemplateData: { actionUser: ada, recipientUser: bob, what: "the plan" },
  notifyUsers: [bob],
  notifyAll: false,
  notificationSourceData: { questions: 2 },
  ...details,
  createOrganization: false,
  createDocument: false,
  verifyUserPermissions: true,
  isNotificationResolverUsed: false,
  isCrossOrganizationEnabled: false,
};

/** The same as its reader finds it. */
const found = {
  id: "reviewed",
  notificationId: "reviewed",
  timestamp: expect.any(Number),
  notificationSource: "custom",
  notificationSourceData: { questions: 2 },
  actionUser: ada,
  displayHeadlineMessageTemplate: note.displayHeadlineMessageTemplate,
  displayHeadlineMessageTemplateData: note.displayHeadlineMessageTemplateData,
  displayHeadlineMessage: "Ada reviewed the plan for Bob",
  displayBodyMessage: "Two questions are open.",
  ...details,
  location: { id: "7", locationName: "Seven", page: 3 },
  metadata: { ticket: "T-1", apiKey: expect.any(String), organizationId: "acme", documentId: "plan", locationId: "7" },
  notifyUsers: { bob: true },
  notifyUsersByUserId: { bob: true },
  isNotificationResolverUsed: false,
  isCrossOrganizationEnabled: false,
};

const add = (fields: NonNullable<VeltCall["fields"]>): VeltCall => ({
  service,
  method: "addNotifications",
  model: "AddNotificationsRequest",
  fields,
  reads: { ...success, data: { success: true, message: expect.any(String) } },
});

const get = (fields: object, data: unknown, more: object = {}): VeltCall => ({
  service,
  method: "getNotifications",
  model: "GetNotificationsRequest",
  fields: { organizationId: "acme", ...fields },
  reads: { ...success, data, ...more },
});

const update = (fields: object, id: string, succeeds = true): VeltCall => ({
  service,
  method: "updateNotifications",
  model: "UpdateNotificationsRequest",
  fields: { organizationId: "acme", ...fields },
  flags: { filter_unknown_fields: true },
  reads: { ...success, data: { [id]: { success: succeeds, message: expect.any(String) } } },
});

const remove = (fields: object, data: object): VeltCall => ({
  service,
  method: "deleteNotifications",
  model: "DeleteNotificationsRequest",
  fields: { organizationId: "acme", ...fields },
  reads: { ...success, data },
});

const elsewhere = { actionUser: ada, displayHeadlineMessageTemplate: "New", displayBodyMessage: "Look.", notifyUsers: [bob] };
const gone = { success: true, message: expect.any(String) };

export const notificationCalls: readonly VeltCall[] = [
  add(note),
  add({ ...fresh, ...elsewhere, notificationId: "first", createOrganization: true, createDocument: true }),
  add({ ...plan, actionUser: ada, notificationId: "resolved", isNotificationResolverUsed: true, notifyUsers: [bob] }),
  get({ userId: "bob", notificationIds: ["reviewed"] }, [found], { pageToken: null, nextPageToken: null }),
  get({ documentId: "plan", locationId: "7", order: "asc", pageSize: 1, pageToken: "" }, [found]),
  get({ userId: "bob", documentId: "plan", locationId: "7", order: "desc" }, [found]),
  get({ userId: "bob", notificationIds: ["resolved"] }, [{ id: "resolved", displayHeadlineMessage: "", isNotificationResolverUsed: true }]),
  update(
    {
      documentId: "plan",
      locationId: "7",
      userId: "bob",
      verifyUserPermissions: true,
      notifications: [
        {
          id: "reviewed",
          actionUser: bob,
          displayHeadlineMessageTemplate: "{actionUser} changed {what}",
          displayHeadlineMessageTemplateData: { what: "it" },
          displayBodyMessage: "Done.",
          displayBodyMessageTemplate: "{x}",
          displayBodyMessageTemplateData: { x: "y" },
          notifyUsers: [bob, ada, { userId: "stranger" }],
          notificationSourceData: { questions: 0 },
          location: { id: 8 },
          metadata: { ticket: "T-2" },
          context: { access: { team: "sales" } },
          readByUserIds: ["bob"],
          persistReadForUsers: true,
        },
      ],
    },
    "reviewed",
  ),
  get({ userId: "bob", notificationIds: ["reviewed"] }, [
    {
      id: "reviewed",
      actionUser: bob,
      displayHeadlineMessage: "Bob changed it",
      displayBodyMessage: "Done.",
      notifyUsers: { bob: true, ada: true },
      notificationSourceData: { questions: 0 },
      location: { id: "8" },
      metadata: { ticket: "T-2", locationId: "8" },
      context: { access: { team: "sales" } },
      isRead: true,
      persistReadForUsers: true,
    },
  ]),
  update({ documentId: "elsewhere", notifications: [{ id: "reviewed", displayBodyMessage: "No." }] }, "reviewed", false),
  {
    service,
    method: "setNotificationConfig",
    model: "SetNotificationConfigRequest",
    fields: { organizationId: "acme", userIds: ["bob"], documentIds: ["plan"], config: { inbox: "ALL", email: "MINE", slack: "NONE" } },
    reads: { ...success, data: { bob: { success: true, userId: "bob", documentId: "plan", message: expect.any(String) } } },
  },
  {
    service,
    method: "getNotificationConfig",
    model: "GetNotificationConfigRequest",
    fields: { organizationId: "acme", userId: "bob", documentIds: ["plan"], getOrganizationConfig: false },
    reads: {
      ...success,
      data: [
        {
          config: { inbox: "ALL", email: "MINE", slack: "NONE" },
          metadata: { organizationId: "acme", apiKey: expect.any(String), documentId: "plan", userId: "bob" },
        },
      ],
    },
  },
  remove({ userId: "bob", documentId: "plan", locationId: "8", notificationIds: ["reviewed"] }, { reviewed: gone }),
  get({ userId: "ada", notificationIds: ["reviewed"] }, [{ id: "reviewed", notifyUsers: { ada: true } }]),
  remove({ documentId: "plan" }, { reviewed: gone, resolved: gone }),
  remove({ organizationId: fresh.organizationId, userId: "bob" }, { first: gone }),
];
