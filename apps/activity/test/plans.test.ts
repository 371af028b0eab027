import { querySql, type StatementCases, testStatementCases, withCounts } from "@parley/testing";
import { beforeAll } from "vitest";
import { spread } from "../src/places/spread.ts";
import { startActivity } from "./activity.ts";
import { activityListCases } from "./activity-list-cases.ts";
import { annotationListCases } from "./annotation-list-cases.ts";
import { countCases } from "./count-cases.ts";
import { erasureCases } from "./erasure-cases.ts";
import { feedCases } from "./feed-cases.ts";
import { plantedSearch, searchCases } from "./search-cases.ts";

let databaseUrl: string;

const annotations = 200_000;
const createdAt = "1000000 + n * 10";

// One organization with 200,000 annotations, half of them in one document, with two comments each, one user in all of them, and 200,000
// reactions, recordings and records. A step that reads more than it returns shows in its number of rows.
beforeAll(async () => {
  // Only the tables are needed; a running service would change and lock rows.
  const activity = await startActivity();
  await activity.process.stop();
  databaseUrl = activity.databaseUrl;
  const document = `case when n % 2 = 0 then 'large' else 'd' || n % 1000 end`;
  const everyOne = `generate_series(1, ${annotations}) n`;
  await querySql(
    databaseUrl,
    `${spread.tables.map((table) => `alter table activity.${table} set (autovacuum_enabled = false);`).join("\n")}
     insert into activity.annotations (api_key_id, organization_id, document_id, annotation_id, annotation_ref, status, assignee_id, location_id,
         location_name, comment_count, last_position, thread_bytes, reaction_count, created_at_ms, updated_at_ms, status_user_id)
       select 'key', 'acme', ${document}, 'a' || n, n, case when n % 100 = 0 then 'RARE' else 'OPEN' end,
         case when n <= 20 then 'assignee' end, 'l' || n % 20, 'Location ' || n % 20, 2, 2, 900, 1,
         ${createdAt}, ${createdAt} + 1, case when n % 4 = 0 then 'heavy' end from ${everyOne};
     insert into activity.comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, bytes, created_at_ms,
         written_position)
       select 'key', n, 'c' || i, i, 'u' || n % 5000, '{"userId":"u"}', 'text', 300, ${createdAt} + i, n from ${everyOne}, generate_series(1, 2) i;
     insert into activity.comment_users (api_key_id, organization_id, user_id, created_at_ms, annotation_ref, comment_id)
       select 'key', 'acme', u, ${createdAt} + i, n, 'c' || i from ${everyOne}, generate_series(1, 2) i, unnest(array['heavy', 'u' || n % 5000]) u;
     insert into activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref, is_mentioned)
       select 'key', 'acme', u, ${document}, ${createdAt}, n, n % 2 = 1 from ${everyOne}, unnest(array['heavy', 'u' || n % 5000]) u;
     insert into activity.reactions (api_key_id, organization_id, annotation_ref, comment_id, user_id, reaction, reacting_user, bytes, created_at_ms)
       select 'key', 'acme', n, 'c1', 'heavy', 'r', '{"userId":"heavy"}', 300, ${createdAt} from ${everyOne};
     insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, recording_ref, user_id, recording_user, location_id, location_name,
         created_at_ms)
       select 'key', 'acme', ${document}, 'r' || n, n, case when n % 2 = 0 then 'heavy' else 'u' end, '{"userId":"heavy"}', 'l' || n % 20, 'Location ' || n % 20,
         ${createdAt} from ${everyOne};
     insert into activity.activities (api_key_id, organization_id, activity_id, activity_ref, document_id, feature_type, action_type, action_user_id, immutable,
         created_at_ms, feed_position, target_entity_id)
       select 'key', 'acme', 'x' || n, n, ${document}, 'comment', 'comment.add', 'heavy', false, ${createdAt}, n, 'target' from ${everyOne};
     insert into activity.feed_markers (api_key_id, feed_position, marker_ref, action_type, job_id, organization_id, document_id)
       select 'key', n * 10, n, 'document.delete', 'j' || n, 'acme', 'gone' || n from generate_series(1, 20000) n;
     ${plantedSearch}
     select setval('activity.refs', 10000000);`,
  );
}, 600_000);

