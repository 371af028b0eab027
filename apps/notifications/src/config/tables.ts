import { id, int8, jsonText } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { check, index, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";
import { nowMs } from "../clock/now-ms.ts";

const schema = pgSchema("notifications");

export const configs = schema.table(
  "configs",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    userId: id("user_id").notNull(),
    /** Empty for the organization as a whole. */
    documentId: id("document_id").notNull(),
    /** Null where the organization's value or the default applies; the same for email. */
    inbox: text("inbox"),
    email: text("email"),
    /** The values of further channels, by name. */
    channels: jsonText("channels").notNull().default("{}"),
    updatedAtMs: int8("updated_at_ms").notNull().default(nowMs),
  },
  (t) => [
    index("configs_by_document").on(t.apiKeyId, t.organizationId, t.documentId, t.userId),
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.userId, t.documentId] }),
    check("configs_email_check", sql`(email = ANY (ARRAY['ALL'::text, 'MINE'::text, 'NONE'::text]))`),
    check("configs_inbox_check", sql`(inbox = ANY (ARRAY['ALL'::text, 'MINE'::text, 'NONE'::text]))`),
  ],
);
