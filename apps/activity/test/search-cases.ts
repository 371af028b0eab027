import type { StatementCases } from "@parley/testing";

const scope = { apiKeyId: "key", organizationId: "acme" };
const refs = Array.from({ length: 100 }, (_, index) => index * 1_000 + 1_000);
// The threads of a full segment, with two comments each.
const perSegment = 1_024;
const segments = Math.floor(199_999 / perSegment) + 1;
const createdAt = "1000000 + n * 10";

/**
 * Inserts the index of 200,000 annotations with two comments each. A comment has four terms: one that all comments have, one that every
 * second comment has, one of its thread, and one that the comments of a thousand threads share. Also inserts segments of 20,000 other
 * organizations, and the indexes of 20,000 API keys.
 */
export const plantedSearch = `
  insert into activity.search_comments (api_key_id, organization_id, annotation_ref, comment_id, created_at_ms, segment, terms)
    select 'key', 'acme', n, 'c' || i, ${createdAt}, 1 + (n - 1) / ${perSegment},
      array(select ((1 + (n - 1) / ${perSegment})::bigint << 40) | t from unnest(array[1, 2 + i, 100000 + n, 1000000 + n / 1000]) t)
    from generate_series(1, 200000) n, generate_series(1, 2) i;
  insert into activity.search_segments (api_key_id, organization_id, from_ms, from_ref, segment, comments, terms)
    select 'key', 'acme', case when s = 0 then -9007199254740991 else 1000000 + (s * ${perSegment} + 1) * 10 end, s * ${perSegment} + 1, 1 + s, 2048, 8192
    from generate_series(0, ${segments - 1}) s;
  insert into activity.search_segments (api_key_id, organization_id, from_ms, from_ref, segment)
    select 'key', 'other' || n, -9007199254740991, 0, 1 from generate_series(1, 20000) n;
  insert into activity.search_keys (api_key_id, written_position, written_ref, written_comment_id, top_ref, below_ref, oldest_ref, leased_until_ms)
    select case when n = 1 then 'key' else 'k' || lpad(n::text, 5, '0') end, 199990, 0, '', 200001, 0, 1, 0 from generate_series(1, 20000) n;`;

const places = { ...scope, beforeMs: 9_000_000_000_000, beforeRef: 0, segments: 1_024, limit: 21 };
const comment = (ref: number) => ({
  organizationId: "acme",
  annotationRef: ref,
  commentId: "c1",
  createdAtMs: 1_000_000 + ref * 10,
  segment: 1,
  terms: [1, 2, 3],
});
const written = {
  apiKeyId: "key",
  organizationId: "",
  documentId: "",
  position: 100_000,
  ref: 0,
  commentId: "",
  horizon: 1_000_000,
  bytes: 2_000_000,
};
const boundary = { organizationId: "acme", fromMs: 5, fromRef: 5, segment: 9, comments: 1, terms: 1 };

/** A search reads all matches in a segment, and makes one lookup in a segment without matches. */
export const searchCases: StatementCases = {
  "activity.search_places of a word in every comment": [{ ...places, terms: [1] }, 2 * perSegment],
  "activity.search_places of a word in one thread": [{ ...places, terms: [100_000 + 4_321] }, segments],
  "activity.search_places of two words": [{ ...places, terms: [1, 1_000_000 + 4] }, 2_000],
  "activity.search_places of two words that no comment has both of": [{ ...places, terms: [3, 4] }, segments],
  "activity.search_places of a word in no comment": [{ ...places, terms: [7] }, segments],
  "activity.search_places from the middle on": [{ ...places, terms: [1], beforeMs: 1_510_000, beforeRef: 51_000 }, 2 * perSegment],
  "activity.search_places of another organization": [{ ...places, organizationId: "none", terms: [7] }, 1],
  "activity.search_places_of_user": [{ ...places, userId: "u77", terms: [7], threads: 1_000 }, 100],
  "activity.search_places_of_user with very many threads": [{ ...places, userId: "heavy", terms: [1], threads: 1_000 }, 1_000],
  "activity.search_threads": [{ ...scope, refs, documentId: "", userId: "heavy", statuses: [] }, 100],
  "activity.search_written": [{ ...written, scanRows: 1_000 }, 1_000],
  "activity.search_written without a match": [{ ...written, organizationId: "none", scanRows: 1_000 }, 1_000],
  "activity.search_segments_begin": [{ apiKeyId: "key", organizationIds: ["acme", "new"] }, 10],
  "activity.search_segments_of": [
    { apiKeyId: "key", organizationIds: refs.map(() => "acme"), createdAts: refs.map((ref) => 1_000_000 + ref * 10), refs },
    100,
  ],
  "activity.search_segments_count": [{ apiKeyId: "key", boundaries: JSON.stringify([boundary]) }, 10],
  "activity.search_segment_shapes": [{ apiKeyId: "key", organizationIds: ["acme", "acme"], segments: [3, 100] }, 4 * perSegment],
  "activity.search_segment_move": [
    {
      apiKeyId: "key",
      organizationId: "acme",
      segment: 1,
      nextSegment: 500,
      middleMs: 1_000_000 + 512 * 10,
      middleRef: 512,
      isUpper: true,
      comments: perSegment + 2,
    },
    2 * perSegment,
  ],
  "activity.search_segments_set": [{ apiKeyId: "key", boundaries: JSON.stringify([boundary]) }, 10],
  // One lookup per segment.
  "activity.search_segments_remove_empty": [{ apiKeyId: "key", organizationIds: ["acme"] }, segments],
  "activity.search_segments_remove": [{ apiKeyId: "key", limit: 100 }, 100],
  "activity.search_comments_below": [
    { apiKeyId: "key", belowRef: 100_000, walkedCommentId: "", threads: 200, comments: 200, bytes: 2_000_000 },
    400,
  ],
  "activity.search_comments_store": [{ apiKeyId: "key", comments: JSON.stringify(refs.map(comment)) }, 100],
  "activity.search_comments_merge": [{}, 1],
  "activity.search_comments_remove": [{ apiKeyId: "key", limit: 1_000 }, 1_000],
  "activity.search_key": [{ apiKeyId: "key" }, 100],
  "activity.search_keys_page": [{ afterApiKeyId: "k10000", limit: 100 }, 100],
  "activity.search_keys_insert": [{ apiKeyIds: ["key", "new"], horizon: 1 }, 100],
  "activity.search_keys_backlogs": [{ apiKeyIds: ["key", "new"] }, 100],
  "activity.search_keys_leave": [{ apiKeyIds: ["key"] }, 100],
  "activity.search_keys_lock": [{ apiKeyId: "key" }, 100],
  "activity.search_keys_stretch": [{ afterApiKeyId: "k10000", keys: 100 }, 100],
  // One lookup per key of the stretch.
  "activity.search_keys_due": [{ afterApiKeyId: "k10000", lastApiKeyId: "k10100", horizon: 9_000_000 }, 100],
  "activity.search_keys_due_one": [{ apiKeyId: "key", horizon: 9_000_000 }, 10],
  "activity.search_keys_claim": [{ apiKeyId: "key", fence: 0, leaseMs: 1_000 }, 10],
  "activity.search_keys_release": [
    { apiKeyId: "key", fence: 0, writtenPosition: 1, writtenRef: 1, writtenCommentId: "", belowRef: 1, walkedCommentId: "" },
    100,
  ],
  "activity.search_keys_remove": [{ apiKeyId: "key", fence: 0 }, 100],
};
