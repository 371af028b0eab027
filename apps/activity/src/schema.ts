import { id, int8, jsonText, repeatedCallsTable } from "@parley/database/schema";
import { erasureServiceSchema } from "@parley/erasure/schema";
import { messagingSchema } from "@parley/messaging/schema";
import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgSchema, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";

export * from "./activity-log/tables.ts";
export * from "./feed/tables.ts";
export * from "./recordings/tables.ts";
export * from "./search/tables.ts";

const schema = pgSchema("activity");
/** The time of the database's clock, in ms. */
export const nowMs = sql`activity.now_ms()`;

/** Authors, tagged users (`isMentioned`) and assignee of each annotation. The time is that of the annotation. */
export const annotationUsers = schema.table(
  "annotation_users",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    userId: id("user_id").notNull(),
    documentId: id("document_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull(),
    annotationRef: int8("annotation_ref").notNull(),
    isMentioned: boolean("is_mentioned").notNull().default(false),
  },
  (t) => [
    index("annotation_users_by_mention")
      .on(t.apiKeyId, t.organizationId, t.userId, t.createdAtMs, t.annotationRef)
      .where(sql`is_mentioned`),
    index("annotation_users_by_document").on(t.apiKeyId, t.organizationId, t.userId, t.documentId, t.createdAtMs, t.annotationRef),
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.userId, t.createdAtMs, t.annotationRef] }),
  ],
);

/** Storage: fillfactor=85. */
export const annotations = schema.table(
  "annotations",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    documentId: id("document_id").notNull(),
    annotationId: id("annotation_id").notNull(),
    annotationRef: int8("annotation_ref").notNull().default(sql`nextval('activity.refs'::regclass)`),
    status: id("status").notNull(),
    priority: id("priority"),
    type: id("type"),
    locationId: id("location_id"),
    locationName: id("location_name"),
    locationExtra: jsonText("location_extra"),
    assigneeId: id("assignee_id"),
    assignee: jsonText("assignee"),
    metadata: jsonText("metadata").notNull().default(sql`'{}'::json`),
    commentCount: integer("comment_count").notNull().default(0),
    /** Position of the newest comment. A position is never used twice. */
    lastPosition: integer("last_position").notNull().default(0),
    reactionCount: integer("reaction_count").notNull().default(0),
    /** Size of the comments and reactions in bytes, to limit what is read at once. */
    threadBytes: integer("thread_bytes").notNull().default(0),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms").notNull().default(nowMs),
    storedAtMs: int8("stored_at_ms").notNull().default(nowMs),
    assignedAtMs: int8("assigned_at_ms").notNull().default(nowMs),
    /** What was given of status and priority besides their ids: names, types, colors. */
    labels: jsonText("labels"),
    /** The user who last changed the status, if one was named. */
    statusUserId: id("status_user_id"),
    statusSetAtMs: int8("status_set_at_ms").notNull().default(nowMs),
    /** What a page needs to show the annotation, such as its context and position, as given. */
    details: jsonText("details").notNull().default(sql`'{}'::json`),
  },
  (t) => [
    // Between indexes that cost the same, Postgres takes the one that was made last: the general ones come first.
    uniqueIndex("annotations_by_ref").on(t.apiKeyId, t.annotationRef),
    index("annotations_by_change").on(t.apiKeyId, t.organizationId, t.updatedAtMs, t.annotationRef),
    index("annotations_by_organization").on(t.apiKeyId, t.organizationId, t.createdAtMs, t.annotationRef),
    index("annotations_by_change_in_document").on(t.apiKeyId, t.organizationId, t.documentId, t.updatedAtMs, t.annotationRef),
    index("annotations_by_document").on(t.apiKeyId, t.organizationId, t.documentId, t.createdAtMs, t.annotationRef),
    index("annotations_by_status_user")
      .on(t.apiKeyId, t.organizationId, t.statusUserId, t.createdAtMs, t.annotationRef)
      .where(sql`status_user_id IS NOT NULL`),
    index("annotations_by_status").on(t.apiKeyId, t.organizationId, t.documentId, t.status, t.createdAtMs, t.annotationRef),
    index("annotations_by_location")
      .on(t.apiKeyId, t.organizationId, t.documentId, t.locationId, t.createdAtMs, t.annotationRef)
      .where(sql`location_id IS NOT NULL`),
    index("annotations_by_location_name")
      .on(t.apiKeyId, t.organizationId, t.documentId, sql`md5(location_name)`, t.createdAtMs, t.annotationRef)
      .where(sql`location_name IS NOT NULL`),
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.documentId, t.annotationId] }),
  ],
);

