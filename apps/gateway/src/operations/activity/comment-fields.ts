import type { Attachment, Comment } from "@parley/contracts/activity";
import * as z from "zod";
import { boundedExtra, freeForm, fromJsonText, id, longText, name, wholeNumber, withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";
import { createdAt, metadata, toCreatedAt, toJson } from "./activity-fields.ts";
import { fromExtraJson, fromUser, storedUser, toExtraJson, toUser, user } from "./activity-user.ts";
import { contacts, fromContact, storedContact, toContact } from "./contact-fields.ts";

const maxListed = 100;

/** The description of a file attached to a comment; further keys are kept as given. */
const attachment = () =>
  boundedExtra(
    withMetadata({
      attachmentId: id().optional().meta({ description: "Id of the attachment." }),
      name: name().optional().meta(texts.displayName),
      url: z.string().max(4_096).optional().meta({ description: "Address of the file." }),
      mimeType: name().optional().meta({ description: "Media type, such as `video/mp4`." }),
      sizeBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().meta({ description: "Size in bytes." }),
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
});

/** A new comment. */
export const newComment = () =>
  z
    .strictObject({
      commentId: id().optional().meta(texts.commentId),
      from: user().meta({ description: "The author of the comment." }),
      ...content(),
      createdAt: createdAt(),
    })
    .meta({ title: "NewComment" });

export function toNewComment(item: z.output<ReturnType<typeof newComment>>) {
  return { author: toUser(item.from), comment: toCommentDraft(item), ...toCreatedAt(item.createdAt) };
}

/** The content of a comment to be added. */
export function toCommentDraft(item: Omit<z.output<ReturnType<typeof newComment>>, "from" | "createdAt">) {
  const { commentId = "", commentText: text = "", commentHtml: html = "", taggedUserContacts = [], attachments = [] } = item;
  const said = { text, html, taggedUsers: taggedUserContacts.map(toContact), attachments: attachments.map(toAttachment) };
  return { commentId, ...said, metadataJson: toJson(item.metadata) };
}

/** Changes of comments; absent fields keep their values. `from`, if given, is the author, who does not change. */
export const updatedData = () =>
  z.strictObject({ ...content(), from: user().optional().meta({ description: "The author of the comment." }) });

/** The changes of a comment, with its id. */
export const commentChange = () =>
  z.strictObject({
    commentId: id().meta(texts.commentId),
    ...content(),
    from: user().optional().meta({ description: "The author of the comment." }),
  });

export function toCommentChange(commentId: string, change: z.output<ReturnType<typeof updatedData>>) {
  const { commentText: text, commentHtml: html, taggedUserContacts, attachments, metadata } = change;
  return {
    commentId,
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    ...(taggedUserContacts === undefined ? {} : { taggedUsers: { users: taggedUserContacts.map(toContact) } }),
    ...(attachments === undefined ? {} : { attachments: { attachments: attachments.map(toAttachment) } }),
    metadataJson: toJson(metadata),
  };
}

function toAttachment(item: z.output<ReturnType<typeof attachment>>) {
  const { attachmentId = "", name = "", url = "", mimeType = "", sizeBytes, metadata } = item;
  const size = sizeBytes === undefined ? {} : { sizeBytes: BigInt(sizeBytes) };
  return { attachmentId, name, url, mimeType, ...size, extraJson: toExtraJson(metadata) };
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
            reaction: z.string().meta({ description: "The reaction: an emoji or a word." }),
            user: storedUser.meta({ description: "Who reacted." }),
            createdAt: wholeNumber().meta(texts.createdAt),
          })
          .meta({ title: "ReactionAnnotation" }),
      )
      .meta({ description: "The reactions to the comment." }),
    createdAt: wholeNumber().meta(texts.createdAt),
    lastUpdated: wholeNumber().meta(texts.lastUpdated),
    editedAt: wholeNumber().nullable().meta({ description: "When text, html, tagged users or attachments last changed." }),
  })
  .meta({ title: "ThreadComment" });

export function fromComment(comment: Comment) {
  const { commentId, author, text, html, taggedUsers, attachments, metadataJson, reactions, createdAtMs, updatedAtMs, editedAtMs } =
    comment;
  return {
    commentId,
    from: author && fromUser(author),
    commentText: text,
    commentHtml: html,
    taggedUserContacts: taggedUsers.map(fromContact),
    attachments: attachments.map(fromAttachment),
    metadata: fromJsonText(metadataJson),
    reactionAnnotations: reactions.map(({ reaction, user, createdAtMs }) => ({
      reaction,
      user: user && fromUser(user),
      createdAt: Number(createdAtMs),
    })),
    createdAt: Number(createdAtMs),
    lastUpdated: Number(updatedAtMs),
    editedAt: editedAtMs === undefined ? null : Number(editedAtMs),
  };
}

function fromAttachment({ attachmentId, name, url, mimeType, sizeBytes, extraJson }: Attachment) {
  const texts = Object.entries({ attachmentId, name, url, mimeType }).filter(([, value]) => value !== "");
  return {
    ...Object.fromEntries(texts),
    ...(sizeBytes === undefined ? {} : { sizeBytes: Number(sizeBytes) }),
    ...fromExtraJson(extraJson),
  };
}
