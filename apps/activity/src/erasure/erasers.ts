import { type Db, type Sql, sql } from "@parley/database";
import {
  apiKeyEraser,
  byIdOrName,
  documentRanges,
  type Eraser,
  type Erasers,
  type Erasure,
  type ListPlaces,
  locationRanges,
  mentionEraser,
  messageEraser,
  organizationRange,
  organizationRanges,
  organizationsOf,
  type RowSource,
  rowEraser,
  userRanges,
} from "@parley/erasure";
import type { PgColumn } from "drizzle-orm/pg-core";
import {
  activities,
  annotations,
  annotationUsers,
  comments,
  commentUsers,
  feedMarkers,
  reactions,
  recordings,
  searchComments,
  searchKeys,
  searchSegments,
} from "../schema.ts";
import { assignmentEraser, commentEraser, reactionEraser, resolutionEraser } from "./comment-erasers.ts";
import { threadEraser } from "./thread-eraser.ts";

type LocatedTable = typeof annotations | typeof recordings;
type PlaceTable = LocatedTable | typeof activities;

/** The rows of a table in a place. The key follows the table's indexes by organization, document and location. */
function placeSource(table: PlaceTable, ref: PgColumn, match: Sql) {
  return { table, match, writtenAt: table.storedAtMs, key: [table.createdAtMs, ref] } satisfies RowSource;
}

const ofOrganizationIn = ({ organizationId }: PlaceTable) => sql`t.${organizationId} = r.organization_id`;
const ofDocumentIn = (table: PlaceTable) => sql`${ofOrganizationIn(table)} and t.${table.documentId} = r.id`;
const ofLocationIn = (table: LocatedTable) => sql`${ofDocumentIn(table)} and t.${table.locationId} = r.part`;
/** The rows in a location that is given by its name. */
const ofLocationNameIn = (table: LocatedTable) => sql`${ofDocumentIn(table)}
  and md5(t.${table.locationName}) = md5(r.part) and t.${table.locationName} = r.part`;

const threadsIn = (match: Sql) => placeSource(annotations, annotations.annotationRef, match);
const recordingsIn = (match: Sql) => placeSource(recordings, recordings.recordingRef, match);
const activitiesIn = (match: Sql) => placeSource(activities, activities.activityRef, match);

const ofUserIn = ({ organizationId, userId }: { readonly organizationId: PgColumn; readonly userId: PgColumn }) =>
  sql`t.${organizationId} = r.organization_id and t.${userId} = r.id`;

/** The rows of a user in each table. The key follows the table's index by user. */
const userSources = {
  commentUsers: {
    table: commentUsers,
    match: ofUserIn(commentUsers),
    // No `writtenAt` here: whether the row is old enough depends on the time of the comment itself.
    key: [commentUsers.createdAtMs, commentUsers.annotationRef, commentUsers.commentId],
  },
  annotationUsers: {
    table: annotationUsers,
    match: ofUserIn(annotationUsers),
    key: [annotationUsers.createdAtMs, annotationUsers.annotationRef],
  },
  annotations: {
    table: annotations,
    match: sql`t.${annotations.organizationId} = r.organization_id and t.${annotations.statusUserId} = r.id`,
    writtenAt: annotations.statusSetAtMs,
    key: [annotations.createdAtMs, annotations.annotationRef],
  },
  reactions: {
    table: reactions,
    match: ofUserIn(reactions),
    writtenAt: reactions.createdAtMs,
    key: [reactions.createdAtMs, reactions.annotationRef, reactions.commentId, reactions.reaction],
  },
  recordings: {
    table: recordings,
    match: ofUserIn(recordings),
    writtenAt: recordings.storedAtMs,
    key: [recordings.createdAtMs, recordings.recordingRef],
  },
  activities: {
    table: activities,
    match: sql`t.${activities.organizationId} = r.organization_id and t.${activities.actionUserId} = r.id`,
    writtenAt: activities.storedAtMs,
    key: [activities.createdAtMs, activities.activityRef],
  },
} as const satisfies Record<string, RowSource>;

const users = ({ scope }: Erasure) => scope.userIds;
const asOne = () => [""];
const inLog = organizationsOf("activity", activities);
const usersIn = (table: Parameters<typeof organizationsOf>[1]) => organizationRanges(organizationsOf("activity", table), users);

const messages = messageEraser("activity");
const ofUsers = {
  comments: commentEraser(userSources.commentUsers, usersIn(commentUsers)),
  assignments: assignmentEraser(userSources.annotationUsers, usersIn(annotationUsers)),
  resolutions: resolutionEraser(userSources.annotations, usersIn(annotations)),
  reactions: reactionEraser(userSources.reactions, usersIn(reactions)),
  recordings: rowEraser("activity", "erase_recordings_of_user", userSources.recordings, usersIn(recordings)),
  activities: rowEraser("activity", "erase_activities_of_user", userSources.activities, organizationRanges(inLog, users)),
  mentions: mentionEraser(
    {
      schema: "activity",
      source: activitiesIn(ofOrganizationIn(activities)),
      columns: [
        ...[activities.changes, activities.entityData, activities.entityTargetData, activities.displayMessageTemplateData],
        activities.metadata,
      ],
    },
    organizationRanges(inLog, asOne),
  ),
  messages: messages(userRanges),
};