const organization = { apiKeyId: "key", organizationId: "acme" };
const place = { ...organization, documentId: "large" };
const owner = { ownerId: "key", limit: 1_000 };
const middle = { afterMs: 2_000_000, afterRef: 100_000, beforeMs: 9_000_000_000, beforeRef: 0, limit: 51, scanRows: 1_000 };
const any = {
  documentId: "",
  annotationIds: [],
  recordingIds: [],
  locationId: "",
  locationName: "",
  statuses: [],
  status: "",
  userId: "",
};
const page = { ...organization, ...any, ...middle };
const log = { immutable: false };
const range = (prefix: string, count: number, step: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index * step + step}`);
const refs = Array.from({ length: 100 }, (_, index) => index * 1_000 + 1_000);
const record = (ordinal: number) => ({
  ordinal,
  activity_id: `new${ordinal}`,
  target_entity_id: "a1000",
  feature_type: "comment",
  action_type: "comment.add",
  entity_data: "{}",
  template: "",
});
const records = JSON.stringify([record(1)]);
const stored = {
  author: "{}",
  comment_text: "x",
  html: "",
  tagged_ids: ["t"],
  tagged_users: "[]",
  attachments: "[]",
  metadata: "{}",
  details: "{}",
  bytes: 300,
};
const newComment = {
  ...record(1),
  action_user_id: null,
  action_user: null,
  changes: null,
  entity_target_data: null,
  template_data: null,
  target_sub_entity_id: null,
  annotation_id: "a1000",
  comment_id: "new",
  author_id: "u",
  created_at_ms: null,
  updated_at_ms: null,
  nth: 1,
  bytes_so_far: 300,
  ...stored,
};
const insertLimits = { maxComments: 1_000, maxBytes: 1_000_000 };
const target = { ...place, annotationId: "a1000", commentId: "c1", userId: "heavy", reactions: ["new", "r"] };

/** Each statement of the service with values from the middle of the data, and the number of rows that each step of its plan should need. */
const cases: StatementCases = {
  "activity.remove_old_activities": [{ apiKeyId: "key", ageMs: 1_000, limit: 500 }, 1_000],
  "activity.remove_old_activities of a key with nothing old": [{ apiKeyId: "key", ageMs: 9e13, limit: 500 }, 1],
  ...withCounts("activity", erasureCases),
  ...countCases,
  ...searchCases,
  ...annotationListCases,
  "activity.annotations_lock": [{ ...place, annotationIds: range("a", 100, 1_000) }, 100],
  "activity.annotations_insert": [
    {
      ...place,
      annotations: JSON.stringify([
        { annotationId: "new", status: "OPEN", metadata: "{}", details: "{}", assigneeId: "u", assignee: "{}" },
      ]),
    },
    1,
  ],
  "activity.assignees_insert": [{ apiKeyId: "key", annotationRefs: Array.from({ length: 20 }, (_, n) => n + 1) }, 20],
  "activity.annotations_update": [
    {
      ...place,
      ...log,
      records,
      annotations: JSON.stringify(refs.map((annotationRef) => ({ annotationRef, status: "X", metadata: "{}", details: "{}" }))),
    },
    100,
  ],
  "activity.annotations_delete": [{ ...place, annotationRefs: refs.slice(0, 20) }, 80],
  "activity.records_insert": [{ ...place, ...log, records }, 1],
  "activity.comments_of_annotations": [{ apiKeyId: "key", annotationRefs: refs }, 200],
  "activity.annotations_count_part": [{ ...owner, after_annotation_ref: 1000 }, 1_000],
  "activity.comments_count_part": [{ ...owner, after_annotation_ref: 1000, after_comment_id: "" }, 1_000],
  "activity.reactions_count_part": [
    { ...owner, after_annotation_ref: 1000, after_comment_id: "", after_user_id: "", after_reaction: "" },
    1_000,
  ],
  "activity.recordings_count_part": [{ ...owner, after_organization_id: "acme", after_document_id: "d5", after_recording_id: "" }, 1_000],
  "activity.activities_count_part": [{ ...owner, after_organization_id: "acme", after_activity_id: "x5" }, 1_000],
  "activity.comments_by_id": [{ apiKeyId: "key", annotationRefs: refs, commentIds: refs.map(() => "c1") }, 200],
  "activity.people_of_annotations": [{ apiKeyId: "key", annotationRefs: refs }, 200],
  "activity.annotation_authors": [{ apiKeyId: "key", annotationRefs: refs }, 300],
  "activity.comments_of_user": [{ ...organization, userId: "heavy", ...middle, afterId: "c1" }, 51],
  "activity.comments_insert": [{ ...place, ...log, ...insertLimits, annotationIds: ["a1000"], items: JSON.stringify([newComment]) }, 3],
  "activity.comment_insert": [{ ...place, ...log, ...insertLimits, annotationIds: ["a1000"], ...newComment }, 3],
  "activity.comments_update": [
    {
      ...place,
      ...log,
      records,
      comments: JSON.stringify([{ annotation_ref: 1_000, comment_id: "c1", added_bytes: 1, edited: true, ...stored }]),
    },
    2,
  ],
  "activity.comments_delete": [{ ...place, ...log, records, annotationRef: 1_000, commentIds: ["c1"] }, 2],
  "activity.participants_change": [
    {
      ...place,
      annotationRef: 1_000,
      createdAtMs: 1_010_000,
      commentsLeft: JSON.stringify([{ userId: "heavy", createdAtMs: 1_010_001, commentId: "c1" }]),
      commentsJoined: JSON.stringify([{ userId: "new", createdAtMs: 1_010_001, commentId: "c1" }]),
      left: ["heavy"],
      joined: ["new"],
      mentioned: ["new"],
      unmentioned: [],
    },
    2,
  ],
  "activity.reactions_of_comments": [{ apiKeyId: "key", annotationRefs: refs, commentIds: refs.map(() => "c1") }, 100],
  "activity.reactions_of_annotations": [{ apiKeyId: "key", annotationRefs: refs }, 100],
  "activity.reactions_insert": [{ ...target, ...log, records, user: "{}", bytes: 100, maxBytes: 1_000_000 }, 4],
  "activity.reactions_without_need": [target, 2],
  "activity.reactions_delete": [{ ...target, ...log, records }, 4],
  "activity.reactions_of_user": [{ ...organization, userId: "heavy", ...middle, afterId: "c1", afterReaction: "r" }, 51],
  "activity.recordings_by_id": [{ ...page, documentId: "large", recordingIds: range("r", 100, 1_000), afterMs: 0, afterRef: 0 }, 100],
  "activity.recordings_by_user": [{ ...page, userId: "heavy" }, 51],
  "activity.recordings_by_location": [{ ...page, documentId: "large", locationId: "l4" }, 51],
  "activity.recordings_by_location_name": [{ ...page, documentId: "large", locationName: "Location 4" }, 51],
  "activity.recordings_by_document": [{ ...page, documentId: "large" }, 51],
  "activity.recordings_by_organization": [page, 51],
  "activity.recordings_store": [
    { ...place, ...log, records, recordings: JSON.stringify([{ ordinal: 1, recordingId: "r1000", userId: "heavy", user: "{}" }]) },
    2,
  ],
  "activity.recordings_store_alone": [
    { ...place, recordings: JSON.stringify([{ ordinal: 1, recordingId: "r1000", userId: "heavy", user: "{}" }]) },
    2,
  ],
  "activity.recordings_exist": [{ ...place, recordingIds: range("r", 100, 1_000) }, 100],
  "activity.recordings_lock": [{ ...place, recordingIds: range("r", 100, 1_000) }, 100],
  "activity.recordings_delete": [{ ...place, ...log, records, places: '{"(0,1)","(0,2)"}' }, 2],
  ...activityListCases,
  "activity.activities_of_target": [{ ...organization, ...middle, targetEntityId: "target", limit: 1_000 }, 1_000],
  "activity.activities_of_document": [{ ...place, ...middle, limit: 1_000 }, 1_000],
  "activity.activities_to_delete": [{ ...organization, activityIds: range("x", 100, 1_000) }, 100],
  "activity.activities_delete": [{ apiKeyId: "key", places: '{"(0,1)","(0,2)"}' }, 2],
  "activity.activities_insert": [
    {
      ...organization,
      activities: JSON.stringify([{ id: "new", featureType: "f", actionType: "a", immutable: false, isActivityResolverUsed: false }]),
    },
    1,
  ],
  ...feedCases,
  "activity.leftover_annotations": [{ ...place, ids: range("a", 100, 1_000), untilMs: 9_000_000_000_000 }, 100],
  "activity.leftover_recordings": [{ ...place, ids: range("r", 100, 1_000), untilMs: 9_000_000_000_000 }, 100],
  "activity.documents_of_activities": [{ ...organization, ids: range("x", 100, 1_000) }, 100],
  "activity.leftover_activities": [{ ...organization, ids: range("x", 100, 1_000), untilsMs: refs.map(() => 9_000_000_000_000) }, 100],
  "activity.activities_lock": [{ ...organization, activities: JSON.stringify([{ id: "x1000", given: ["changes"], changes: "{}" }]) }, 2],
  "activity.activities_update": [
    { ...organization, activities: JSON.stringify([{ id: "x1", place: "(0,1)", feedPosition: 1, given: ["changes"], changes: "{}" }]) },
    2,
  ],
};

// `feed_epochs` has one row per start of the server.
testStatementCases({ databaseUrl: () => databaseUrl, schema: "activity", cases, shortTables: ["feed_epochs"] });
