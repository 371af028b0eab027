import { bytes, id, int8 } from "@parley/database/schema";
import { index, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";

const schema = pgSchema("notifications");

/** Events whose entries wait for the users service, and the later events of their documents. */
export const waitingEvents = schema.table(
  "waiting_events",
  {
    apiKeyId: id("api_key_id").notNull(),
    /** The order in which the events of a document were written. */
    waitingRef: int8("waiting_ref").notNull().generatedAlwaysAsIdentity(),
    organizationId: id("organization_id").notNull(),
    documentId: id("document_id").notNull(),
    eventId: text("event_id").notNull(),
    eventTimeMs: int8("event_time_ms").notNull(),
    /** Subjects by which removals find it. */
    subjects: text("subjects").array().notNull(),
    message: bytes("message").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.apiKeyId, t.waitingRef] }),
    index("waiting_events_by_document").on(t.apiKeyId, t.organizationId, t.documentId),
  ],
);
