import { id, int8, jsonText } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { boolean, index, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";

const schema = pgSchema("activity");
const nowMs = sql`activity.now_ms()`;

export const activities = schema.table(
  "activities",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    activityId: id("activity_id").notNull(),
    activityRef: int8("activity_ref").notNull().default(sql`nextval('activity.refs'::regclass)`),
    documentId: id("document_id"),
    featureType: id("feature_type").notNull(),
    actionType: id("action_type").notNull(),
    actionUserId: id("action_user_id"),
    actionUser: jsonText("action_user"),
    changes: jsonText("changes"),
    entityData: jsonText("entity_data"),
    entityTargetData: jsonText("entity_target_data"),
    displayMessageTemplate: text("display_message_template"),
    displayMessageTemplateData: jsonText("display_message_template_data"),
    actionIcon: text("action_icon"),
    immutable: boolean("immutable").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms").notNull().default(nowMs),
    storedAtMs: int8("stored_at_ms").notNull().default(nowMs),
    targetEntityId: id("target_entity_id"),
    targetSubEntityId: id("target_sub_entity_id"),
    feedPosition: int8("feed_position").notNull().default(sql`activity.feed_position()`),
    metadata: jsonText("metadata"),
    isActivityResolverUsed: boolean("is_activity_resolver_used").notNull().default(false),
  },
  (t) => [
    index("activities_by_age").on(t.apiKeyId, t.createdAtMs),
    index("activities_by_feed").on(t.apiKeyId, t.feedPosition, t.activityRef),
    index("activities_by_organization").on(t.apiKeyId, t.organizationId, t.createdAtMs, t.activityRef),
    index("activities_by_document")
      .on(t.apiKeyId, t.organizationId, t.documentId, t.createdAtMs, t.activityRef)
      .where(sql`document_id IS NOT NULL`),
    index("activities_by_user")
      .on(t.apiKeyId, t.organizationId, t.actionUserId, t.createdAtMs, t.activityRef)
      .where(sql`action_user_id IS NOT NULL`),
    index("activities_by_target")
      .on(t.apiKeyId, t.organizationId, t.targetEntityId, t.createdAtMs, t.activityRef)
      .where(sql`target_entity_id IS NOT NULL`),
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.activityId] }),
  ],
);
