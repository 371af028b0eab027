import { WebhookTriggeredSchema } from "./gen/parley/activity/v1/activity_events_pb.js";
import { ErasureCommandSchema, ErasureTaskDoneSchema } from "./gen/parley/erasure/v1/erasure_events_pb.js";
import { AccessChangedSchema } from "./gen/parley/organization_directory/v1/organization_directory_events_pb.js";
import { CredentialsChangedSchema, RemovalCompletedSchema } from "./gen/parley/workspace/v1/workspace_events_pb.js";

/** Changes of threads, for webhooks; ordered by document. */
export const webhookTriggersTopic = { name: "activity.webhook-triggers.v1", message: WebhookTriggeredSchema };

/** Invalidates caches: a hint that may be lost. */
export const accessChangedTopic = { name: "directory.access-changed.v1", message: AccessChangedSchema };

/** Invalidates caches: a hint that may be lost. */
export const credentialsChangedTopic = { name: "workspace.credentials-changed.v1", message: CredentialsChangedSchema };

/** Commands to erase data, for every service; ordered by job. */
export const erasureRequestsTopic = { name: "erasure.requests.v1", message: ErasureCommandSchema };

/** Completed tasks of erasures, for the owners of the jobs. */
export const erasureTasksDoneTopic = { name: "erasure.tasks-done.v1", message: ErasureTaskDoneSchema };

/** Removals whose certificate is kept, for webhooks. */
export const removalsCompletedTopic = { name: "workspace.removals-completed.v1", message: RemovalCompletedSchema };

/** Every topic, for the command that creates them. */
export const topics = [
  webhookTriggersTopic,
  accessChangedTopic,
  credentialsChangedTopic,
  erasureRequestsTopic,
  erasureTasksDoneTopic,
  removalsCompletedTopic,
] as const;
