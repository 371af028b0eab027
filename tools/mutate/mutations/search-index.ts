import type { Mutation } from "../mutation.ts";

const behind = ["apps/activity/test/search-behind.test.ts"];
const steps = ["apps/activity/test/search-steps.test.ts"];
const splits = ["apps/activity/test/search-segments.test.ts"];
const segments = "apps/activity/src/search/segments.ts";
const step = "apps/activity/src/search/index-step.ts";

/** The building and updating of the search index. */
export const searchIndexMutations: readonly Mutation[] = [
  {
    name: "an-index-that-begins-meanwhile-is-removed",
    file: "apps/activity/src/search/keep-indexes.ts",
    text: "const unwanted = known.filter(",
    replacement: "const unwanted = (await indexedKeys(database)).filter(",
    noticedBy: behind,
    tests: "while the keys are listed",
  },
  {
    name: "a-step-that-fails-is-tried-as-it-was",
    file: step,
    text: "sizes.failed(held.apiKeyId);",
    replacement: "",
    noticedBy: steps,
    tests: "half as large",
  },
  {
    name: "a-step-has-any-number-of-terms",
    file: "apps/activity/src/search/terms-of-comments.ts",
    text: "if (count >= enough && groupOf(comment) !== group) break;",
    replacement: "",
    noticedBy: steps,
    tests: "bounded number of terms",
  },
  {
    name: "what-a-step-leaves-is-forgotten",
    file: step,
    text: "placeBefore(taken, taken.length, range.after) : end",
    replacement: "end : end",
    noticedBy: steps,
    tests: "bounded number of terms",
  },
  {
    name: "what-is-just-being-deleted-is-passed",
    file: step,
    text: "firstLeft < 0 ? written.end :",
    replacement: "firstLeft < 1_000_000 ? written.end :",
    noticedBy: behind,
    tests: "is just being deleted",
  },
  {
    name: "a-step-waits-for-deletions",
    file: "apps/activity/src/search/search-comments.store.ts",
    text: "limit 1 for key share skip locked",
    replacement: "limit 1 for key share",
    noticedBy: behind,
    tests: "is just being deleted",
  },
  {
    name: "an-edit-is-not-followed",
    file: "apps/activity/src/threads/comments.store.ts",
    text: "comments.writtenPosition} = case when",
    replacement: "comments.writtenPosition} = case when false and",
    noticedBy: behind,
    tests: "an edit replaces",
  },
  {
    name: "a-segment-grows-without-end",
    file: segments,
    text: "if (comments < fullSegment.comments && terms < fullSegment.terms) return undefined;",
    replacement: "if (comments < 1_000_000) return undefined;",
    noticedBy: splits,
    tests: "late replies",
  },
  {
    name: "newer-threads-part-a-segment-in-halves",
    file: segments,
    text: 'if (follows(last, lowest)) return { at: lowest, kind: "upper" };',
    replacement: "",
    noticedBy: splits,
    tests: "that are newer",
  },
  {
    name: "older-threads-part-a-segment-in-halves",
    file: segments,
    text: 'if (follows(highest, first)) return { at: first, kind: "lower" };',
    replacement: "",
    noticedBy: splits,
    tests: "that are older",
  },
  {
    name: "what-moves-keeps-its-terms",
    file: "apps/activity/src/search/split-segments.store.ts",
    text: "t.term + (($nextSegment - $segment)::bigint <<",
    replacement: "t.term + (($nextSegment - $nextSegment)::bigint <<",
    noticedBy: splits,
    tests: "late replies",
  },
  {
    name: "segments-of-which-nothing-is-left-stay",
    file: "apps/activity/src/search/store-comments.ts",
    text: "if (split.length > 0) await removeEmptySegments",
    replacement: "if (split.length > 1_000) await removeEmptySegments",
    noticedBy: splits,
    tests: "nothing is left",
  },
  {
    name: "an-organization-leaves-its-segments",
    file: "apps/activity/src/erasure/erasers.ts",
    text: "if (done.next === undefined) await removeIndexOf",
    replacement: "if (done.next !== undefined) await removeIndexOf",
    noticedBy: ["apps/all-in-one/test/search.test.ts"],
    tests: "segments of its index",
  },
  {
    name: "a-copied-feed-passes-comments",
    file: "apps/activity/migrations/0011_search_by_time_of_creation.sql",
    text: "(select max(written_position) from written), 0)",
    replacement: "0)",
    noticedBy: ["apps/activity/test/changes-epochs.test.ts"],
    tests: "follows the comments",
  },
  {
    name: "an-idle-worker-looks-as-often-as-ever",
    file: "apps/activity/src/search/idle-pause.ts",
    text: "Math.min(2 * ms, longestMs)",
    replacement: "ms",
    noticedBy: ["apps/activity/src/search/idle-pause.test.ts"],
    tests: "less and less often",
  },
  {
    name: "turning-search-off-keeps-the-index",
    file: "apps/activity/src/search/keep-indexes.ts",
    text: "if (unwanted.length > 0)",
    replacement: "if (unwanted.length > 1_000)",
    noticedBy: behind,
    tests: "terms of a comment are deleted with it",
  },
];
