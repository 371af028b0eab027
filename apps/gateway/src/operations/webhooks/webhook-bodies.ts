import { actionTypes, endpointEvents, removalEvents, webhookTriggers } from "@parley/contracts/workspace";
import * as z from "zod";
import { storedUser } from "../activity/activity-user.ts";
import { storedAnnotation } from "../activity/annotation-fields.ts";
import { storedComment } from "../activity/comment-fields.ts";
import { storedPriority, storedStatus } from "../activity/label-fields.ts";
import { wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";

const head = {
  webhookId: z.string().meta({ description: "The `webhook-id` header of every attempt." }),
  event: z.enum(webhookTriggers).meta({ description: "The trigger." }),
  actionType: z.enum(Object.values(actionTypes)).meta({ description: "The kind of event, in a word." }),
  notificationSource: z.literal("comment").meta({ description: "Always `comment`." }),
};

const tail = {
  timestamp: wholeNumber().meta({ description: "Time of the event, in milliseconds since the epoch." }),
  sequence: wholeNumber().meta({ description: "Position among the events of the document." }),
};

const target = storedComment.nullable().meta({ description: "The comment of the event; null for events of the thread." });
const ofComment = storedComment.optional().meta({ description: "The comment of the event; only for events of a comment." });

/** The body for `rawNotificationUrl`: the event with the whole thread. */
export const rawBody = z
  .object({
    ...head,
    actionUser: storedUser.optional().meta({ description: "The acting user, if known." }),
    commentAnnotation: storedAnnotation.meta({ description: "The thread as it is after the change." }),
    targetComment: ofComment,
    oldStatus: storedStatus.optional().meta({ description: "The status before; only if it changed." }),
    newStatus: storedStatus.optional().meta({ description: "The status after; only if it changed." }),
    newPriority: storedPriority.optional().meta({ description: "The priority after; only if it changed and was not removed." }),
    oldPriority: storedPriority.nullable().optional().meta({ description: "The priority before; only if it changed." }),
    assigned: z.boolean().optional().meta({ description: "Whether a user is assigned now; only if the assignment changed." }),
    oldAssignee: storedUser.nullable().optional().meta({ description: "The assignee before; only if it changed." }),
    newAssignee: storedUser.nullable().optional().meta({ description: "The assignee now; only if it changed." }),
    reaction: z.string().optional().meta({ description: "The added or removed reaction." }),
    isCommentAnnotationPartial: z
      .literal(true)
      .optional()
      .meta({ description: "Set if the thread is too large to send as a whole: it has only the newest comments." }),
    commentCount: wholeNumber().optional().meta({ description: "The total number of comments in a thread that is sent in part." }),
    timestamp: tail.timestamp,
    metadata: z
      .object({
        apiKey: z.string().meta(texts.apiKey),
        organizationId: z.string().meta(texts.organizationId),
        documentId: z.string().meta(texts.documentId),
        clientOrganizationId: z.string().meta({ description: "The same as `organizationId`." }),
        clientDocumentId: z.string().meta({ description: "The same as `documentId`." }),
        locationId: z.string().optional().meta(texts.locationId),
        organizationName: z.string().optional().meta({ description: "Name of the organization, if it has one." }),
        documentName: z.string().optional().meta({ description: "Name of the document, if it has one." }),
        folderId: z.string().optional().meta(texts.folderId),
      })
      .meta({ description: "The place of the event." }),
    sequence: tail.sequence,
  })
  .meta({ title: "WebhookRaw" });

const contact = z
  .looseObject({
    userId: z.string().meta(texts.userId),
    name: z.string().optional().meta(texts.displayName),
    email: z.string().optional().meta(texts.emailAddress),
    notify: z
      .object({
        inbox: z.boolean().meta({ description: "Whether the user wants to see it in the inbox." }),
        email: z.boolean().meta({ description: "Whether the user wants an e-mail." }),
      })
      .meta({ description: "The channels on which the user may be notified: those that their notification settings allow." }),
  })
  .meta({ title: "WebhookContact" });

/** The body for `processedNotificationUrl`: the event with the users to notify. */
export const processedBody = z
  .object({
    ...head,
    from: storedUser.nullable().meta({ description: "The acting user; null if unknown." }),
    commentText: z.string().meta({ description: "Text of the comment; empty for events of the thread." }),
    commentTextFrom: storedUser.nullable().meta({ description: "The author of the comment; null for events of the thread." }),
    toContactsTagged: z.array(contact).meta({
      description:
        "Users whom the comment tags and who may be notified: they belong to the organization, the document or a folder above it, and want it on some channel.",
    }),
    toContactsUpdated: z.array(contact).meta({ description: "The other participants of the thread who may be notified." }),
    organizationId: z.string().meta(texts.organizationId),
    documentId: z.string().meta(texts.documentId),
    targetAnnotationId: z.string().meta({ description: "Id of the thread." }),
    targetCommentId: z.string().nullable().meta({ description: "Id of the comment; null for events of the thread." }),
    targetComment: target,
    status: storedStatus.nullable().meta({ description: "The status of the thread." }),
    ...tail,
  })
  .meta({ title: "WebhookProcessed" });

const ofKey = z
  .object({ apiKey: z.string().meta({ description: "The API key." }) })
  .meta({ title: "WebhookOfKey" })
  .meta({ description: "The API key of the endpoint." });

/** The body for endpoints with the payload `thin`: the event without content. */
export const thinBody = z
  .object({
    ...head,
    actionUserId: z.string().nullable().meta({ description: "Id of the acting user; null if unknown." }),
    organizationId: z.string().meta(texts.organizationId),
    documentId: z.string().meta(texts.documentId),
    targetAnnotationId: z.string().meta({ description: "Id of the thread." }),
    targetCommentId: z.string().nullable().meta({ description: "Id of the comment; null for events of the thread." }),
    changed: z.array(z.string()).meta({ description: "The names of the fields of the thread that changed." }),
    metadata: ofKey,
    ...tail,
  })
  .meta({ title: "WebhookThin" });

/** The body about endpoints, for endpoints that name such events. */
export const endpointEventBody = z
  .object({
    webhookId: head.webhookId,
    event: z.enum(endpointEvents).meta({ description: "The kind of event." }),
    endpoint: z
      .object({
        endpointId: z.string().meta({ description: "Its id; `raw` and `processed` are the URLs of the webhook configuration." }),
        uid: z.string().nullable().meta({ description: "Your own id of the endpoint." }),
      })
      .meta({ title: "WebhookEndpointName" })
      .meta({ description: "The endpoint of the event." }),
    delivery: z
      .object({
        webhookId: z.string().meta({ description: "Id of the delivery: the `webhook-id` header of its attempts." }),
        event: z.string().meta({ description: "The event that it carried." }),
        organizationId: z.string().meta(texts.organizationId),
        documentId: z.string().meta(texts.documentId),
        targetAnnotationId: z.string().meta({ description: "Id of the thread." }),
        sequence: tail.sequence,
        attempts: wholeNumber().meta({ description: "Number of attempts." }),
      })
      .meta({ title: "WebhookExhaustedDelivery" })
      .optional()
      .meta({ description: "For `delivery.exhausted`: the delivery without attempts left." }),
    lastRequest: z
      .object({
        status: wholeNumber().nullable().meta({ description: "HTTP status; null if there was no response." }),
        errorClass: z.string().meta({ description: "Why the request failed, as in the log of deliveries." }),
      })
      .meta({ title: "WebhookLastRequest" })
      .meta({ description: "The last request to the endpoint." }),
    timestamp: tail.timestamp,
    metadata: ofKey,
  })
  .meta({ title: "WebhookEndpointEvent" });

/** The body about removals, for endpoints that name such events. */
export const removalEventBody = z
  .object({
    webhookId: head.webhookId,
    event: z.enum(removalEvents).meta({ description: "The kind of event." }),
    removal: z
      .object({
        jobId: z.string().meta({ description: "The removal's job, for `/v2/workspace/removals/certificate/get`." }),
        kind: z
          .string()
          .meta({ description: "The kind of the removed object: `user`, `organization`, `folder`, `document` or `location`." }),
        requestedAt: wholeNumber().meta({ description: "When the removal was requested." }),
        completedAt: wholeNumber().meta({ description: "When the last row was removed." }),
      })
      .meta({ title: "WebhookRemoval" })
      .meta({ description: "The removal. It names no person." }),
    timestamp: tail.timestamp,
    metadata: ofKey,
  })
  .meta({ title: "WebhookRemovalEvent" });
