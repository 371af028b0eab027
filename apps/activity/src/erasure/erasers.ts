import {
  apiKeyEraser,
  byIdOrName,
  documentRanges,
  type Erasers,
  type Erasure,
  type ErasureKind,
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
import { assignmentEraser, commentEraser, reactionEraser } from "./comment-erasers.ts";
import { threadEraser } from "./thread-eraser.ts";

type PlaceKind = Exclude<ErasureKind, "user" | "apiKey">;
type LocationKind = "location" | "locationName";

/** The condition for a row to be in a place, and for a location that is given by its name. */
const matches: Readonly<Record<Exclude<PlaceKind, "folder"> | LocationKind, string>> = {
  organization: "t.organization_id = r.organization_id",
  document: "t.organization_id = r.organization_id and t.document_id = r.id",
  location: "t.organization_id = r.organization_id and t.document_id = r.id and t.location_id = r.part",
  locationName:
    "t.organization_id = r.organization_id and t.document_id = r.id and md5(t.location_name) = md5(r.part) and t.location_name = r.part",
};

/** The rows of places in a table, in the order of its indexes by organization, document and location. */
function placeSource(table: "annotations" | "recordings" | "activities", of: keyof typeof matches): RowSource {
  const refs = { annotations: "annotation_ref", recordings: "recording_ref", activities: "activity_ref" };
  return {
    table,
    match: matches[of],
    writtenAt: "stored_at_ms",
    key: [
      { column: "created_at_ms", type: "bigint" },
      { column: refs[table], type: "bigint" },
    ],
  };
}

const time = { column: "created_at_ms", type: "bigint" } as const;
const ofUser = "t.organization_id = r.organization_id and t.user_id = r.id";

/** The rows of a user, by table, in the order of its index by user. */
const userSources = {
  comment_users: {
    table: "comment_users",
    match: ofUser,
    // The comment's own time decides.
    key: [time, { column: "annotation_ref", type: "bigint" }, { column: "comment_id", type: "text" }],
  },
  annotation_users: {
    table: "annotation_users",
    match: ofUser,
    key: [time, { column: "annotation_ref", type: "bigint" }],
  },
  reactions: {
    table: "reactions",
    match: ofUser,
    writtenAt: "created_at_ms",
    key: [time, { column: "annotation_ref", type: "bigint" }, { column: "comment_id", type: "text" }, { column: "reaction", type: "text" }],
  },
  recordings: { table: "recordings", match: ofUser, writtenAt: "stored_at_ms", key: [time, { column: "recording_ref", type: "bigint" }] },
  activities: {
    table: "activities",
    match: "t.organization_id = r.organization_id and t.action_user_id = r.id",
    writtenAt: "stored_at_ms",
    key: [time, { column: "activity_ref", type: "bigint" }],
  },
} as const satisfies Record<string, RowSource>;

const users = ({ scope }: Erasure) => scope.userIds;
const asOne = () => [""];
const inLog = organizationsOf("activity", "activities");
const usersIn = (table: string) => organizationRanges(organizationsOf("activity", table), users);

const messages = messageEraser("activity");
const ofUsers = {
  comments: commentEraser(userSources.comment_users, usersIn("comment_users")),
  assignments: assignmentEraser(userSources.annotation_users, usersIn("annotation_users")),
  reactions: reactionEraser(userSources.reactions, usersIn("reactions")),
  recordings: rowEraser("activity", "erase_recordings_of_user", userSources.recordings, usersIn("recordings")),
  activities: rowEraser("activity", "erase_activities_of_user", userSources.activities, organizationRanges(inLog, users)),
  mentions: mentionEraser(
    {
      schema: "activity",
      source: { ...placeSource("activities", "organization"), writtenAt: "stored_at_ms" },
      columns: ["changes", "entity_data", "entity_target_data", "display_message_template_data"],
    },
    organizationRanges(inLog, asOne),
  ),
  messages: messages(userRanges),
};

const ofOrganization = {
  threads: threadEraser("erase_threads_of_organization", placeSource("annotations", "organization"), organizationRange),
  recordings: rowEraser("activity", "erase_recordings_of_organization", placeSource("recordings", "organization"), organizationRange),
  activities: rowEraser("activity", "erase_activities_of_organization", placeSource("activities", "organization"), organizationRange),
  messages: messages(organizationRange),
};

const ofLocation = {
  threads: byIdOrName(
    threadEraser("erase_threads_of_location", placeSource("annotations", "location"), locationRanges),
    threadEraser("erase_threads_of_location_name", placeSource("annotations", "locationName"), locationRanges),
  ),
  recordings: byIdOrName(
    rowEraser("activity", "erase_recordings_of_location", placeSource("recordings", "location"), locationRanges),
    rowEraser("activity", "erase_recordings_of_location_name", placeSource("recordings", "locationName"), locationRanges),
  ),
  messages: messages(locationRanges),
};

const ofApiKey = {
  rows: apiKeyEraser("activity", [
    { table: "reactions", order: "annotation_ref, comment_id, user_id, reaction" },
    { table: "comment_users", order: "organization_id, user_id, created_at_ms, annotation_ref, comment_id" },
    { table: "annotation_users", order: "organization_id, user_id, created_at_ms, annotation_ref" },
    { table: "comments", order: "annotation_ref, comment_id" },
    { table: "annotations", order: "organization_id, document_id, annotation_id" },
    { table: "recordings", order: "organization_id, document_id, recording_id" },
    { table: "activities", order: "organization_id, activity_id" },
  ]),
};

/** How this service erases from its collections. */
export function erasers(list: ListPlaces): Erasers<"activity"> {
  const ranges = documentRanges(list);
  const ofDocuments = {
    threads: { ...ofDocument.threads, ranges },
    recordings: { ...ofDocument.recordings, ranges },
    activities: { ...ofDocument.activities, ranges },
    messages: messages(ranges),
  };
  return {
    user: ofUsers,
    organization: ofOrganization,
    folder: ofDocuments,
    document: ofDocuments,
    location: ofLocation,
    apiKey: ofApiKey,
  };
}

const ofDocument = {
  threads: threadEraser("erase_threads_of_document", placeSource("annotations", "document"), organizationRange),
  recordings: rowEraser("activity", "erase_recordings_of_document", placeSource("recordings", "document"), organizationRange),
  activities: rowEraser("activity", "erase_activities_of_document", placeSource("activities", "document"), organizationRange),
};
