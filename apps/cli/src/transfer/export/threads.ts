import type {
  ActivitiesListItem,
  NotificationsListItem,
  RecordingsListItem,
  CommentAnnotation as Thread,
  ThreadComment,
} from "@parley/sdk";
import type { TransferRecord } from "../record.ts";

type Json = Readonly<Record<string, unknown>>;

/** A thread with all of its comments and their reactions. */
export function threadRecord(thread: Thread): TransferRecord {
  const { organizationId, documentId, annotationId, status, priority, type, location, assignedTo, createdAt, comments } = thread;
  const shown = given({ ...detailsOf(thread, threadDetails), priority, type, location, assignedTo });
  const item = { annotationId, status, ...shown, metadata: ownKeys(thread.metadata), createdAt };
  return { type: "thread", at: { organizationId, documentId }, item: { ...item, commentData: comments.map(commentItem) } };
}

function commentItem(comment: ThreadComment): Json {
  const { commentId, from, commentText, commentHtml, taggedUserContacts, attachments, metadata, createdAt, reactionAnnotations } = comment;
  const texts = { ...(commentText === "" ? {} : { commentText }), ...(commentHtml === "" ? {} : { commentHtml }) };
  // Reactions are exported in a fixed order, because their original order is lost when they are added again.
  const reactions = reactionAnnotations
    .flatMap(({ icon, fromUsers }) => fromUsers.map(({ from: user }) => ({ reaction: icon, user })))
    .sort((left, right) => keyOf(left).localeCompare(keyOf(right)));
  return {
    commentId,
    from,
    ...texts,
    ...detailsOf(comment, commentDetails),
    createdAt,
    ...(taggedUserContacts.length === 0 ? {} : { taggedUserContacts }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(reactions.length === 0 ? {} : { reactions }),
  };
}

const threadDetails = [
  ...["targetElement", "context", "pageInfo", "commentType", "isPageAnnotation", "positionX", "positionY", "screenWidth", "screenHeight"],
  ...["screenScrollHeight", "screenScrollTop", "actions"],
];
const commentDetails = ["context", "isCommentResolverUsed", "isCommentTextAvailable", "progress", "actions"];

/** What a page needs to show a thread or a comment. */
function detailsOf(of: object, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)));
}

/** The customer's own keys, without those of the place. */
function ownKeys({ apiKey: _key, organizationId: _organization, documentId: _document, folderId: _folder, ...own }: Json): Json {
  return own;
}

function keyOf({ user, reaction }: { readonly user: { readonly userId: string }; readonly reaction: string }): string {
  return JSON.stringify([user.userId, reaction]);
}

export function recordingRecord(recording: RecordingsListItem): TransferRecord {
  const {
    organizationId,
    documentId,
    lastUpdated: _changed,
    annotationId: _same,
    attachments: _file,
    recordedTime: _time,
    ...item
  } = recording;
  return { type: "recording", at: { organizationId, documentId }, item: given({ ...item, metadata: ownKeys(item.metadata) }) };
}

// Records that the service logs itself during an import: exporting them would duplicate them.
const loggedByImport = ["comment_annotation.add", "comment.add", "comment.reaction_add", "recording.add"];
const loggedByParley = ["comment", "reaction", "recorder"];

export function activityRecords(activities: readonly ActivitiesListItem[]): TransferRecord[] {
  return activities
    .filter(({ featureType, actionType }) => !(loggedByParley.includes(featureType) && loggedByImport.includes(actionType)))
    .map(({ organizationId, displayMessage: _message, lastUpdated: _changed, ...item }) => {
      return { type: "activity", at: { organizationId }, item: given({ ...item, metadata: ownKeys(item.metadata) }) };
    });
}

export function notificationRecord(notification: NotificationsListItem): TransferRecord {
  const {
    organizationId,
    documentId,
    id: _id,
    metadata: { apiKey: _key, organizationId: _organization, documentId: _document, locationId: _location, ...metadata },
    displayHeadlineMessage: _headline,
    displayHeadlineMessageTemplate: headline,
    displayBodyMessage: body,
    recipients,
    notifyUsersByUserId: _named,
    timestamp: _created,
    isRead: _read,
    readAt: _readAt,
    ...item
  } = notification;
  const own = { ...(headline === "" ? {} : { displayHeadlineMessageTemplate: headline }), notifyUsers: recipients };
  // The body of a template is filled in again where it is imported.
  const texts = item.displayBodyMessageTemplate === undefined ? { displayBodyMessage: body } : {};
  const keys = Object.keys(metadata).length === 0 ? {} : { metadata };
  return { type: "notification", at: { organizationId, documentId }, item: given({ ...item, ...own, ...texts, ...keys }) };
}

/** Leaves out nulls and empty lists, which requests that add items do not accept. */
function given(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)));
}
