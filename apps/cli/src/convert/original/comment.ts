import type { FoundComment, FoundTag, Person } from "../model/found.ts";
import { isPresent, type Json, object, objects, text } from "../model/json.ts";
import { picked, whole, without } from "../model/reading.ts";
import type { Context } from "../model/source.ts";
import { commentFields } from "./fields.ts";

const carried = ["customList", "sourceType", "replaceContentHtml", "replaceContentText"];
const derived = ["isEdited", "lastUpdated", "reactionAnnotationIds", "status", "to", "type"];
// biome-ignore format: a list of names
const settled: ReadonlySet<string> = new Set([
  ...derived, "attachments.isAttachmentResolverUsed", "commentId", "isDraft", "reactionAnnotations.annotationId", "taggedUserContacts.userId",
]);

/** Converts a comment. A draft is counted as left out, and not returned. */
export function commentOf(comment: Json, thread: string, context: Context): FoundComment[] {
  const where = `${thread} ${text(comment.commentId)}`;
  if (comment.isDraft === true) {
    context.leftOut.count("draft of a comment", where);
    return [];
  }
  return [
    context.leftOut.reading({ item: comment, thing: "comment", example: where, settled }, (item) => keptComment(item, where, context)),
  ];
}

function keptComment(comment: Json, where: string, context: Context): FoundComment {
  const tagged = objects(comment.taggedUserContacts).flatMap(tagOf);
  const said = (given: unknown) => withNames(text(given), tagged, context);
  const { details, others } = commentFields(comment);
  const content = { text: said(comment.commentText), html: said(comment.commentHtml) };
  return {
    commentId: text(comment.commentId),
    from: personOf(comment.from) ?? { userId: "" },
    ...content,
    // Comments of older versions have only the time of their last change.
    createdAt: context.times.of(comment.createdAt ?? comment.lastUpdated, `The time of the comment ${where}`),
    tagged,
    attachments: [...objects(comment.attachments).map(attachmentOf), ...voiceOf(comment.commentVoiceUrl)],
    reactions: objects(comment.reactionAnnotations).flatMap((annotation) => reactionsOf(annotation, where, context)),
    metadata: { ...picked(comment, carried), ...others, ...whole(object(comment.metadata)) },
    details,
  };
}

export function personOf(user: unknown): Person | undefined {
  const { userId, name, email, photoUrl } = object(user);
  return isPresent(userId) ? { userId: text(userId), name: text(name), email: text(email), photoUrl: text(photoUrl) } : undefined;
}

function tagOf(tag: Json): FoundTag[] {
  const person = personOf(tag.contact) ?? personOf(tag);
  return person === undefined ? [] : [{ person, text: text(tag.text) }];
}

/** Replaces the mentions in a text, which have the form `{{userId}}`, by names. */
function withNames(given: string, tagged: readonly FoundTag[], { people }: Context): string {
  return given.replace(/\{\{([^{}]+)\}\}/g, (whole, userId: string) => {
    const tag = tagged.find(({ person }) => person.userId === userId);
    if (tag === undefined) return whole;
    return tag.text || `@${people.of(tag.person).name ?? userId}`;
  });
}

function attachmentOf(attachment: Json): Json {
  const { attachmentId, name, url, mimeType, size } = attachment;
  const more = without(attachment, ["attachmentId", "name", "url", "mimeType", "size", "isAttachmentResolverUsed"]);
  const texts = { attachmentId: text(attachmentId), name: text(name), url: text(url), mimeType: text(mimeType) };
  const sized = typeof size === "number" && Number.isSafeInteger(size) && size >= 0 ? { size } : {};
  return { ...more, ...picked(texts, Object.keys(texts)), ...sized };
}

function voiceOf(url: unknown): Json[] {
  return isPresent(url) ? [{ name: "Voice comment", url: text(url) }] : [];
}

function reactionsOf(annotation: Json, where: string, { leftOut }: Context): FoundComment["reactions"] {
  const { icon, iconEmoji, iconUrl, fromUsers, reactions, from } = annotation;
  const reaction = text(iconEmoji) || text(icon);
  if (isPresent(iconUrl)) leftOut.count("reaction: address of its picture", where);
  // A list has users, or entries with a user and a time.
  const listed = objects(isPresent(fromUsers) ? fromUsers : reactions).map((each) => (isPresent(each.from) ? object(each.from) : each));
  const people = (listed.length > 0 ? listed : [object(from)]).flatMap((user) => personOf(user) ?? []);
  if (people.length === 0) leftOut.count("reaction without a user", where);
  return people.map((person) => ({ reaction, person }));
}
