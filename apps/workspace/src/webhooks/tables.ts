import { id, int8 } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { boolean, check, integer, pgSchema, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";

const schema = pgSchema("workspace");
const nowMs = sql`workspace.now_ms()`;

/** Webhook endpoints in addition to the two of `webhook_configs`. */
export const webhookEndpoints = schema.table(
  "webhook_endpoints",
  {
    apiKeyId: id("api_key_id").notNull(),
    endpointId: id("endpoint_id").notNull(),
    /** The customer's own id; null for none. */
    uid: id("uid"),
    url: text("url").notNull(),
    description: text("description").notNull(),
    /** Empty lists do not filter. */
    filterTypes: text("filter_types").array().notNull(),
    channels: text("channels").array().notNull(),
    organizationIds: text("organization_ids").array().notNull(),
    documentIds: text("document_ids").array().notNull(),
    payload: text("payload").notNull(),
    headerNames: text("header_names").array().notNull(),
    /** The values of the headers and the signing secrets. */
    sealed: text("sealed").notNull(),
    /** Requests a second; 0 for no limit of its own. */
    rateLimit: integer("rate_limit").notNull(),
    disabled: boolean("disabled").notNull(),
    /** Text of a JSON object. */
    metadata: text("metadata").notNull(),
    /** Incremented by every change, so that of two concurrent changes none is lost. */
    revision: int8("revision").notNull().default(1),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms").notNull().default(nowMs),
  },
  (t) => [
    primaryKey({ columns: [t.apiKeyId, t.endpointId] }),
    uniqueIndex("webhook_endpoints_by_uid").on(t.apiKeyId, t.uid).where(sql`uid IS NOT NULL`),
    check("webhook_endpoints_payload_check", sql`(payload = ANY (ARRAY['raw'::text, 'processed'::text, 'thin'::text]))`),
  ],
);
