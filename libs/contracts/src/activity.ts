export * from "./gen/parley/activity/v1/activities_pb.js";
export * from "./gen/parley/activity/v1/activity_events_pb.js";
export * from "./gen/parley/activity/v1/activity_service_pb.js";
export * from "./gen/parley/activity/v1/collaboration_pb.js";
export * from "./gen/parley/activity/v1/collaboration_service_pb.js";
export * from "./gen/parley/activity/v1/comment_annotations_pb.js";
export * from "./gen/parley/activity/v1/comments_pb.js";
export * from "./gen/parley/activity/v1/people_pb.js";
export * from "./gen/parley/activity/v1/recordings_pb.js";
export * from "./gen/parley/activity/v1/user_data_pb.js";

/** The end of a thread's JSON in an event: the id of the document's folder, which the event does not know. */
export const threadEnd = '"folderId":null}}';
