import {
  apiKeyEraser,
  byIdOrName,
  documentRanges,
  type Erasers,
  type Erasure,
  type ListPlaces,
  locationRanges,
  mentionEraser,
  messageEraser,
  organizationRange,
  organizationRanges,
  organizationsOf,
  rowEraser,
  userRanges,
} from "@parley/erasure";
import { assignmentEraser } from "./assignment-eraser.ts";
import { commentEraser } from "./comment-eraser.ts";
import { reactionEraser } from "./reaction-eraser.ts";
import { placeSource, userSources } from "./sources.ts";
import { threadEraser } from "./thread-eraser.ts";

const users = ({ scope }: Erasure) => scope.userIds;
const asOne = () => [""];
const inLog = organizationsOf("activity", "activities");
const usersIn = (table: string) => organizationRanges(organizationsOf("activity", table), users);

const messages = messageEraser("activity");
const ofUsers = {
  comments: commentEraser(usersIn("comment_users")),
  assignments: assignmentEraser(usersIn("annotation_users")),
  reactions: reactionEraser(usersIn("reactions")),
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

/** How the collections of this service are removed from. */
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
