import type { ActivitiesListItem, NotificationsListItem, RecordingsListItem, ThreadComment, ThreadsListItem } from "@parley/sdk";
import type { TransferRecord } from "../record.ts";

type Json = Readonly<Record<string, unknown>>;

/** A thread with all of its comments and their reactions. */
export function threadRecord(thread: ThreadsListItem): TransferRecord {
  const { organizationId, documentId, annotationId, status, priority, type, location, assignedTo, createdAt, comments } = thread;
  const { apiKey: _key, organizationId: _organization, documentId: _document, folderId: _folder, ...metadata } = thread.metadata;
  const item = { annotationId, status, ...given({ priority, type, location, assignedTo }), metadata, createdAt };
  return { type: "thread", at: { organizationId, documentId }, item: { ...item, commentData: comments.map(commentItem) } };
}

function commentItem(comment: ThreadComment): Json {
  const { commentId, from, commentText, commentHtml, taggedUserContacts, attachments, metadata, createdAt, reactionAnnotations } = comment;
  const texts = { ...(commentText === "" ? {} : { commentText }), ...(commentHtml === "" ? {} : { commentHtml }) };
  // Reactions are exported in a fixed order, because their original order is lost when they are added again.
  const reactions = reactionAnnotations
    .map(({ reaction, user }) => ({ reaction, user }))
    .sort((left, right) => keyOf(left).localeCompare(keyOf(right)));
  return {
    commentId,
    from,
    ...texts,
    createdAt,
    ...(taggedUserContacts.length === 0 ? {} : { taggedUserContacts }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(reactions.length === 0 ? {} : { reactions }),
  };
}

function keyOf({ user, reaction }: { readonly user: { readonly userId: string }; readonly reaction: string }): string {
  return JSON.stringify([user.userId, reaction]);
}

export function recordingRecord(recording: RecordingsListItem): TransferRecord {
  const { organizationId, documentId, lastUpdated: _changed, ...item } = recording;
  return { type: "recording", at: { organizationId, documentId }, item: given(item) };
}

// Records that the service logs itself during an import: exporting them would duplicate them.
const loggedByImport = ["comment_annotation.add", "comment.add", "comment.reaction_add", "recording.add"];
const loggedByParley = ["comment", "reaction", "recording"];

export function activityRecords(activities: readonly ActivitiesListItem[]): TransferRecord[] {
  return activities
    .filter(({ featureType, actionType }) => !(loggedByParley.includes(featureType) && loggedByImport.includes(actionType)))
    .map(({ organizationId, displayMessage: _message, lastUpdated: _changed, ...item }) => {
      return { type: "activity", at: { organizationId }, item: given(item) };
    });
}

export function notificationRecord(notification: NotificationsListItem): TransferRecord {
  const {
    organizationId,
    documentId,
    displayHeadlineMessage: _headline,
    createdAt: _created,
    isRead: _read,
    readAt: _readAt,
    ...item
  } = notification;
  return { type: "notification", at: { organizationId, documentId }, item: given(item) };
}

/** Leaves out nulls and empty lists, which requests that add items do not accept. */
function given(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)));
}
