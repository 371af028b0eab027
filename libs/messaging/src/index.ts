export { backlogSettings, reportBacklog } from "./backlog/report-backlog.ts";
export { createTopics, createTopicsCommand } from "./commands/create-topics.ts";
export { deadLetterCommands } from "./commands/dead-letter-commands.ts";
export { repeatEventsCommand } from "./commands/repeat-events.ts";
export {
  type Arrival,
  batchConsumer,
  type Consumer,
  consumer,
  eachOf,
  listener,
  preparingEach,
  type ReceivedEvent,
} from "./consume/consumer.ts";
export type { Topic } from "./events/event.ts";
export { type Event, event, maxEventBytes } from "./events/event.ts";
export { type Failpoint, failpoint, failpoints } from "./failpoints/failpoint.ts";
export { PollLoop } from "./loops/poll-loop.ts";
export { removeOld, retentionLoop } from "./loops/retention-loop.ts";
export { type MessageStore, messageStore } from "./messages/message-store.ts";
export { messagingTables } from "./messaging-tables.ts";
export { type EventRow, enqueue, enqueueAll, eventParameters } from "./outbox/outbox.store.ts";
export { messagingSettings, topicSettings } from "./process/settings.ts";
export { reportUsage, usageSettings } from "./usage/report-usage.ts";
export { UnsentReports } from "./usage/unsent-reports.ts";
export { UsageMeter } from "./usage/usage-meter.ts";
export { useListeners, useMessaging } from "./use-messaging.ts";
export { enqueueWork, type NewWork, type WorkRows, workParameters } from "./work/work.store.ts";
export { type Lease, LeaseLost } from "./workers/lease.ts";
export type { Worker } from "./workers/worker.ts";
