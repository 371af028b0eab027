import { repeatedCallsTable } from "@parley/database/schema";
import { erasureServiceSchema } from "@parley/erasure/schema";
import { messagingSchema } from "@parley/messaging/schema";

export * from "./config/tables.ts";
export * from "./delivery/tables.ts";
export * from "./emails/config/tables.ts";
export * from "./entries/tables.ts";
export * from "./notifications/rows/tables.ts";
export * from "./streams/tables.ts";
export * from "./webhooks/config/tables.ts";

/** Outbox, inbox, dead letters and leased work. */
export const { deadLetters, inbox, outbox, work } = messagingSchema("notifications");

/** Repeated calls. */
export const repeatedCalls = repeatedCallsTable("notifications");

/** Erasures that this service takes part in. */
export const { erasureMarks, erasures, erasuresDone } = erasureServiceSchema("notifications");