/** Author, tagged users and assignee of each comment. The time is that of the comment. */
export const commentUsers = schema.table(
  "comment_users",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    userId: id("user_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull(),
    annotationRef: int8("annotation_ref").notNull(),
    commentId: id("comment_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.organizationId, t.userId, t.createdAtMs, t.annotationRef, t.commentId] })],
);

export const comments = schema.table(
  "comments",
  {
    apiKeyId: id("api_key_id").notNull(),
    annotationRef: int8("annotation_ref").notNull(),
    commentId: id("comment_id").notNull(),
    position: integer("position").notNull(),
    authorId: id("author_id").notNull(),
    author: jsonText("author").notNull(),
    commentText: text("comment_text").notNull().default(""),
    html: text("html").notNull().default(""),
    taggedIds: id("tagged_ids").array().notNull().default(sql`'{}'::text[]`),
    taggedUsers: jsonText("tagged_users").notNull().default(sql`'[]'::json`),
    attachments: jsonText("attachments").notNull().default(sql`'[]'::json`),
    metadata: jsonText("metadata").notNull().default(sql`'{}'::json`),
    /** What a page needs to show the comment, such as its context, as given. */
    details: jsonText("details").notNull().default(sql`'{}'::json`),
    bytes: integer("bytes").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms").notNull().default(nowMs),
    editedAtMs: int8("edited_at_ms"),
    storedAtMs: int8("stored_at_ms").notNull().default(nowMs),
    /**
     * The position in the feed of the transaction that last wrote the comment's text. The search index follows this position, because
     * records of the feed may be deleted earlier.
     */
    writtenPosition: int8("written_position").notNull().default(sql`activity.feed_position()`),
  },
  (t) => [
    index("comments_by_writing").on(t.apiKeyId, t.writtenPosition, t.annotationRef, t.commentId),
    primaryKey({ columns: [t.apiKeyId, t.annotationRef, t.commentId] }),
  ],
);

/** Entries of the feed for erasures. */
export const feedMarkers = schema.table(
  "feed_markers",
  {
    apiKeyId: id("api_key_id").notNull(),
    feedPosition: int8("feed_position").notNull().default(sql`activity.feed_position()`),
    markerRef: int8("marker_ref").notNull().default(sql`nextval('activity.refs'::regclass)`),
    actionType: id("action_type").notNull(),
    jobId: id("job_id").notNull(),
    organizationId: id("organization_id"),
    folderId: id("folder_id"),
    documentId: id("document_id"),
    locationId: id("location_id"),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.feedPosition, t.markerRef] })],
);

export const reactions = schema.table(
  "reactions",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    annotationRef: int8("annotation_ref").notNull(),
    commentId: id("comment_id").notNull(),
    userId: id("user_id").notNull(),
    reaction: id("reaction").notNull(),
    reactingUser: jsonText("reacting_user").notNull(),
    bytes: integer("bytes").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
  },
  (t) => [
    index("reactions_by_user").on(t.apiKeyId, t.organizationId, t.userId, t.createdAtMs, t.annotationRef, t.commentId, t.reaction),
    primaryKey({ columns: [t.apiKeyId, t.annotationRef, t.commentId, t.userId, t.reaction] }),
  ],
);

/** Search index entries of comments. They are deleted with the comment through the foreign key. */
export const searchComments = schema.table(
  "search_comments",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    annotationRef: int8("annotation_ref").notNull(),
    commentId: id("comment_id").notNull(),
    /** The creation time of the comment's thread. */
    createdAtMs: int8("created_at_ms").notNull(),
    segment: integer("segment").notNull(),
    /** The segment and the hash of each word and beginning of a word, as one number. */
    terms: int8("terms").array().notNull(),
  },
  (t) => [
    index("search_comments_by_segment").on(t.apiKeyId, t.organizationId, t.segment, t.createdAtMs, t.annotationRef),
    index("search_comments_by_terms").using("gin", t.terms).with({ fastupdate: true, gin_pending_list_limit: 64 }),
    primaryKey({ columns: [t.apiKeyId, t.annotationRef, t.commentId] }),
    foreignKey({
      name: "search_comments_fkey",
      columns: [t.apiKeyId, t.annotationRef, t.commentId],
      foreignColumns: [comments.apiKeyId, comments.annotationRef, comments.commentId],
    }).onDelete("cascade"),
  ],
);

/** Outbox, inbox, dead letters and leased work. */
export const { deadLetters, inbox, outbox, work } = messagingSchema("activity");

/** Calls that were sent again. */
export const repeatedCalls = repeatedCallsTable("activity");

/** Erasures in which this service takes part. */
export const { erasureMarks, erasures, erasuresDone } = erasureServiceSchema("activity");
