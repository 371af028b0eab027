import type { StatementCases } from "@parley/testing";

const scope = { apiKeyId: "key", organizationId: "acme" };
const refs = Array.from({ length: 100 }, (_, index) => index * 1_000 + 1_000);
const perEpoch = 2_048;
const newest = 1_000 + Math.floor(199_999 / (perEpoch / 2));

/** Plants an index of the 200,000 annotations with two comments each: a term in every comment, one in a single, one of each thousand. */
export const plantedSearch = `
  insert into activity.search_comments (api_key_id, organization_id, annotation_ref, comment_id, epoch, terms)
    select 'key', 'acme', n, 'c' || i, 1000 + (n - 1) / ${perEpoch / 2},
      array(select ((1000 + (n - 1) / ${perEpoch / 2})::bigint << 44) | t from unnest(array[1, 100000 + n, 1000000 + n / 1000]) t)
    from generate_series(1, 200000) n, generate_series(1, 2) i;
  insert into activity.search_keys (api_key_id, feed_position, feed_ref, top_ref, below_ref, oldest_ref, leased_until_ms)
    select case when n = 1 then 'key' else 'k' || n end, 199990, 0, 200001, 0, 1, case when n > 50 then 9000000000000000 else 0 end
    from generate_series(1, 100) n;`;

const places = { ...scope, newest, oldest: 1_000, beforeEpoch: 2_147_483_647, beforeRef: 9_000_000_000_000, limit: 21 };
const comment = (ref: number) => ({ organizationId: "acme", annotationRef: ref, commentId: "c1", epoch: 1_000, terms: [1, 2, 3] });

/** A search reads one epoch to its end, and of all others only where they would have what is sought. */
export const searchCases: StatementCases = {
  "activity.search_places of a word in every comment": [{ ...places, terms: [1] }, perEpoch],
  "activity.search_places of a word in a single one": [{ ...places, terms: [100_000 + 4_321] }, newest - 1_000 + 1],
  "activity.search_places of two words": [{ ...places, terms: [1, 1_000_000 + 4] }, 2_000],
  "activity.search_places of a word in none": [{ ...places, terms: [7] }, newest - 1_000 + 1],
  "activity.search_places in the middle": [{ ...places, terms: [1], newest: 1_050, beforeEpoch: 1_050, beforeRef: 51_000 }, perEpoch],
  "activity.search_places of another organization": [{ ...places, organizationId: "none", terms: [7] }, newest - 1_000 + 1],
  "activity.search_threads": [{ ...scope, refs, documentId: "", userId: "heavy", statuses: [] }, 100],
  "activity.search_epochs": [{ apiKeyId: "key", organizationIds: ["acme", "none"], most: perEpoch }, perEpoch],
  "activity.search_written": [
    { apiKeyId: "key", organizationId: "", position: 100_000, ref: 0, horizon: 1_000_000, scanRows: 1_000, limit: 100 },
    1_000,
  ],
  "activity.search_written without a match": [
    { apiKeyId: "key", organizationId: "none", position: 100_000, ref: 0, horizon: 1_000_000, scanRows: 1_000, limit: 100 },
    1_000,
  ],
  "activity.search_comments_named": [
    {
      apiKeyId: "key",
      organizationIds: refs.map(() => "acme"),
      documentIds: refs.map(() => "large"),
      annotationIds: refs.map((ref) => `a${ref}`),
      commentIds: refs.map(() => "c1"),
      ordinals: refs.map((_, index) => index),
      bytes: 2_000_000,
    },
    100,
  ],
  "activity.search_comments_below": [{ apiKeyId: "key", belowRef: 100_000, threads: 200, comments: 200, bytes: 2_000_000 }, 400],
  "activity.search_comments_store": [{ apiKeyId: "key", comments: JSON.stringify(refs.map(comment)) }, 100],
  "activity.search_comments_remove": [{ apiKeyId: "key", limit: 1_000 }, 1_000],
  "activity.search_key": [{ apiKeyId: "key" }, 100],
  "activity.search_keys_page": [{ afterApiKeyId: "", limit: 1_000 }, 100],
  "activity.search_keys_insert": [{ apiKeyIds: ["key", "new"], horizon: 1 }, 100],
  "activity.search_keys_leave": [{ apiKeyIds: ["key"] }, 100],
  // One step in the feed for each key.
  "activity.search_keys_claim": [{ leaseMs: 1_000, horizon: 9_000_000 }, 100],
  "activity.search_keys_release": [{ apiKeyId: "key", fence: 0, feedPosition: 1, feedRef: 1, belowRef: 1 }, 100],
  "activity.search_keys_remove": [{ apiKeyId: "key", fence: 0 }, 100],
};
