import { until } from "@parley/testing";
import type { HostedCustomer } from "../../support/hosted-customer.ts";
import type { Body, Receiver } from "../../support/receiver.ts";
import { ada, comment as bare, thread as bareThread, plan } from "../velt-py/calls/given.ts";
import type { ReadAnswer } from "./velt-types.ts";

const bob = { userId: "bob", name: "Bob", email: "bob@acme.example" };
const at = { ...plan, annotationId: "typo" };
const comment = { ...bare, taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: bob }] };
const thread = { ...bareThread, commentData: [comment] };
const attachment = { attachmentId: 12, name: "a.mp4", url: "https://files.example/a.mp4", size: 12, type: "mp4", mimeType: "video/mp4" };

/** Adds everything that the types describe, with every field that is taken. */
export async function addEverything({ customer }: HostedCustomer, receiver: Receiver): Promise<void> {
  await customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl: receiver.url("/raw") },
  });
  await customer.data("/v2/organizations/usergroups/add", {
    organizationId: "acme",
    organizationUserGroups: [{ groupId: "designers", groupName: "Designers" }],
  });
  await customer.data("/v2/commentannotations/add", { ...plan, commentAnnotations: [thread, { annotationId: "bare" }] });
  await customer.data("/v2/commentannotations/comments/add", {
    ...at,
    commentData: [{ ...comment, commentId: 2, context: { n: 1 }, attachments: [attachment], metadata: { n: 1 } }],
  });
  await customer.data("/v2/commentannotations/comments/update", { ...at, commentIds: [2], updatedData: { commentText: "Changed." } });
  await customer.data("/v2/commentannotations/comments/reactions/add", { ...at, commentId: "2", user: bob, reactions: ["👍"] });
  await customer.data("/v2/commentannotations/update", {
    ...plan,
    annotationIds: ["typo"],
    updatedData: { status: { type: "terminal" }, resolvedByUserId: "bob", priority: "P0", assignedTo: ada },
  });
  await customer.data("/v2/recordings/add", {
    ...plan,
    recordings: [
      {
        recordingId: "walk",
        user: ada,
        type: "screen",
        name: "Walk",
        url: "https://files.example/a.webm",
        durationMs: 61_000,
        location: { id: 7 },
      },
    ],
  });
  await customer.data("/v2/notifications/add", {
    ...plan,
    notificationId: "reviewed",
    actionUser: ada,
    displayHeadlineMessageTemplate: "{actionUser} reviewed {project} for {recipientUser}",
    displayHeadlineMessageTemplateData: { actionUser: ada, recipientUser: bob, actionMessage: "reviewed", project: "the plan" },
    displayBodyMessageTemplate: "{count} questions are open.",
    displayBodyMessageTemplateData: { count: "Two", users: [ada] },
    notifyUsers: [bob],
    notificationSourceData: { questions: 2 },
    location: { id: 7, locationName: "Seven" },
  });
  await customer.data("/v2/notifications/add", { ...plan, actionUser: ada, displayHeadlineMessageTemplate: "New", notifyUsers: [bob] });
  await customer.data("/v2/activities/add", {
    ...plan,
    activities: [{ actionType: "shipment.moved", actionUser: ada, targetEntityId: "ship-1", changes: { port: { from: "A", to: "B" } } }],
  });
  await until(() => receiver.of("/raw", "typo").length === 7, 30_000);
}

/** The answers, each with the type by which existing code reads it. */
export async function readEverything({ customer }: HostedCustomer, receiver: Receiver): Promise<ReadAnswer[]> {
  const acme = { organizationId: "acme" };
  const ofDocuments = { ...acme, documentIds: ["plan"] };
  const reads: readonly (readonly [path: string, data: object, type: string])[] = [
    ["/v2/commentannotations/get", plan, "velt.CommentAnnotation[]"],
    ["/v2/commentannotations/get", { ...ofDocuments, groupByDocumentId: true }, 'velt.GetCommentAnnotationsResponse["data"]'],
    ["/v2/commentannotations/count/get", { ...ofDocuments, userId: "ada" }, 'velt.GetCommentAnnotationsCountResponse["data"]'],
    ["/v2/commentannotations/comments/get", at, "velt.Comment[]"],
    ["/v2/recordings/get", plan, "velt.RecorderAnnotation[]"],
    ["/v2/notifications/get", { ...acme, userId: "bob" }, "velt.Notification[]"],
    ["/v2/notifications/get", plan, "velt.Notification[]"],
    ["/v2/activities/get", plan, "velt.ActivityRecord[]"],
    ["/v2/organizations/get", {}, "velt.OrganizationMetadata[]"],
    ["/v2/organizations/documents/get", acme, "velt.DocumentMetadata[]"],
    ["/v2/organizations/folders/get", acme, 'NonNullable<velt.FetchFoldersResponse["data"]>[string][]'],
    ["/v2/users/get", acme, "velt.User[]"],
    ["/v2/users/doc/get", acme, "velt.User[]"],
  ];
  const answers: ReadAnswer[] = [];
  for (const [name, data, type] of reads) answers.push({ name, type, answer: await customer.data(name, data) });
  const reactions = answers.flatMap(({ name, answer }) => (name.endsWith("comments/get") ? reactionsOf(answer as Body[]) : []));
  const bodies = receiver.of("/raw", "typo").map((answer) => ({ name: `raw body of ${answer.event}`, type: "Raw", answer }));
  return [...answers, { name: "reactions", type: "velt.ReactionAnnotation[]", answer: reactions }, ...bodies];
}

const reactionsOf = (comments: readonly Body[]) => comments.flatMap(({ reactionAnnotations }) => reactionAnnotations);
