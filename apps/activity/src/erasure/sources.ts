import type { ErasureKind, RowSource } from "@parley/erasure";

type PlaceKind = Exclude<ErasureKind, "user" | "apiKey">;
type LocationKind = "location" | "locationName";

/** What makes a row one of a place, and of a location that is told by its name. */
const matches: Readonly<Record<Exclude<PlaceKind, "folder"> | LocationKind, string>> = {
  organization: "t.organization_id = r.organization_id",
  document: "t.organization_id = r.organization_id and t.document_id = r.id",
  location: "t.organization_id = r.organization_id and t.document_id = r.id and t.location_id = r.part",
  locationName:
    "t.organization_id = r.organization_id and t.document_id = r.id and md5(t.location_name) = md5(r.part) and t.location_name = r.part",
};

/** The rows of places in a table, in the order of its indexes by organization, document and location. */
export function placeSource(table: "annotations" | "recordings" | "activities", of: keyof typeof matches): RowSource {
  const refs = { annotations: "annotation_ref", recordings: "recording_ref", activities: "activity_ref" };
  return {
    table,
    match: matches[of],
    writtenAt: "stored_at_ms",
    key: [
      { column: "created_at_ms", type: "bigint" },
      { column: refs[table], type: "bigint" },
    ],
  };
}

const time = { column: "created_at_ms", type: "bigint" } as const;
const ofUser = "t.organization_id = r.organization_id and t.user_id = r.id";

/** What concerns a user, by table, in the order of its index by user. */
export const userSources = {
  comment_users: {
    table: "comment_users",
    match: ofUser,
    // The comment's own time decides.
    key: [time, { column: "annotation_ref", type: "bigint" }, { column: "comment_id", type: "text" }],
  },
  annotation_users: {
    table: "annotation_users",
    match: ofUser,
    key: [time, { column: "annotation_ref", type: "bigint" }],
  },
  reactions: {
    table: "reactions",
    match: ofUser,
    writtenAt: "created_at_ms",
    key: [time, { column: "annotation_ref", type: "bigint" }, { column: "comment_id", type: "text" }, { column: "reaction", type: "text" }],
  },
  recordings: { table: "recordings", match: ofUser, writtenAt: "stored_at_ms", key: [time, { column: "recording_ref", type: "bigint" }] },
  activities: {
    table: "activities",
    match: "t.organization_id = r.organization_id and t.action_user_id = r.id",
    writtenAt: "stored_at_ms",
    key: [time, { column: "activity_ref", type: "bigint" }],
  },
} as const satisfies Record<string, RowSource>;
