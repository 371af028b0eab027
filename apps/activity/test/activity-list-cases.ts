import type { StatementCases } from "@parley/testing";

const listed = {
  apiKeyId: "key",
  organizationId: "acme",
  documentId: "",
  targetEntityId: "",
  userId: "",
  featureTypes: [],
  actionTypes: [],
  activityIds: [],
  fromRef: 100_000,
  limit: 51,
  scanRows: 1_000,
};
const newestFirst = { ...listed, fromMs: 2_000_000, untilMs: 0 };
const oldestFirst = { ...listed, fromMs: 2_000_000, untilMs: 9_000_000_000_000 };
const ids = Array.from({ length: 100 }, (_, index) => `x${index * 1_000 + 1_000}`);
// For a filter that no index serves, only the maximum number of rows is scanned.
const unserved = { featureTypes: ["none"] };

/** The paths to the records of the activity log, from the middle of the data, in both orders. */
export const activityListCases: StatementCases = {
  "activity.activities_by_id": [{ ...newestFirst, activityIds: ids, fromMs: 9_000_000 }, 100],
  "activity.activities_by_id_ascending": [{ ...oldestFirst, activityIds: ids, fromMs: 0 }, 100],
  "activity.activities_by_target": [{ ...newestFirst, targetEntityId: "target" }, 51],
  "activity.activities_by_target_ascending": [{ ...oldestFirst, targetEntityId: "target" }, 51],
  "activity.activities_by_user": [{ ...newestFirst, userId: "heavy" }, 51],
  "activity.activities_by_user_ascending": [{ ...oldestFirst, userId: "heavy" }, 51],
  "activity.activities_by_document": [{ ...newestFirst, documentId: "large" }, 51],
  "activity.activities_by_document_ascending": [{ ...oldestFirst, documentId: "large" }, 51],
  "activity.activities_by_organization": [{ ...newestFirst, ...unserved }, 1_000],
  "activity.activities_by_organization_ascending": [{ ...oldestFirst, ...unserved }, 1_000],
};
