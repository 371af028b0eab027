import type { StatementCases } from "@parley/testing";
import { everyAnnotation } from "../src/threads/reading/annotation-filter.ts";

const organization = { apiKeyId: "key", organizationId: "acme" };
const listed = {
  ...organization,
  ...everyAnnotation,
  fromMs: 2_000_000,
  fromRef: 100_000,
  untilMs: 9_000_000_000_000,
  limit: 51,
  scanRows: 1_000,
};
const inLarge = { ...listed, documentIds: ["large"] };
const backward = { untilMs: -1, fromMs: 2_000_000 };
const ids = Array.from({ length: 100 }, (_, index) => `a${index * 1_000 + 1_000}`);

/** The paths to the annotations of a list, from the middle of the data. */
export const annotationListCases: StatementCases = {
  "activity.annotations_by_id": [{ ...inLarge, annotationIds: ids, fromMs: 0, fromRef: 0 }, 100],
  "activity.annotations_by_user": [{ ...listed, userIds: ["heavy"] }, 51],
  "activity.annotations_by_user_in_document": [{ ...inLarge, userIds: ["heavy"] }, 51],
  // The first rows of each user, of which those of both are merged.
  "activity.annotations_by_users": [{ ...listed, userIds: ["heavy", "u1"], scanRows: 51 }, 102],
  "activity.annotations_by_users_in_document": [{ ...inLarge, userIds: ["heavy", "u2"], scanRows: 51 }, 102],
  "activity.annotations_by_mention": [{ ...listed, mentionedUserIds: ["heavy"] }, 51],
  "activity.annotations_by_mentions": [{ ...listed, mentionedUserIds: ["heavy", "u1"], scanRows: 51 }, 102],
  "activity.annotations_by_status_user": [{ ...listed, resolvedBy: "heavy" }, 1_000],
  "activity.annotations_by_location": [{ ...inLarge, locationIds: ["l4"] }, 51],
  "activity.annotations_by_locations": [{ ...inLarge, locationIds: ["l4", "l6"], scanRows: 51 }, 102],
  "activity.annotations_by_location_name": [{ ...inLarge, locationName: "Location 4" }, 51],
  "activity.annotations_by_status": [{ ...inLarge, statuses: ["RARE"] }, 51],
  "activity.annotations_by_statuses": [{ ...inLarge, statuses: ["RARE", "OPEN"], scanRows: 51 }, 102],
  "activity.annotations_by_document": [inLarge, 51],
  "activity.annotations_by_documents": [{ ...listed, documentIds: ["large", "d1"], scanRows: 51 }, 102],
  // For a filter that no index serves, only the maximum number of rows is scanned.
  "activity.annotations_by_organization": [{ ...listed, statuses: ["NONE"] }, 1_000],
  "activity.annotations_by_change": [listed, 51],
  "activity.annotations_by_change_in_document": [inLarge, 51],
  "activity.annotations_by_last_change": [{ ...listed, ...backward }, 51],
  "activity.annotations_by_last_change_in_document": [{ ...inLarge, ...backward, userIds: ["u1"] }, 1_000],
  "activity.annotations_times": [{ apiKeyId: "key", times: JSON.stringify([{ annotationRef: 1_000, updatedAtMs: 5 }]) }, 1],
  "activity.participants_move": [{ ...organization, annotationRef: 1_000, fromMs: 1_010_000, toMs: 5, userIds: ["heavy", "u1000"] }, 2],
  "activity.comment_users_move": [
    { ...organization, annotationRef: 1_000, fromMs: 1_010_001, toMs: 5, userIds: ["heavy", "u1000"], commentId: "c1" },
    2,
  ],
};