const ofOrganization = {
  threads: threadEraser("erase_threads_of_organization", threadsIn(ofOrganizationIn(annotations)), organizationRange),
  recordings: rowEraser("activity", "erase_recordings_of_organization", recordingsIn(ofOrganizationIn(recordings)), organizationRange),
  activities: rowEraser("activity", "erase_activities_of_organization", activitiesIn(ofOrganizationIn(activities)), organizationRange),
  messages: messages(organizationRange),
};

const ofLocation = {
  threads: byIdOrName(
    threadEraser("erase_threads_of_location", threadsIn(ofLocationIn(annotations)), locationRanges),
    threadEraser("erase_threads_of_location_name", threadsIn(ofLocationNameIn(annotations)), locationRanges),
  ),
  recordings: byIdOrName(
    rowEraser("activity", "erase_recordings_of_location", recordingsIn(ofLocationIn(recordings)), locationRanges),
    rowEraser("activity", "erase_recordings_of_location_name", recordingsIn(ofLocationNameIn(recordings)), locationRanges),
  ),
  messages: messages(locationRanges),
};

const ofApiKey = {
  rows: apiKeyEraser("activity", [
    { key: reactions.apiKeyId, order: [reactions.annotationRef, reactions.commentId, reactions.userId, reactions.reaction] },
    {
      key: commentUsers.apiKeyId,
      order: [
        commentUsers.organizationId,
        commentUsers.userId,
        commentUsers.createdAtMs,
        commentUsers.annotationRef,
        commentUsers.commentId,
      ],
    },
    {
      key: annotationUsers.apiKeyId,
      order: [annotationUsers.organizationId, annotationUsers.userId, annotationUsers.createdAtMs, annotationUsers.annotationRef],
    },
    { key: searchComments.apiKeyId, order: [searchComments.annotationRef, searchComments.commentId] },
    { key: searchSegments.apiKeyId, order: [searchSegments.organizationId, searchSegments.fromMs, searchSegments.fromRef] },
    { key: searchKeys.apiKeyId, order: [] },
    { key: comments.apiKeyId, order: [comments.annotationRef, comments.commentId] },
    { key: annotations.apiKeyId, order: [annotations.organizationId, annotations.documentId, annotations.annotationId] },
    { key: recordings.apiKeyId, order: [recordings.organizationId, recordings.documentId, recordings.recordingId] },
    { key: activities.apiKeyId, order: [activities.organizationId, activities.activityId] },
    { key: feedMarkers.apiKeyId, order: [feedMarkers.feedPosition, feedMarkers.markerRef] },
  ]),
};

/** Removes what is left of the search index of organizations without comments. */
type RemoveIndex = (tx: Db, apiKeyId: string, organizationIds: readonly string[]) => Promise<void>;

/** How this service erases from its collections. */
export function erasers(list: ListPlaces, removeIndexOf: RemoveIndex): Erasers<"activity"> {
  const ranges = documentRanges(list);
  const ofDocuments = {
    threads: { ...ofDocument.threads, ranges },
    recordings: { ...ofDocument.recordings, ranges },
    activities: { ...ofDocument.activities, ranges },
    messages: messages(ranges),
  };
  return {
    user: ofUsers,
    organization: { ...ofOrganization, threads: withIndex(ofOrganization.threads, removeIndexOf) },
    folder: ofDocuments,
    document: ofDocuments,
    location: ofLocation,
    apiKey: ofApiKey,
  };
}

const ofDocument = {
  threads: threadEraser("erase_threads_of_document", threadsIn(ofDocumentIn(annotations)), organizationRange),
  recordings: rowEraser("activity", "erase_recordings_of_document", recordingsIn(ofDocumentIn(recordings)), organizationRange),
  activities: rowEraser("activity", "erase_activities_of_document", activitiesIn(ofDocumentIn(activities)), organizationRange),
};

/** Erases threads, and also the search index of an organization when its last thread is erased. */
function withIndex(threads: Eraser, removeIndexOf: RemoveIndex): Eraser {
  return {
    ...threads,
    async erase(tx, chunk) {
      const done = await threads.erase(tx, chunk);
      const organizationIds = [...new Set(chunk.ranges.map(({ organizationId }) => organizationId ?? ""))];
      if (done.next === undefined) await removeIndexOf(tx, chunk.erasure.apiKeyId, organizationIds);
      return done;
    },
  };
}
