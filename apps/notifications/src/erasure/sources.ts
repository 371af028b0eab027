import type { RowSource } from "@parley/erasure";

const byTime = [
  { column: "created_at_ms", type: "bigint" },
  { column: "notification_ref", type: "bigint" },
] as const;

const ofOrganization = "t.organization_id = r.organization_id";
const ofDocument = `${ofOrganization} and t.document_id = r.id`;

/** Notifications in the order of the index that serves each look. */
export const notificationSources = {
  ofUser: {
    table: "notifications",
    match: `${ofOrganization} and t.action_user_id = r.id`,
    key: byTime,
    writtenAt: "created_at_ms",
  },
  ofOrganization: {
    table: "notifications",
    match: ofOrganization,
    key: [{ column: "notification_id", type: "text" }],
    writtenAt: "created_at_ms",
  },
  ofDocument: { table: "notifications", match: ofDocument, key: byTime, writtenAt: "created_at_ms" },
  // A notification is one of a location when its source data says so: as `location`, or as `locationId`.
  ofLocation: {
    table: "notifications",
    match: `${ofDocument} and (t.source_data #>> '{location,id}' = r.part or t.source_data ->> 'locationId' = r.part)`,
    key: byTime,
    writtenAt: "created_at_ms",
  },
  ofLocationName: {
    table: "notifications",
    match: `${ofDocument} and (t.source_data #>> '{location,locationName}' = r.part or t.source_data ->> 'locationName' = r.part)`,
    key: byTime,
    writtenAt: "created_at_ms",
  },
} as const satisfies Record<string, RowSource>;

export const recipientsOfUser: RowSource = {
  table: "recipients",
  match: `${ofOrganization} and t.user_id = r.id`,
  key: byTime,
  writtenAt: "created_at_ms",
};

export const readMarksOfUser: RowSource = {
  table: "read_marks",
  match: `${ofOrganization} and t.user_id = r.id`,
  key: [{ column: "notification_ref", type: "bigint" }],
  writtenAt: "read_at_ms",
};

export const configSources = {
  ofUser: {
    table: "configs",
    match: `${ofOrganization} and t.user_id = r.id`,
    key: [{ column: "document_id", type: "text" }],
    writtenAt: "updated_at_ms",
  },
  ofOrganization: {
    table: "configs",
    match: ofOrganization,
    key: [
      { column: "user_id", type: "text" },
      { column: "document_id", type: "text" },
    ],
    writtenAt: "updated_at_ms",
  },
  ofDocument: { table: "configs", match: ofDocument, key: [{ column: "user_id", type: "text" }], writtenAt: "updated_at_ms" },
} as const satisfies Record<string, RowSource>;
