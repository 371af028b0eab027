import { bytes, id, int8, jsonText, repeatedCallsTable } from "@parley/database/schema";
import { erasureOwnerSchema, erasureServiceSchema } from "@parley/erasure/schema";
import { messagingSchema } from "@parley/messaging/schema";
import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, pgSchema, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { workspaces } from "./workspaces/tables.ts";

export * from "./audit/tables.ts";
export * from "./idempotency/tables.ts";
export * from "./minutes/tables.ts";
export * from "./removals/tables.ts";
export * from "./usage/tables.ts";
export * from "./user-tokens/tables.ts";
export * from "./webhooks/tables.ts";
export * from "./workspaces/tables.ts";

const schema = pgSchema("workspace");
export const nowMs = sql`workspace.now_ms()`;

export const apiKeyTokens = schema.table(
  "api_key_tokens",
  {
    apiKeyId: id("api_key_id").notNull(),
    tokenId: id("token_id").notNull(),
    tokenHash: bytes("token_hash").notNull(),
    sealedToken: text("sealed_token").notNull(),
    tokenName: text("token_name").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    expiresAtMs: int8("expires_at_ms"),
    lastUsedAtMs: int8("last_used_at_ms"),
    /** The token's highest role. */
    tokenRole: text("token_role").notNull().default("administrate"),
    /** The organizations that the token may access; null for all. */
    organizationIds: text("organization_ids").array(),
    /** The resources that the token may access; null for all. */
    resources: text("resources").array(),
    /** The token that replaced it when it was rotated; null if it was not rotated. */
    replacedBy: id("replaced_by"),
  },
  (t) => [
    index("api_key_tokens_by_age").on(t.apiKeyId, t.createdAtMs, t.tokenId),
    primaryKey({ columns: [t.apiKeyId, t.tokenId] }),
    check("api_key_tokens_token_role_check", sql`(token_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text]))`),
    foreignKey({ name: "api_key_tokens_api_key_id_fkey", columns: [t.apiKeyId], foreignColumns: [apiKeys.apiKeyId] }),
  ],
);

export const apiKeys = schema.table(
  "api_keys",
  {
    apiKeyId: id("api_key_id").notNull(),
    workspaceId: id("workspace_id").notNull(),
    apiKeyName: text("api_key_name").notNull(),
    ownerEmail: text("owner_email").notNull(),
    keyType: text("key_type").notNull(),
    planType: text("plan_type"),
    customPlanInfo: boolean("custom_plan_info").notNull(),
    customPlanInfoData: jsonText("custom_plan_info_data"),
    useEmailService: boolean("use_email_service").notNull(),
    advancedQueriesEnabled: boolean("advanced_queries_enabled").notNull().default(true),
    activityLogImmutable: boolean("activity_log_immutable").notNull().default(false),
    /** Whether comments create inbox entries. */
    notifyOfComments: boolean("notify_of_comments").notNull().default(true),
    /** Which users may enter documents that have no access type. */
    defaultDocumentAccessType: text("default_document_access_type").notNull().default("organizationPrivate"),
    /**
     * Whether comments ever created inbox entries. If so, entries are still deleted with their comments after the option was turned off.
     */
    hasNotifiedOfComments: boolean("has_notified_of_comments").notNull().default(true),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    /** The target of links in mails, in the customer's application; empty for none. */
    linkTemplate: text("link_template").notNull().default(""),
    disabled: boolean("disabled").notNull().default(false),
    /** How often all links to the webhook pages have been revoked; each link contains the number at its creation. */
    portalEpoch: integer("portal_epoch").notNull().default(0),
    /**
     * Limits of the key. Each is set by its workspace, null for no limit of its own; `max` is the highest value that the workspace may set,
     * decided by the operator for this key, null when the installation's value applies.
     */
    requestsPerSecond: integer("requests_per_second"),
    maxRequestsPerSecond: integer("max_requests_per_second"),
    documents: integer("documents"),
    maxDocuments: integer("max_documents"),
    users: integer("users"),
    maxUsers: integer("max_users"),
    annotations: integer("annotations"),
    maxAnnotations: integer("max_annotations"),
    comments: integer("comments"),
    maxComments: integer("max_comments"),
    streams: integer("streams"),
    maxStreams: integer("max_streams"),
    webhookEndpoints: integer("webhook_endpoints"),
    maxWebhookEndpoints: integer("max_webhook_endpoints"),
    /**
     * Days for which the key keeps its activity log, notifications, deliveries and mails; null when the installation's retention applies.
     */
    activitiesDays: integer("activities_days"),
    notificationsDays: integer("notifications_days"),
    deliveriesDays: integer("deliveries_days"),
    mailsDays: integer("mails_days"),
    /** Whether comments are indexed for search. */
    searchEnabled: boolean("search_enabled").notNull().default(false),
  },
  (t) => [
    index("api_keys_by_workspace").on(t.workspaceId, t.createdAtMs, t.apiKeyId),
    index("api_keys_by_name").on(t.workspaceId, sql`(lower("left"(api_key_name, 128))) collate "C"`, t.apiKeyId),
    index("api_keys_with_retention")
      .on(t.apiKeyId)
      .where(sql`coalesce(activities_days, notifications_days, deliveries_days, mails_days) is not null`),
    index("api_keys_with_search").on(t.apiKeyId).where(sql`search_enabled`),
    primaryKey({ columns: [t.apiKeyId] }),
    check("api_keys_key_type_check", sql`(key_type = ANY (ARRAY['testing'::text, 'production'::text]))`),
  ],
);

