import type { StatementCases } from "@parley/testing";

const feed = {
  apiKeyId: "key",
  organizationId: "",
  documentId: "",
  actionTypes: [],
  ref: 0,
  horizon: 1_000_000,
  limit: 101,
  scanRows: 1_000,
};
const refs = Array.from({ length: 100 }, (_, index) => index * 1_000 + 1_000);
const range = (prefix: string, count: number, step: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index * step + step}`);

/** A page of the feed scans no further than its end. */
export const feedCases: StatementCases = {
  "activity.feed_state": [{ apiKeyIds: ["key"] }, 2],
  "activity.feed_epoch_begin": [{}, 1],
  "activity.feed_epoch_end": [{ tag: "none" }, 1],
  "activity.feed_page from the start": [{ ...feed, position: -1 }, 101],
  "activity.feed_page in the middle": [{ ...feed, position: 100_000 }, 101],
  "activity.feed_page without a match": [{ ...feed, position: 100_000, organizationId: "none" }, 1_100],
  "activity.feed_last": [{ apiKeyId: "key", horizon: 100_000 }, 2],
  "activity.feed_news": [{ apiKeyIds: range("none", 99, 1).concat("key"), position: 100_000, horizon: 1_000_000, limit: 100 }, 200],
  "activity.feed_threads": [
    {
      apiKeyId: "key",
      organizationIds: refs.map(() => "acme"),
      documentIds: refs.map(() => "large"),
      annotationIds: range("a", 100, 1_000),
    },
    100,
  ],
  "activity.feed_markers_insert": [
    { apiKeyId: "key", jobId: "j", markers: JSON.stringify([{ actionType: "document.delete", organizationId: "acme", documentId: "d" }]) },
    1,
  ],
};
