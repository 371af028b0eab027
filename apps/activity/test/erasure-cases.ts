const limit = 500;
const within = { apiKeyId: "key", requestedAtMs: 9_000_000_000_000_000 };
const chunk = (id: string, part = "") => ({ ...within, organizationIds: ["acme"], ids: [id], parts: [part], begins: false, limit });
const behind = { key0: 2_000_000, key1: 100_000 };
const refs = Array.from({ length: 100 }, (_, index) => index * 1_000 + 1_000);
const comments = { annotationRefs: refs, commentIds: refs.map(() => "c1"), userIds: refs.map((ref) => `u${ref % 5_000}`) };
const people = {
  apiKeyId: "key",
  organizationId: "acme",
  userIds: refs.map(() => "heavy"),
  createdAts: refs.map((ref) => 1_000_001 + ref * 10),
  annotationRefs: refs,
};

/** The statements of erasures, in the form of `cases` in `plans.test.ts`. */
export const erasureCases: Readonly<Record<string, readonly [parameters: Record<string, unknown>, mostRows: number]>> = {
  "activity.erase_threads_of_organization": [{ ...chunk(""), ...behind }, limit],
  "activity.erase_threads_of_document": [{ ...chunk("large"), ...behind }, limit],
  "activity.erase_threads_of_location": [{ ...chunk("large", "l4"), ...behind }, limit],
  "activity.erase_threads_of_location_name": [{ ...chunk("large", "Location 4"), ...behind }, limit],
  "activity.erase_threads_lock": [{ ...within, annotationRefs: refs }, 100],
  "activity.erase_threads": [{ ...people, annotationRefs: refs }, 800],
  "activity.erase_recordings_of_organization": [{ ...chunk(""), ...behind }, limit],
  "activity.erase_recordings_of_document": [{ ...chunk("large"), ...behind }, limit],
  "activity.erase_recordings_of_location": [{ ...chunk("large", "l4"), ...behind }, limit],
  "activity.erase_recordings_of_location_name": [{ ...chunk("large", "Location 4"), ...behind }, limit],
  "activity.erase_recordings_of_user": [{ ...chunk("heavy"), ...behind }, limit],
  "activity.erase_activities_of_organization": [{ ...chunk(""), ...behind }, limit],
  "activity.erase_activities_of_document": [{ ...chunk("large"), ...behind }, limit],
  "activity.erase_activities_of_user": [{ ...chunk("heavy"), ...behind }, limit],
  "activity.erase_mentions_activities_find": [{ ...chunk(""), ...behind, needles: ['"heavy"'] }, limit],
  "activity.erase_mentions_activities": [{ ...within, rows: JSON.stringify([{ place: "(0,1)", changes: {} }]) }, 2],
  "activity.erase_comments_find": [{ ...chunk("heavy"), ...behind, key2: "c1" }, limit],
  "activity.erase_comments": [{ ...within, ...comments }, 200],
  "activity.erase_tags": [{ ...within, ...comments }, 200],
  "activity.erase_assignees": [{ ...within, annotationRefs: refs, userIds: ["heavy"] }, 100],
  "activity.erase_threads_empty": [{ ...within, annotationRefs: refs }, 100],
  "activity.erase_concerned": [{ ...people, commentIds: refs.map(() => "c1") }, 200],
  "activity.erase_involved": [people, 200],
  "activity.erase_assignments_find": [{ ...chunk("heavy"), ...behind }, limit],
  "activity.erase_resolutions_find": [{ ...chunk("heavy"), ...behind }, limit],
  "activity.erase_status_users": [{ ...within, annotationRefs: refs, userIds: ["heavy"] }, 100],
  "activity.erase_mentioned": [people, 200],
  "activity.erase_reactions_find": [{ ...chunk("heavy"), ...behind, key2: "c1", key3: "r" }, limit],
  "activity.erase_reactions": [{ ...within, userIds: ["heavy"], places: '{"(0,1)","(0,2)"}', annotationRefs: refs }, 100],
};