export const dataKeys = schema.table(
  "data_keys",
  {
    workspaceId: id("workspace_id").notNull(),
    version: integer("version").notNull(),
    masterKeyId: id("master_key_id").notNull(),
    wrapped: text("wrapped").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
  },
  (t) => [
    index("data_keys_by_master_key").on(t.masterKeyId, t.workspaceId, t.version),
    primaryKey({ columns: [t.workspaceId, t.version] }),
    check("data_keys_version_check", sql`(version > 0)`),
    foreignKey({ name: "data_keys_workspace_id_fkey", columns: [t.workspaceId], foreignColumns: [workspaces.workspaceId] }),
  ],
);

export const domains = schema.table(
  "domains",
  {
    apiKeyId: id("api_key_id").notNull(),
    domain: id("domain").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
  },
  (t) => [
    primaryKey({ columns: [t.apiKeyId, t.domain] }),
    foreignKey({ name: "domains_api_key_id_fkey", columns: [t.apiKeyId], foreignColumns: [apiKeys.apiKeyId] }),
  ],
);

export const emailConfigs = schema.table(
  "email_configs",
  {
    apiKeyId: id("api_key_id").notNull(),
    emailType: text("email_type").notNull(),
    sealedApiKey: text("sealed_api_key"),
    fromEmail: text("from_email").notNull(),
    fromCompany: text("from_company").notNull(),
    commentTemplateId: text("comment_template_id").notNull(),
    tagTemplateId: text("tag_template_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.apiKeyId] }),
    foreignKey({ name: "email_configs_api_key_id_fkey", columns: [t.apiKeyId], foreignColumns: [apiKeys.apiKeyId] }),
    check("email_configs_email_type_check", sql`(email_type = ANY (ARRAY['default'::text, 'sendgrid'::text, 'smtp'::text]))`),
  ],
);

export const providerKeys = schema.table(
  "provider_keys",
  {
    workspaceId: id("workspace_id").notNull(),
    provider: id("provider").notNull(),
    sealedKey: text("sealed_key").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.provider] }),
    check("provider_keys_provider_check", sql`(provider = ANY (ARRAY['openai'::text, 'anthropic'::text, 'gemini'::text]))`),
    foreignKey({ name: "provider_keys_workspace_id_fkey", columns: [t.workspaceId], foreignColumns: [workspaces.workspaceId] }),
  ],
);

export const webhookConfigs = schema.table(
  "webhook_configs",
  {
    apiKeyId: id("api_key_id").notNull(),
    useWebhookService: boolean("use_webhook_service").notNull(),
    sealedAuthToken: text("sealed_auth_token"),
    rawNotificationUrl: text("raw_notification_url").notNull(),
    processedNotificationUrl: text("processed_notification_url").notNull(),
    encodeData: boolean("encode_data").notNull(),
    encryptData: boolean("encrypt_data").notNull(),
    publicKey: text("public_key").notNull(),
    triggers: text("triggers").array(),
  },
  (t) => [
    primaryKey({ columns: [t.apiKeyId] }),
    foreignKey({ name: "webhook_configs_api_key_id_fkey", columns: [t.apiKeyId], foreignColumns: [apiKeys.apiKeyId] }),
  ],
);

export const webhookSecrets = schema.table(
  "webhook_secrets",
  {
    apiKeyId: id("api_key_id").notNull(),
    secretId: id("secret_id").notNull(),
    sealedSecret: text("sealed_secret").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    signsUntilMs: int8("signs_until_ms"),
  },
  (t) => [
    uniqueIndex("webhook_secrets_newest").on(t.apiKeyId).where(sql`signs_until_ms IS NULL`),
    primaryKey({ columns: [t.apiKeyId, t.secretId] }),
    foreignKey({ name: "webhook_secrets_api_key_id_fkey", columns: [t.apiKeyId], foreignColumns: [apiKeys.apiKeyId] }),
  ],
);

export const workspaceTokens = schema.table(
  "workspace_tokens",
  {
    workspaceId: id("workspace_id").notNull(),
    tokenId: id("token_id").notNull(),
    tokenHash: bytes("token_hash").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    tokenName: text("token_name").notNull().default(""),
    maskedToken: text("masked_token").notNull().default(""),
    expiresAtMs: int8("expires_at_ms"),
    /** The role of the console session for which the token was created; null for a token of the workspace itself. */
    sessionRole: text("session_role"),
    /** The workspace's token with which the session was begun; null if it was begun otherwise. */
    parentTokenId: id("parent_token_id"),
    lastUsedAtMs: int8("last_used_at_ms"),
    /** The token's highest role; a session's token has its role in `session_role`. */
    tokenRole: text("token_role").notNull().default("administrate"),
    /** The token that replaced it when it was rotated; null if it was not rotated. */
    replacedBy: id("replaced_by"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.tokenId] }),
    check("workspace_tokens_token_role_check", sql`(token_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text]))`),
    check("workspace_tokens_session_role_check", sql`(session_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text]))`),
    foreignKey({ name: "workspace_tokens_workspace_id_fkey", columns: [t.workspaceId], foreignColumns: [workspaces.workspaceId] }),
  ],
);

/** Outbox, inbox, dead letters and leased work. */
export const { deadLetters, inbox, outbox, work } = messagingSchema("workspace");

/** Calls that were sent again. */
export const repeatedCalls = repeatedCallsTable("workspace");

/** Erasures in which this service takes part, and those that it owns. */
export const { erasureMarks, erasures, erasuresDone } = erasureServiceSchema("workspace");
export const { erasureJobs, erasureTasks } = erasureOwnerSchema("workspace");
