import { id, int8, jsonbText, repeatedCallsTable } from "@parley/database/schema";
import { erasureOwnerSchema, erasureServiceSchema } from "@parley/erasure/schema";
import { messagingSchema } from "@parley/messaging/schema";
import { sql } from "drizzle-orm";
import { boolean, check, index, pgSchema, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";

const schema = pgSchema("directory");
/** The time of the database's clock, in ms. */
export const nowMs = sql`directory.now_ms()`;

/** The next ref of a row: refs are unique in the service. */
export const nextRef = sql`nextval('directory.refs'::regclass)`;

export const documents = schema.table(
  "documents",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationRef: int8("organization_ref").notNull(),
    documentId: id("document_id").notNull(),
    documentRef: int8("document_ref").notNull().default(nextRef),
    /** 0 for no folder; a deleted folder hides the document. */
    folderRef: int8("folder_ref").notNull().default(0),
    documentName: text("document_name"),
    metadata: jsonbText("metadata").notNull().default(sql`'{}'::jsonb`),
    disabled: boolean("disabled").notNull().default(false),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms"),
    /** Which users may enter; empty for the type of the folder, else of the API key. */
    accessType: text("access_type").notNull().default(""),
  },
  (t) => [
    check(
      "documents_access_type_check",
      sql`(access_type = ANY (ARRAY[''::text, 'public'::text, 'organizationPrivate'::text, 'restricted'::text]))`,
    ),
    index("documents_by_folder").on(t.apiKeyId, t.organizationRef, t.folderRef, t.documentId),
    index("documents_by_name").on(t.apiKeyId, t.organizationRef, sql`(lower("left"(document_name, 128))) collate "C"`, t.documentId),
    primaryKey({ columns: [t.apiKeyId, t.organizationRef, t.documentId] }),
  ],
);

export const folders = schema.table(
  "folders",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationRef: int8("organization_ref").notNull(),
    folderId: id("folder_id").notNull(),
    folderRef: int8("folder_ref").notNull().default(nextRef),
    /** 0 at the top level. */
    parentRef: int8("parent_ref").notNull().default(0),
    folderName: text("folder_name"),
    metadata: jsonbText("metadata").notNull().default(sql`'{}'::jsonb`),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms"),
    /** Which users may enter its documents; empty for the type of the folder above, else of the API key. */
    accessType: text("access_type").notNull().default(""),
    /** Whether the type of a folder above counts before its own. */
    inheritsAccess: boolean("inherits_access").notNull().default(false),
  },
  (t) => [
    check(
      "folders_access_type_check",
      sql`(access_type = ANY (ARRAY[''::text, 'public'::text, 'organizationPrivate'::text, 'restricted'::text]))`,
    ),
    unique("folders_api_key_id_folder_ref_key").on(t.apiKeyId, t.folderRef),
    index("folders_by_name").on(t.apiKeyId, t.organizationRef, sql`(lower("left"(folder_name, 128))) collate "C"`, t.folderId),
    index("folders_by_parent").on(t.apiKeyId, t.organizationRef, t.parentRef, t.folderId),
    primaryKey({ columns: [t.apiKeyId, t.organizationRef, t.folderId] }),
  ],
);

export const locations = schema.table(
  "locations",
  {
    apiKeyId: id("api_key_id").notNull(),
    documentRef: int8("document_ref").notNull(),
    locationId: id("location_id").notNull(),
    locationName: text("location_name"),
    metadata: jsonbText("metadata").notNull().default(sql`'{}'::jsonb`),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms"),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.documentRef, t.locationId] })],
);

export const organizations = schema.table(
  "organizations",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    organizationRef: int8("organization_ref").notNull().default(nextRef),
    organizationName: text("organization_name"),
    metadata: jsonbText("metadata").notNull().default(sql`'{}'::jsonb`),
    disabled: boolean("disabled").notNull().default(false),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    updatedAtMs: int8("updated_at_ms"),
  },
  (t) => [
    index("organizations_by_name").on(t.apiKeyId, sql`(lower("left"(organization_name, 128))) collate "C"`, t.organizationId),
    primaryKey({ columns: [t.apiKeyId, t.organizationId] }),
  ],
);

/** Hidden things to be erased from every service, with their data from before requested_at_ms. */
export const deletedPlaces = schema.table(
  "deleted_places",
  {
    apiKeyId: id("api_key_id").notNull(),
    removalId: int8("removal_id").notNull().generatedAlwaysAsIdentity(),
    kind: text("kind").notNull(),
    organizationId: id("organization_id").notNull(),
    organizationRef: int8("organization_ref").notNull(),
    folderIds: text("folder_ids").array().notNull().default(sql`'{}'::text[]`),
    folderRefs: int8("folder_refs").array().notNull().default(sql`'{}'::bigint[]`),
    documentIds: text("document_ids").array().notNull().default(sql`'{}'::text[]`),
    documentRefs: int8("document_refs").array().notNull().default(sql`'{}'::bigint[]`),
    locationIds: text("location_ids").array().notNull().default(sql`'{}'::text[]`),
    requestedAtMs: int8("requested_at_ms").notNull().default(nowMs),
    /** The job that erases the things of the row; null until it has begun. */
    jobId: id("job_id"),
  },
  (t) => [
    uniqueIndex("deleted_places_by_job").on(t.apiKeyId, t.jobId).where(sql`job_id IS NOT NULL`),
    primaryKey({ columns: [t.apiKeyId, t.removalId] }),
    index("deleted_places_to_begin").on(t.apiKeyId, t.removalId).where(sql`job_id IS NULL`),
    check("deleted_places_kind_check", sql`(kind = ANY (ARRAY['organization'::text, 'folder'::text, 'document'::text, 'location'::text]))`),
  ],
);

/** Outbox, inbox, dead letters and leased work. */
export const { deadLetters, inbox, outbox, work } = messagingSchema("directory");

/** Calls that were sent again. */
export const repeatedCalls = repeatedCallsTable("directory");

/** Erasures in which this service takes part. */
export const { erasureMarks, erasures, erasuresDone } = erasureServiceSchema("directory");

/** Erasures that this service owns. */
export const { erasureJobs, erasureTasks } = erasureOwnerSchema("directory");
