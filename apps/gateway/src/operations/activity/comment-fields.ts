import type { Attachment, Comment } from "@parley/contracts/activity";
import * as z from "zod";
import { boundedExtra, freeForm, fromJsonText, id, longText, name, withMetadata } from "../fields.ts";
import { createdAt, metadata, toCreatedAt, toJson } from "./activity-fields.ts";
import { fromExtraJson, fromUser, storedUser, toExtraJson, toUser, user } from "./activity-user.ts";

const maxListed = 100;

/** What is known of a file that hangs on a comment; further keys are kept as given. */
const attachment = () =>
  boundedExtra(
    withMetadata({
      attachmentId: id().optional(),
      name: name().optional(),
      url: z.string().max(4_096).optional(),
      mimeType: name().optional(),
      sizeBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    8_192,
  );

const taggedUsers = () => z.array(user()).max(maxListed);
const attachments = () => z.array(attachment()).max(maxListed);

/** A comment to be added; at least one of `text`, `html` and `attachments` is given. */
export const newComment = () =>
  z.strictObject({
    commentId: id().optional(),
    author: user(),
    text: longText().optional(),
    html: longText().optional(),
    taggedUsers: taggedUsers().optional(),
    attachments: attachments().optional(),
    metadata: metadata(),
    createdAt: createdAt(),
  });

export function toNewComment(item: z.output<ReturnType<typeof newComment>>) {
  const { commentId = "", author, text = "", html = "", taggedUsers = [], attachments = [], metadata, createdAt } = item;
  const content = { text, html, taggedUsers: taggedUsers.map(toUser), attachments: attachments.map(toAttachment) };
  return { author: toUser(author), comment: { commentId, ...content, metadataJson: toJson(metadata) }, ...toCreatedAt(createdAt) };
}

/** What to change in a comment; what is absent stays. */
export const commentChange = () =>
  z.strictObject({
    commentId: id(),
    text: longText().optional(),
    html: longText().optional(),
    taggedUsers: taggedUsers().optional(),
    attachments: attachments().optional(),
    metadata: metadata(),
  });

export function toCommentChange({ commentId, text, html, taggedUsers, attachments, metadata }: z.output<ReturnType<typeof commentChange>>) {
  return {
    commentId,
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    ...(taggedUsers === undefined ? {} : { taggedUsers: { users: taggedUsers.map(toUser) } }),
    ...(attachments === undefined ? {} : { attachments: { attachments: attachments.map(toAttachment) } }),
    metadataJson: toJson(metadata),
  };
}

function toAttachment(item: z.output<ReturnType<typeof attachment>>) {
  const { attachmentId = "", name = "", url = "", mimeType = "", sizeBytes, metadata } = item;
  const size = sizeBytes === undefined ? {} : { sizeBytes: BigInt(sizeBytes) };
  return { attachmentId, name, url, mimeType, ...size, extraJson: toExtraJson(metadata) };
}

/** A comment as it is read. */
export const storedComment = z.object({
  commentId: z.string(),
  author: storedUser,
  text: z.string(),
  html: z.string(),
  taggedUsers: z.array(storedUser),
  attachments: z.array(freeForm()),
  metadata: freeForm(),
  reactions: z.array(z.object({ reaction: z.string(), user: storedUser, createdAt: z.number() })),
  createdAt: z.number(),
  updatedAt: z.number(),
  editedAt: z.number().nullable().meta({ description: "When text, html, tagged users or attachments last changed." }),
});

export function fromComment(comment: Comment) {
  const { commentId, author, text, html, taggedUsers, attachments, metadataJson, reactions, createdAtMs, updatedAtMs, editedAtMs } =
    comment;
  return {
    commentId,
    author: author && fromUser(author),
    text,
    html,
    taggedUsers: taggedUsers.map(fromUser),
    attachments: attachments.map(fromAttachment),
    metadata: fromJsonText(metadataJson),
    reactions: reactions.map(({ reaction, user, createdAtMs }) => ({
      reaction,
      user: user && fromUser(user),
      createdAt: Number(createdAtMs),
    })),
    createdAt: Number(createdAtMs),
    updatedAt: Number(updatedAtMs),
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
