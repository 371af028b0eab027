import type { Mutation } from "../mutation.ts";

const searched = ["apps/activity/test/search.test.ts"];
const texts = ["apps/activity/src/search/searchable-text.test.ts"];
const behind = ["apps/activity/test/search-behind.test.ts"];
const words = ["apps/activity/src/search/words.test.ts"];
const threads = "apps/activity/src/search/search-threads.ts";
const segments = "apps/activity/src/search/segments.ts";
const written = "apps/activity/src/search/comments-to-index.store.ts";
const places = "apps/activity/src/search/places-of-threads.ts";

/** Access to search, its results, and the work per request. */
export const searchMutations: readonly Mutation[] = [
  {
    name: "a-key-that-is-off-is-searched",
    file: threads,
    text: "if (!(await keyOptions.of(apiKeyId)).isSearched) {",
    replacement: "if (!(await keyOptions.of(apiKeyId)).isSearched && apiKeyId === organizationId) {",
    noticedBy: searched,
    tests: "while search is off",
  },
  {
    name: "the-index-is-believed",
    file: threads,
    text: "const matching = texts.filter(({ text }) => hasWanted(text, wanted));",
    replacement: "const matching = texts.filter(({ text }) => hasWanted(text, wanted) || true);",
    noticedBy: searched,
    tests: "a wrong match in the index is not",
  },
  {
    name: "a-disabled-document-is-searched",
    file: threads,
    text: 'states.get(row.documentId) === "open"',
    replacement: 'states.get(row.documentId) !== "none"',
    noticedBy: searched,
    tests: "threads of a disabled document",
  },
  {
    name: "a-search-looks-at-any-number-of-threads",
    file: threads,
    text: "round === mostRounds || examined >= scannedRows",
    replacement: "round === 1_000",
    noticedBy: searched,
    tests: "a bounded number of threads",
  },
  {
    name: "a-query-has-any-number-of-words",
    file: threads,
    text: "wanted.terms.length > mostTerms",
    replacement: "wanted.terms.length > 10_000",
    noticedBy: searched,
    tests: "a query without words and a query of",
  },
  {
    name: "what-is-not-indexed-is-not-found",
    file: places,
    text: "const written = this.#unindexed.filter(",
    replacement: "const written = this.#unindexed.slice(0, 0).filter(",
    noticedBy: behind,
    tests: "added, edited and deleted comments show at once",
  },
  {
    name: "an-index-that-is-being-removed-is-searched",
    file: "apps/activity/src/search/index-progress.ts",
    text: "state?.isLeaving === true ? undefined : state",
    replacement: "state",
    noticedBy: behind,
    tests: "is being removed",
  },
  {
    name: "a-comment-has-any-number-of-terms",
    file: "apps/activity/src/search/words.ts",
    text: "terms.size >= mostTerms",
    replacement: "terms.size >= 10_000_000",
    noticedBy: words,
    tests: "a very long text has a bounded number",
  },
  {
    name: "an-index-that-is-behind-keeps-silent",
    file: written,
    text: "hasMore: isCut || (last?.isScanEnd ?? false)",
    replacement: "hasMore: isCut",
    noticedBy: behind,
    tests: "too far behind",
  },
  {
    name: "comments-without-room-are-not-missed",
    file: written,
    text: "hasMore: isCut || (last?.isScanEnd ?? false)",
    replacement: "hasMore: last?.isScanEnd ?? false",
    noticedBy: behind,
    tests: "bounded number of bytes",
  },
  {
    name: "any-number-of-bytes-is-looked-through",
    file: places,
    text: "bytes: 256 * 1024",
    replacement: "bytes: 1024 * 1024 * 1024",
    noticedBy: behind,
    tests: "bounded number of bytes",
  },
  {
    name: "threads-are-in-the-order-of-storing",
    file: segments,
    text: "return createdAtMs < other.createdAtMs || (createdAtMs === other.createdAtMs && ref < other.ref);",
    replacement: "return ref < other.ref || (ref === other.ref && createdAtMs < other.createdAtMs);",
    noticedBy: searched,
    tests: "created last come first",
  },
  {
    name: "a-request-looks-in-any-number-of-segments",
    file: places,
    text: "const termsAtOnce = 1_024;",
    replacement: "const termsAtOnce = 1_000_000;",
    noticedBy: searched,
    tests: "a bounded number of segments",
  },
  {
    name: "a-user-is-sought-among-the-threads-of-all",
    file: places,
    text: 'this.#userId = userId === "" ? undefined : userId;',
    replacement: "this.#userId = undefined;",
    noticedBy: searched,
    tests: "with few threads",
  },
  {
    name: "a-user-of-very-many-threads-finds-nothing",
    file: "apps/activity/src/search/search-user.store.ts",
    text: "if (rows.length === mostThreads) return undefined;",
    replacement: "",
    noticedBy: searched,
    tests: "with very many threads",
  },
  {
    name: "tags-are-looked-for-from-each-beginning",
    file: "apps/activity/src/search/searchable-text.ts",
    text: "const tag = /<[^<>]*>/g;",
    replacement: "const tag = /<[^>]*>/g;",
    noticedBy: texts,
    tests: "HTML with unclosed tags is processed in linear",
  },
  {
    name: "html-of-any-length-is-searched",
    file: "apps/activity/src/search/searchable-text.ts",
    text: "textOf(html.slice(0, searchedHtmlCharacters))",
    replacement: "textOf(html)",
    noticedBy: texts,
    tests: "only the beginning of very long HTML is",
  },
  {
    name: "marks-matter",
    file: "apps/activity/src/search/fold.ts",
    text: '.replace(marks, "")',
    replacement: "",
    noticedBy: words,
    tests: "words are found",
  },
];
