import { id, int8, jsonbText, repeatedCallsTable } from "@parley/database/schema";
import { erasureOwnerSchema, erasureServiceSchema } from "@parley/erasure/schema";
import { messagingSchema } from "@parley/messaging/schema";
import { sql } from "drizzle-orm";
import { check, index, pgSchema, primaryKey, text, unique } from "drizzle-orm/pg-core";

const schema = pgSchema("users");
/** The time of the database's clock, in ms. */
export const nowMs = sql`users.now_ms()`;

export const groupMembers = schema.table(
  "group_members",
  {
    apiKeyId: id("api_key_id").notNull(),
    groupRef: int8("group_ref").notNull(),
    userId: id("user_id").notNull(),
    addedAtMs: int8("added_at_ms").notNull().default(nowMs),
  },
  (t) => [index("group_members_by_user").on(t.apiKeyId, t.userId, t.groupRef), primaryKey({ columns: [t.apiKeyId, t.groupRef, t.userId] })],
);

export const memberships = schema.table(
  "memberships",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    kind: id("kind").notNull(),
    /** The id of the document or folder; empty for the organization itself. */
    placeId: id("place_id").notNull(),
    userId: id("user_id").notNull(),
    addedAtMs: int8("added_at_ms").notNull().default(nowMs),
    /** The user's role in the place; null or empty for none. */
    accessRole: text("access_role"),
  },
  (t) => [
    index("memberships_by_user").on(t.apiKeyId, t.userId, t.kind, t.organizationId, t.placeId),
    index("memberships_of_documents").on(t.apiKeyId, t.organizationId, t.userId).where(sql`(kind || ''::text) = 'document'::text`),
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.kind, t.placeId, t.userId] }),
    check("memberships_kind_check", sql`(kind = ANY (ARRAY['organization'::text, 'document'::text, 'folder'::text]))`),
    check("memberships_access_role_check", sql`(access_role = ANY (ARRAY[''::text, 'viewer'::text, 'commenter'::text, 'editor'::text]))`),
  ],
);

/** Deleted groups whose members have to be erased. */
export const deletedGroups = schema.table(
  "deleted_groups",
  {
    apiKeyId: id("api_key_id").notNull(),
    removalId: int8("removal_id").notNull().generatedAlwaysAsIdentity(),
    kind: text("kind").notNull(),
    organizationId: id("organization_id").notNull(),
    groupRefs: int8("group_refs").array().notNull(),
    requestedAtMs: int8("requested_at_ms").notNull().default(nowMs),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.removalId] }), check("deleted_groups_kind_check", sql`(kind = 'group'::text)`)],
);

export const userGroups = schema.table(
  "user_groups",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    groupId: id("group_id").notNull(),
    groupRef: int8("group_ref").notNull().generatedAlwaysAsIdentity(),
    groupName: text("group_name"),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms").notNull().default(nowMs),
  },
  (t) => [
    unique("user_groups_api_key_id_group_ref_key").on(t.apiKeyId, t.groupRef),
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.groupId] }),
  ],
);

export const users = schema.table(
  "users",
  {
    apiKeyId: id("api_key_id").notNull(),
    userId: id("user_id").notNull(),
    name: text("name"),
    email: text("email"),
    metadata: jsonbText("metadata").notNull().default(sql`'{}'::jsonb`),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms").notNull().default(nowMs),
  },
  (t) => [
    index("users_by_name").on(t.apiKeyId, sql`(users.folded(name)) collate "C"`, t.userId),
    index("users_by_second_word")
      .on(t.apiKeyId, sql`(split_part(users.folded(name), ' '::text, 2)) collate "C"`, t.userId)
      .where(sql`(split_part(users.folded(name), ' '::text, 2) <> ''::text)`),
    index("users_by_third_word")
      .on(t.apiKeyId, sql`(split_part(users.folded(name), ' '::text, 3)) collate "C"`, t.userId)
      .where(sql`(split_part(users.folded(name), ' '::text, 3) <> ''::text)`),
    index("users_by_last_word")
      .on(t.apiKeyId, sql`(split_part(users.folded(name), ' '::text, '-1'::integer)) collate "C"`, t.userId)
      .where(sql`(split_part(users.folded(name), ' '::text, 4) <> ''::text)`),
    index("users_by_email").on(t.apiKeyId, sql`(lower("left"(email, 128))) collate "C"`, t.userId),
    primaryKey({ columns: [t.apiKeyId, t.userId] }),
  ],
);

/** Outbox, inbox, dead letters and leased work. */
export const { deadLetters, inbox, outbox, work } = messagingSchema("users");

/** Calls that were sent again. */
export const repeatedCalls = repeatedCallsTable("users");

/** Erasures in which this service takes part. */
export const { erasureMarks, erasures, erasuresDone } = erasureServiceSchema("users");

/** Erasures that this service owns. */
export const { erasureJobs, erasureTasks } = erasureOwnerSchema("users");
