import { id, int8, jsonText } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { index, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";

const schema = pgSchema("activity");
const nowMs = sql`activity.now_ms()`;

export const recordings = schema.table(
  "recordings",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    documentId: id("document_id").notNull(),
    recordingId: id("recording_id").notNull(),
    recordingRef: int8("recording_ref").notNull().default(sql`nextval('activity.refs'::regclass)`),
    userId: id("user_id").notNull(),
    recordingUser: jsonText("recording_user").notNull(),
    type: id("type"),
    name: text("name"),
    url: text("url"),
    mimeType: text("mime_type"),
    durationMs: int8("duration_ms"),
    sizeBytes: int8("size_bytes"),
    locationId: id("location_id"),
    locationName: id("location_name"),
    locationExtra: jsonText("location_extra"),
    metadata: jsonText("metadata"),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms").notNull().default(nowMs),
    storedAtMs: int8("stored_at_ms").notNull().default(nowMs),
  },
  (t) => [
    // Between indexes that cost the same, Postgres takes the one that was made last: the general ones come first.
    index("recordings_by_organization").on(t.apiKeyId, t.organizationId, t.createdAtMs, t.recordingRef),
    index("recordings_by_document").on(t.apiKeyId, t.organizationId, t.documentId, t.createdAtMs, t.recordingRef),
    index("recordings_by_user").on(t.apiKeyId, t.organizationId, t.userId, t.createdAtMs, t.recordingRef),
    index("recordings_by_location")
      .on(t.apiKeyId, t.organizationId, t.documentId, t.locationId, t.createdAtMs, t.recordingRef)
      .where(sql`location_id IS NOT NULL`),
    index("recordings_by_location_name")
      .on(t.apiKeyId, t.organizationId, t.documentId, sql`md5(location_name)`, t.createdAtMs, t.recordingRef)
      .where(sql`location_name IS NOT NULL`),
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.documentId, t.recordingId] }),
  ],
);
