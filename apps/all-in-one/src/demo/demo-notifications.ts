import type { DemoRequest } from "./demo-directory.ts";

/** Notifications of people in Acme. */
export const demoNotifications: readonly DemoRequest[] = [
  {
    path: "/v1/notifications/add",
    data: {
      organizationId: "acme",
      documentId: "welcome",
      notificationId: "welcome-to-acme",
      actionUser: { userId: "alice", name: "Alice Adams" },
      displayHeadlineMessageTemplate: "{actionUser} welcomes {recipientUser} to {organization}",
      displayHeadlineMessageTemplateData: { organization: "Acme" },
      displayBodyMessage: "The handbook is a good place to begin.",
      notifyAll: true,
    },
  },
  {
    path: "/v1/notifications/add",
    data: {
      organizationId: "acme",
      documentId: "roadmap",
      notificationId: "roadmap-question",
      actionUser: { userId: "bob", name: "Bob Brown" },
      displayHeadlineMessageTemplate: "{actionUser} asked {recipientUser} about {topic}",
      displayHeadlineMessageTemplateData: { topic: "the third quarter" },
      notifyUsers: [
        { userId: "alice", name: "Alice Adams" },
        { userId: "carol", name: "Carol Chen" },
      ],
      notificationSourceData: { page: 3 },
    },
  },
  {
    path: "/v2/notifications/config/set",
    data: { organizationId: "acme", documentIds: ["budget"], userIds: ["carol"], config: { inbox: "MINE", email: "NONE" } },
  },
];
