import type { Attachment, Comment, Reaction } from "@parley/contracts/activity";
import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { boundedExtra, freeForm, fromJsonText, longText, name, numericId, time, wholeNumber, withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";
import { createdAt, lastUpdated, metadata, toJson, toTimes } from "./activity-fields.ts";
import { fromExtraJson, fromUser, storedUser, toExtraJson, toUser, user } from "./activity-user.ts";
import { contacts, fromContact, storedContact, toContact } from "./contact-fields.ts";
import { commentDetails, storedCommentDetails, toCommentDetails } from "./detail-fields.ts";

const maxListed = 100;

/** The description of a file attached to a comment; further keys are kept as given. */
const attachment = () =>
  boundedExtra(
    withMetadata({
      attachmentId: numericId().optional().meta({ description: "Id of the attachment." }),
      name: name().optional().meta(texts.displayName),
      url: z.string().max(4_096).optional().meta({ description: "Address of the file." }),
      mimeType: name().optional().meta({ description: "Media type, such as `video/mp4`." }),
      size: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().meta({ description: "Size in bytes." }),
    }),
    8_192,
  ).meta({ title: "AttachmentInput" });

export const attachments = () => z.array(attachment()).max(maxListed);

/** The content of a comment; a new one has at least one of `commentText`, `commentHtml` and `attachments`. */
const content = () => ({
  commentText: longText().optional().meta({ description: "The comment as plain text." }),
  commentHtml: longText().optional().meta({
    description: "The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes.",
  }),
  taggedUserContacts: contacts().optional().meta({ description: "The users tagged in the text." }),
  attachments: attachments().optional().meta({
    description:
      "Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text.",
  }),
  metadata: metadata(),
  ...commentDetails(),
});

/** A new comment. */
export const newComment = () =>
  z
    .strictObject({
      commentId: numericId().optional().meta(texts.commentId),
      from: user().meta({ description: "The author of the comment." }),
      ...content(),
      createdAt: createdAt(),
      lastUpdated: lastUpdated(),
      triggerNotification: z.boolean().optional().meta({ description: "With false, nobody is notified of the comment." }),
      triggerActivities: z
        .boolean()
        .optional()
        .refine(
          (value) => value !== false,
          "must be true: every comment has a record in the activity log, which the feed of changes follows",
        )
        .meta({ description: "Always true: every comment has a record in the activity log." }),
    })
    .meta({ title: "NewComment" });

export function toNewComment(item: z.output<ReturnType<typeof newComment>>) {
  return { author: toUser(item.from), comment: toCommentDraft(item), ...toTimes(item), isSilent: item.triggerNotification === false };
}

/** The content of a comment to be added. */
export function toCommentDraft(item: z.output<z.ZodObject<ReturnType<typeof content>>> & { readonly commentId?: string | undefined }) {
  const { commentId = "", commentText: text = "", commentHtml: html = "", taggedUserContacts = [], attachments = [] } = item;
  const said = { text, html, taggedUsers: taggedUserContacts.map(toContact), attachments: attachments.map(toAttachment) };
  return { commentId, ...said, metadataJson: toJson(item.metadata), detailsJson: toCommentDetails(item) };
}

/** Changes of comments; absent fields keep their values. `from`, if given, is the author, who does not change. */
export const updatedData = () =>
  z.strictObject({
    ...content(),
    from: user().optional().meta({ description: "The author of the comment." }),
    createdAt: time().optional().meta({ description: "The time of creation, for imports." }),
    lastUpdated: lastUpdated(),
  });

export function toCommentChange(change: Omit<z.output<ReturnType<typeof updatedData>>, "from">) {
  const { commentText: text, commentHtml: html, taggedUserContacts, attachments, metadata } = change;
  return {
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    ...(taggedUserContacts === undefined ? {} : { taggedUsers: { users: taggedUserContacts.map(toContact) } }),
    ...(attachments === undefined ? {} : { attachments: { attachments: attachments.map(toAttachment) } }),
    metadataJson: toJson(metadata),
    detailsJson: toCommentDetails(change),
    ...toTimes(change),
  };
}

function toAttachment(item: z.output<ReturnType<typeof attachment>>) {
  const { attachmentId = "", name = "", url = "", mimeType = "", size, metadata } = item;
  const sized = size === undefined ? {} : { sizeBytes: BigInt(size) };
  return { attachmentId, name, url, mimeType, ...sized, extraJson: toExtraJson(metadata) };
}

/** A comment in a response. */
export const storedComment = z
  .object({
    commentId: z.string().meta(texts.commentId),
    from: storedUser.meta({ description: "The author of the comment." }),
    commentText: z.string().meta({ description: "The comment as plain text." }),
    commentHtml: z.string().meta({
      description: "The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes.",
    }),
    taggedUserContacts: z.array(storedContact).meta({ description: "The users tagged in the text." }),
    attachments: z.array(freeForm()).meta({
      description:
        "Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text.",
    }),
    metadata: freeForm().meta(texts.ownKeys),
    reactionAnnotations: z
      .array(
        z
          .object({
            annotationId: z.string().meta({ description: "Id of the reaction, within its thread." }),
            icon: z.string().meta({ description: "The reaction: an emoji or a word." }),
            fromUsers: z
              .array(z.object({ from: storedUser.meta({ description: "Who reacted." }), lastUpdated: wholeNumber().meta(texts.createdAt) }))
              .meta({ description: "All who gave it." }),
          })
          .meta({ title: "ReactionAnnotation" }),
      )
      .meta({ description: "The reactions to the comment." }),
    reactionAnnotationIds: z.array(z.string()).meta({ description: "Their ids." }),
    type: z.literal("text").meta({ description: "Always `text`." }),
    status: z.enum(["added", "updated"]).meta({ description: "Whether text, html, tagged users or attachments have changed." }),
    recorders: z.array(freeForm()).meta({ description: "Always empty, for code that expects it." }),
    customList: z.array(freeForm()).meta({ description: "Always empty, for code that expects it." }),
    toOrganizationUserGroup: z.array(freeForm()).meta({ description: "Always empty, for code that expects it." }),
    ...storedCommentDetails,
    createdAt: wholeNumber().meta(texts.createdAt),
    lastUpdated: wholeNumber().meta(texts.lastUpdated),
    editedAt: wholeNumber().nullable().meta({ description: "When text, html, tagged users or attachments last changed." }),
  })
  .meta({ title: "ThreadComment" });

export function fromComment(comment: Comment) {
  const { commentId, author, text, html, taggedUsers, attachments, metadataJson, reactions, createdAtMs, updatedAtMs, editedAtMs } =
    comment;
  const reactionAnnotations = fromReactions(commentId, reactions);
  return {
    ...(fromJsonText(comment.detailsJson) as JsonObject),
    commentId,
    from: author && fromUser(author),
    commentText: text,
    commentHtml: html,
    taggedUserContacts: taggedUsers.map(fromContact),
    attachments: attachments.map(fromAttachment),
    metadata: fromJsonText(metadataJson),
    reactionAnnotations,
    reactionAnnotationIds: reactionAnnotations.map(({ annotationId }) => annotationId),
    type: "text",
    status: editedAtMs === undefined ? "added" : "updated",
    recorders: [],
    customList: [],
    toOrganizationUserGroup: [],
    createdAt: Number(createdAtMs),
    lastUpdated: Number(updatedAtMs),
    editedAt: editedAtMs === undefined ? null : Number(editedAtMs),
  };
}

function fromReactions(commentId: string, reactions: readonly Reaction[]) {
  return [...Map.groupBy(reactions, ({ reaction }) => reaction)].map(([icon, given]) => ({
    annotationId: `${commentId}/${icon}`,
    icon,
    fromUsers: given.map(({ user, createdAtMs }) => ({ from: user && fromUser(user), lastUpdated: Number(createdAtMs) })),
  }));
}

function fromAttachment({ attachmentId, name, url, mimeType, sizeBytes, extraJson }: Attachment) {
  const texts = Object.entries({ attachmentId, name, url, mimeType }).filter(([, value]) => value !== "");
  return {
    ...Object.fromEntries(texts),
    ...(sizeBytes === undefined ? {} : { size: Number(sizeBytes) }),
    ...fromExtraJson(extraJson),
  };
}
